//! New bots: a copy of a game's template under another name, or the starter of another language than Rust.

pub mod starter;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace::Bot;

/// Longest name without the game's.
const LONGEST: usize = 30;

/// Ensures that a bot can be called so.
fn check_name(name: &str) -> Result<()> {
    let parts: Vec<&str> = name.split('-').collect();
    let good = |part: &&str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    require!(
        parts.iter().all(good)
            && name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.len() <= LONGEST,
        "`{name}` is not a valid bot name; write lower-case letters, digits and single dashes, first a letter, at most \
         {LONGEST} characters, such as first-try"
    );
    Ok(())
}

/// The names of a bot in its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Package: `nogo-first-try`.
    pub package: String,
    /// Crate: `nogo_first_try`.
    pub krate: String,
    /// Type: `FirstTry`.
    pub kind: String,
}

impl Names {
    /// The names of a new bot of the template's game.
    ///
    /// # Errors
    /// If `name` makes no package name, no type, or one that the template uses for something else.
    pub fn new(template: &Bot, name: &str) -> Result<Names> {
        let game = &template.game;
        if let Some(rest) = name.strip_prefix(&format!("{game}-")) {
            fail!("the game's name is put in front of `{name}`; write only `{rest}`");
        }
        check_name(name)?;
        let names = Names::of(&format!("{game}-{name}"), game);
        for (path, text) in sources(&template.folder.join("src"))? {
            require!(
                !words(&text).any(|word| word == names.kind),
                "`{name}` would be the type `{}`, which {} uses itself; choose another name",
                names.kind,
                path.display()
            );
        }
        Ok(names)
    }

    /// The names of the bot with this package name.
    fn of(package: &str, game: &str) -> Names {
        let name = package.strip_prefix(game).unwrap_or(package);
        let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
        Names {
            package: package.to_owned(),
            krate: package.replace('-', "_"),
            kind: name
                .split('-')
                .filter(|part| !part.is_empty())
                .map(capital)
                .collect(),
        }
    }
}

/// Writes the new bot's folder into `parent` and returns it.
///
/// # Errors
/// If the folder is there, or a file cannot be read or written.
pub fn create(template: &Bot, names: &Names, idea: &str, parent: &Path) -> Result<PathBuf> {
    require!(
        !idea.contains(['"', '\\', '\n']),
        "--idea is one line without quotes and backslashes"
    );
    let folder = parent.join(&names.package);
    require!(
        !folder.exists(),
        "{} is there already; choose another name or remove it",
        folder.display()
    );
    let old = Names::of(&template.name, &template.game);
    let mut files = vec![(
        PathBuf::from("Cargo.toml"),
        manifest(
            &read(&template.folder.join("Cargo.toml"))?,
            &old,
            names,
            idea,
        ),
    )];
    // The copy plays what its template plays, so its bench is the same.
    for name in ["bench.txt", "bench.expected"] {
        files.push((name.into(), read(&template.folder.join(name))?));
    }
    let src = template.folder.join("src");
    for (path, text) in sources(&src)? {
        if path.ends_with("tests.rs") {
            continue;
        }
        let mut text = rename(without_tests(&text), &old, names);
        if path == src.join("lib.rs") {
            text = retell(&text, idea);
        }
        let inside = path.strip_prefix(&template.folder).unwrap_or(&path);
        files.push((inside.to_owned(), text));
    }
    for (path, text) in files {
        let path = folder.join(path);
        let above = path.parent().unwrap_or(&folder);
        fs::create_dir_all(above)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| msg!("cannot write {}", path.display()))?;
    }
    Ok(folder)
}

/// The manifest under another name, no template, and without what only `tests/` needs.
fn manifest(text: &str, old: &Names, new: &Names, idea: &str) -> String {
    let text = text.split("[dev-dependencies]").next().unwrap_or(text);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| *line != "template = true") {
        lines.push(match line.strip_prefix("description = ") {
            Some(_) => format!("description = \"{idea}\""),
            None => line.replace(&old.package, &new.package),
        });
    }
    // A comment about the table that was cut off.
    while lines
        .last()
        .is_some_and(|line| line.is_empty() || line.starts_with('#'))
    {
        lines.pop();
    }
    lines.join("\n") + "\n"
}

/// Rust text with the other names.
fn rename(text: &str, old: &Names, new: &Names) -> String {
    let text = text.replace(&old.package, &new.package);
    let mut renamed = String::new();
    let mut rest = text.as_str();
    while let Some(word) = words(rest).next() {
        let (before, after) = rest.split_once(word).unwrap_or(("", rest));
        renamed.push_str(before);
        renamed.push_str(match word {
            _ if word == old.krate => &new.krate,
            _ if word == old.kind => &new.kind,
            _ => word,
        });
        rest = after;
    }
    renamed + rest
}

