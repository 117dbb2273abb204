//! Commands on the Markdown pages can be typed, links lead somewhere, and a page and its Chinese version have the same
//! content.

use std::collections::BTreeSet;
use std::fs;

use arena::cli::Cli;
use arena_common::texts::{self, Language};
use clap::{CommandFactory, Parser};

pub use crate::architecture::root;
use crate::architecture::{files, folder, games, metadata, relative};

pub const CHINESE: &str = ".zh-CN.md";

/// The command that runs the arena on the pages.
const ARENA: &str = "cargo run --release -- ";

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// Every page with its path from the root, README.md first.
pub fn pages() -> Vec<(String, String)> {
    let mut names: Vec<String> = files(&root(), "md")
        .iter()
        .map(|path| relative(path))
        .collect();
    names.sort_by_key(|name| (name != "README.md", name.clone()));
    let read = names.into_iter().map(|name| (name.clone(), page(&name)));
    read.collect()
}

/// A page that has a Chinese one beside it, with both texts.
fn pairs() -> Vec<(String, [String; 2])> {
    let chinese = pages().into_iter().filter_map(|(name, text)| {
        let english = format!("{}.md", name.strip_suffix(CHINESE)?);
        Some((english.clone(), [page(&english), text]))
    });
    chinese.collect()
}

/// The same parts of all pages that have a Chinese one, and of these.
fn both() -> [String; 2] {
    [0, 1].map(|language| {
        pairs()
            .into_iter()
            .map(|(_, pair)| pair[language].clone())
            .collect()
    })
}

/// The lines after `$ ` in blocks of code.
pub fn console(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("$ "));
    lines.map(str::to_owned).collect()
}

/// The spans between backticks in the text around the blocks of code; a line break in one is a space.
fn spans(text: &str) -> Vec<String> {
    let mut prose = String::new();
    for (i, part) in text.split("```").enumerate() {
        if i % 2 == 0 {
            prose.push_str(part);
        }
    }
    let parts = prose.split('`').enumerate().filter(|(i, _)| i % 2 == 1);
    parts
        .map(|(_, span)| span.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

fn subcommands() -> BTreeSet<String> {
    let command = Cli::command();
    let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    shown.map(|sub| sub.get_name().to_owned()).collect()
}

/// The command lines of the arena on a page, without what calls it.
fn arena_lines(text: &str) -> Vec<String> {
    let names = subcommands();
    let mut lines = Vec::new();
    for line in console(text).into_iter().chain(spans(text)) {
        if let Some(rest) = line.strip_prefix(ARENA) {
            if rest != "COMMAND" {
                lines.push(rest.to_owned());
            }
        } else if let Some((first, rest)) = line.split_once(' ')
            // A name with flags alone speaks of the flags.
            && names.contains(first)
            && !rest.starts_with("--")
        {
            lines.push(line);
        }
    }
    lines
}

fn bots() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("bots")).unwrap();
    folders
        .map(|folder| folder.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The words on a page that name a bot: a game's name, a dash, and something.
fn bots_named(text: &str) -> BTreeSet<String> {
    // A variant is the name of a game as well, but has no crate.
    let variants = gameplay::games::standard().names();
    let names = games()
        .into_iter()
        .chain(variants.into_iter().map(str::to_owned));
    let names: BTreeSet<String> = names.collect();
    let games: Vec<String> = names.iter().map(|game| format!("{game}-")).collect();
    let words = spans(text).into_iter().chain(console(text));
    words
        .flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let is_game = names.contains(word);
            games.iter().any(|game| word.starts_with(game)) && word.chars().all(plain) && !is_game
        })
        .collect()
}

#[test]
fn every_command_line_of_the_arena_can_be_parsed() {
    let mut parsed = 0;
    for (name, text) in pages() {
        for line in arena_lines(&text) {
            let words = shell_words::split(&line).unwrap();
            let ends = ["|", "#"];
            let words: Vec<_> = (words.iter())
                .take_while(|word| !ends.contains(&&***word))
                .collect();
            let arguments = ["arena".to_owned()];
            let result = Cli::try_parse_from(arguments.iter().chain(words));
            assert!(result.is_ok(), "{name}: `{line}`: {}", result.unwrap_err());
            parsed += 1;
        }
    }
    assert!(parsed > 100, "{parsed}");
}

#[test]
fn every_script_is_there_and_is_named() {
    for (name, text) in pages() {
        for line in console(&text).into_iter().chain(spans(&text)) {
            let first = line.split(' ').next().unwrap_or_default();
            if first.starts_with("scripts/") && first != "scripts/" {
                assert!(root().join(first).is_file(), "{name}: `{first}` is missing");
            }
        }
    }
    for text in both() {
        for script in fs::read_dir(root().join("scripts")).unwrap() {
            let script = script.unwrap().file_name().into_string().unwrap();
            // Scripts call this one.
            let named = script == "need-packages" || text.contains(&format!("scripts/{script}"));
            assert!(named, "no page names scripts/{script}");
        }
        // The facts about where each part runs: a merge once lost them.
        for part in ["wsl --install", ".github/actions/check", "--serve"] {
            assert!(text.contains(part), "no page tells of {part}");
        }
    }
}

/// GitHub's anchors of a page's headings.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let kept = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    headings
        .map(|line| line.trim_start_matches('#').trim().to_lowercase())
        .map(|line| {
            line.chars()
                .filter(|&c| kept(c))
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut local = 0;
    for (name, text) in pages() {
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = match path {
                "" => root().join(&name),
                path => root().join(&name).parent().unwrap().join(path),
            };
            assert!(to.exists(), "{name} links to {link}");
            let there = anchor.is_empty()
                || anchors(&fs::read_to_string(to).unwrap())
                    .iter()
                    .any(|a| a == anchor);
            assert!(there, "{name} links to {link}: no such heading");
            local += 1;
        }
    }
    assert!(local > 50, "{local}");
}