/// Rust text whose first paragraph of documentation is the idea.
fn retell(text: &str, idea: &str) -> String {
    let paragraph = text
        .lines()
        .take_while(|line| line.starts_with("//! "))
        .count();
    let rest: Vec<&str> = text.lines().skip(paragraph).collect();
    format!("//! {idea}\n{}\n", rest.join("\n"))
}

/// Rust text without its tests, which stand at its end: they hold the template's idea, not the new one.
fn without_tests(text: &str) -> &str {
    let end = text.rfind("\n#[cfg(test)]\n");
    &text[..end.unwrap_or(text.len())]
}

/// The words of Rust text, names as well as others.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// The files of a folder and those below it, with their text, sorted.
fn sources(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let cannot = || msg!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else {
            let text = read(&path)?;
            files.push((path, text));
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| msg!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn words_are_renamed_whole() {
        let [old, new] = ["nogo-random", "nogo-a1-b"].map(|package| Names::of(package, "nogo"));
        assert_eq!(
            (new.krate.as_str(), new.kind.as_str()),
            ("nogo_a1_b", "A1B")
        );
        let text = "use nogo_random::Random; // Randomly, nogo-random: Random, random\n";
        assert_eq!(
            rename(text, &old, &new),
            "use nogo_a1_b::A1B; // Randomly, nogo-a1-b: A1B, random\n"
        );
        assert_eq!(
            retell("//! Old\n//! idea.\n//!\n//! Rest.\n", "New."),
            "//! New.\n//!\n//! Rest.\n"
        );
    }

    #[test]
    fn every_template_becomes_a_bot() {
        let bots = workspace::bots().unwrap();
        let parent = tempfile::tempdir().unwrap();
        for game in ["nogo", "snake", "snakego", "tetris2"] {
            let template = workspace::template(&bots, game).unwrap();
            let names = Names::new(template, "brand-new").unwrap();
            let folder = create(template, &names, "Has an idea.", parent.path()).unwrap();
            assert!(folder.ends_with(format!("{game}-brand-new")));
            let old = Names::of(&template.name, game);
            for (path, text) in sources(&folder).unwrap() {
                let left = words(&text).any(|word| word == old.kind || word == old.krate);
                assert!(!left && !text.contains(&old.package), "{}", path.display());
            }
            let manifest = read(&folder.join("Cargo.toml")).unwrap();
            for (part, count) in [
                (format!("name = \"{game}-brand-new\""), 2),
                ("description = \"Has an idea.\"".to_owned(), 1),
                (format!("game = \"{game}\"\njudge = "), 1),
                ("template".to_owned(), 0),
                ("dev-dependencies".to_owned(), 0),
                (format!("\n{game}.workspace = true"), 1),
            ] {
                assert_eq!(
                    manifest.matches(&part).count(),
                    count,
                    "{part}:\n{manifest}"
                );
            }
            for name in ["bench.txt", "bench.expected"] {
                let [old, new] = [&template.folder, &folder].map(|folder| read(&folder.join(name)));
                assert_eq!(new.unwrap(), old.unwrap(), "{name}");
            }
            let lib = read(&folder.join("src/lib.rs")).unwrap();
            assert!(lib.starts_with("//! Has an idea.\n\nuse "), "{lib}");
            assert!(lib.contains("pub struct BrandNew;") && lib.contains("for BrandNew {"));
            assert!(
                !lib.contains("mod tests") && lib.contains("::bench_test!(BrandNew, "),
                "{lib}"
            );
            assert!(!folder.join("src/tests.rs").exists());
            let main = read(&folder.join("src/main.rs")).unwrap();
            assert!(
                main.contains(&format!("({game}_brand_new::BrandNew, {game}::")),
                "{main}"
            );
            let again = create(template, &names, "x", parent.path()).unwrap_err();
            assert!(again.to_string().contains("is there already"), "{again}");
        }
    }

    #[test]
    fn bad_names_are_refused_with_a_cure() {
        let bots = workspace::bots().unwrap();
        let template = workspace::template(&bots, "nogo").unwrap();
        for (name, want) in [
            ("nogo-mine", "write only `mine`"),
            ("My_Bot", "lower-case letters, digits and single dashes"),
            ("a--b", "single dashes"),
            ("2", "first a letter"),
            ("", "such as first-try"),
            ("../x", "such as first-try"),
            ("bot", "the type `Bot`, which"),
            ("vec", "choose another name"),
            ("self", "choose another name"),
        ] {
            let error = Names::new(template, name).unwrap_err().to_string();
            assert!(error.contains(want), "{name}: {error}");
        }
    }
}