/// As the walks of ARCHITECTURE.md do: `[file](file): ` and a line of that file between backticks.
#[test]
fn a_line_that_a_link_quotes_is_in_its_file_once() {
    let mut quoted = 0;
    for (name, text) in pages() {
        for link in text.split("](").skip(1) {
            let quote = link.split_once("): `").and_then(|(path, rest)| {
                let (line, _) = rest.split_once('`')?;
                (!path.contains(')')).then_some((path, line))
            });
            let Some((path, line)) = quote else { continue };
            let path = root().join(&name).parent().unwrap().join(path);
            let found = fs::read_to_string(&path).unwrap().matches(line).count();
            assert_eq!(found, 1, "{name}: `{line}` in {}", path.display());
            quoted += 1;
        }
    }
    assert!(quoted > 4, "{quoted}");
}

#[test]
fn every_bot_is_there() {
    let metadata = metadata();
    let targets = metadata
        .packages
        .iter()
        .flat_map(|package| &package.targets);
    let targets: BTreeSet<&str> = targets.map(|target| target.name.as_str()).collect();
    for (name, text) in pages() {
        for bot in bots_named(&text) {
            let there = targets.contains(&*bot) || bot.ends_with("-first-try");
            assert!(there, "{name}: no bot `{bot}`");
        }
    }
}

#[test]
fn both_languages_know_every_bot_and_every_command() {
    for text in both() {
        let named = bots_named(&text);
        let missing: Vec<_> = bots()
            .into_iter()
            .filter(|bot| !named.contains(bot))
            .collect();
        assert!(missing.is_empty(), "no page names {missing:?}");
        let spans = spans(&text);
        let first_words: BTreeSet<&str> = spans
            .iter()
            .map(|span| span.strip_prefix(ARENA).unwrap_or(span))
            .filter_map(|span| span.split(' ').next())
            .collect();
        for command in subcommands() {
            let there = command == "help" || first_words.contains(command.as_str());
            assert!(there, "no page names the command `{command}`");
        }
    }
}

#[test]
fn a_page_and_its_chinese_show_the_same_commands() {
    for (name, [english, chinese]) in pairs() {
        // In the same order, with the comments in the page's language.
        let translated = console(&english).into_iter().map(|line| {
            let Some((command, comment)) = line.split_once("  # ") else {
                return line;
            };
            let comment = texts::in_language(comment, Language::Chinese);
            format!("{command}  # {comment}")
        });
        assert_eq!(translated.collect::<Vec<_>>(), console(&chinese), "{name}");
        let [english, chinese] = [&english, &chinese].map(|text| {
            let names = subcommands();
            let command = |span: &String| {
                let first = span.split(' ').next().unwrap_or_default();
                let match_of_bots = names.contains(first) && span.contains(' ');
                match_of_bots
                    || ["cargo ", "scripts/"]
                        .iter()
                        .any(|start| span.starts_with(start))
            };
            spans(text)
                .into_iter()
                .filter(command)
                .collect::<BTreeSet<_>>()
        });
        let difference: Vec<_> = english.symmetric_difference(&chinese).collect();
        assert!(
            difference.is_empty(),
            "{name}, in one language only: {difference:#?}"
        );
    }
}

/// The macros that a text calls by name: `name!`.
fn macros(text: &str) -> BTreeSet<String> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts: Vec<&str> = text.split('!').collect();
    let called = parts.windows(2).filter(|pair| !pair[1].starts_with('='));
    let names = called.map(|pair| pair[0].rsplit(|c| !part(c)).next().unwrap_or_default());
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_macro_that_a_page_names_is_there() {
    // Of the standard library, of anyhow and of snapbox.
    let foreign = [
        "format",
        "include_str",
        "panic",
        "anyhow",
        "bail",
        "ensure",
        "str",
    ];
    let mut there: BTreeSet<String> = foreign.map(str::to_owned).into();
    for file in files(&root().join("crates"), "rs") {
        let code = fs::read_to_string(&file).unwrap();
        for before in ["macro_rules! ", "#[proc_macro]\npub fn "] {
            let names = code.split(before).skip(1);
            let names = names.map(|rest| rest.split([' ', '(']).next().unwrap_or_default());
            there.extend(names.map(str::to_owned));
        }
    }
    let mut named = BTreeSet::new();
    for file in fs::read_dir(root()).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        if file.ends_with(".md") {
            for name in spans(&page(&file)).iter().flat_map(|span| macros(span)) {
                assert!(there.contains(&name), "{file}: there is no macro `{name}!`");
                named.insert(name);
            }
        }
    }
    assert!(
        named.contains("said") && named.contains("entry_point"),
        "{named:?}"
    );
}

#[test]
fn the_code_map_has_every_crate() {
    let text = page("ARCHITECTURE.md");
    let (_, map) = text.split_once("## Code map").unwrap();
    let map = spans(map.split_once("## Who may use whom").unwrap().0);
    let has = |name: &str| map.iter().any(|span| span == name);
    for package in metadata().workspace_packages() {
        let folder = folder(package);
        let (above, name) = folder.rsplit_once('/').unwrap();
        // By itself, as one of those that are alike, or by its name where the folder above is told of.
        let alike = ["G", "B"].iter().any(|one| has(&format!("{above}/{one}")));
        let there = has(&folder) || alike || has(above) && has(name);
        assert!(there, "ARCHITECTURE.md's code map does not have {folder}");
    }
}
