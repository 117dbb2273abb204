//! The promises of ARCHITECTURE.md: layers, no circles, a game in one place, files that can be read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The arena's layers, lowest first.
const LAYERS: [&str; 12] = [
    "messages",
    "common",
    "gameplay",
    "process",
    "referee",
    "players",
    "journal",
    "statistics",
    "contest",
    "viewer",
    "site",
    "cli",
];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The games with rules here.
pub fn games() -> Vec<String> {
    fs::read_dir(root().join("crates/games"))
        .unwrap()
        .map(|folder| folder.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "common")
        .collect()
}

/// Files below a folder with this ending, except build outputs and data.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            if !["target", "data", "dist"].contains(&&*name) && !name.starts_with('.') {
                found.extend(files(&path, ending));
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub fn relative(path: &Path) -> String {
    let root = root().canonicalize().unwrap();
    let path = path.canonicalize().unwrap();
    path.strip_prefix(root).unwrap().display().to_string()
}

pub fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.no_deps().current_dir(root());
    command.exec().unwrap()
}

/// A package's folder, such as `crates/games/nogo`.
pub fn folder(package: &Package) -> String {
    relative(package.manifest_path.parent().unwrap().as_std_path())
}

/// Returns true if the bot's game is a variant of this one: it is called GAME-VARIANT and has the game's crate.
fn is_variant(bot: &Package, game: &str) -> bool {
    let rest = game_of(bot).and_then(|own| own.strip_prefix(game));
    rest.is_some_and(|rest| rest.starts_with('-'))
}

fn game_of(package: &Package) -> Option<&str> {
    package.metadata["bot"]["game"].as_str()
}

/// The reason why one package may not use another; `None` if it may.
fn offence(user: &Package, used: &Package) -> Option<&'static str> {
    let (from, to) = (folder(user), folder(used));
    let [from, to] = [&from, &to].map(|folder| folder.split('/').collect::<Vec<_>>());
    let layer = |parts: &[&str]| match parts {
        ["crates", "arena", layer] => LAYERS.iter().position(|known| known == layer),
        _ => None,
    };
    match (&from[..], &to[..]) {
        // They speak the language of their reader, as the arena does.
        (["crates", "bundler" | "manifest"], ["crates", "arena", "common"]) => None,
        (_, ["crates", "arena", _]) => match (layer(&from), layer(&to)) {
            (Some(from), Some(to)) if to < from => None,
            (Some(_), _) => Some("a layer knows lower rooms only"),
            (None, _) => Some("nothing outside of the arena knows it"),
        },
        (["crates", "games", _], ["crates", "games", "common"]) => None,
        (["crates", "games", _], _) => Some("rules know nothing of ours"),
        // A budget is made of the turn that the judges' crates hand to a bot, and keeps their margin.
        (["crates", "search"], ["crates", "judges", "common"]) => None,
        (["crates", "search"], _) => Some("search knows no game and no bot"),
        (["crates", "judges", _], ["crates", "judges", "common"]) => None,
        (["crates", "judges", _], _) => Some("a judge knows no game"),
        (["crates", "bundler"], ["crates", "manifest"] | ["crates", "bundler", _]) => None,
        (["crates", "bundler"], _) => Some("the bundler knows cargo's output only"),
        (["crates", "bundler", _], _) => Some("assembler text is all that it knows"),
        (["crates", "arena", _], ["crates", "games" | "judges", _] | ["crates", "manifest"]) => {
            None
        }
        (["crates", "arena", _], _) => Some("the arena knows games and judges only"),
        (["bots", _], ["crates", "games", game]) => {
            let own = game_of(user) == Some(game) || is_variant(user, game);
            (!own).then_some("a bot knows its own game only")
        }
        (["bots", _], ["crates", "judges", _] | ["crates", "search" | "solvers"]) => None,
        (["bots", _], ["bots", _]) => {
            if game_of(used).is_some_and(|game| is_variant(user, game)) {
                None
            } else if game_of(user) != game_of(used) {
                Some("a bot builds on bots of its own game only")
            } else if used.metadata["bot"]["champion"] == true {
                Some("nobody uses a champion")
            } else {
                None
            }
        }
        (["bots", _], _) => Some("a bot knows games, judges, search and earlier bots only"),
        (["crates", "solvers"], ["crates", "games", _]) => None,
        (["crates", "solvers"], _) => Some("what solvers share knows rules only"),
        // The inference of what is trained.
        (["crates", "train"], ["crates", "search"]) => None,
        (["crates", "train"], _) => Some("what trainers share knows no game and no bot"),
        (["crates", "manifest"], _) => Some("manifests are read without anything else of ours"),
        _ => None,
    }
}

#[test]
fn every_crate_uses_lower_floors_only() {
    let metadata = metadata();
    let packages: BTreeMap<&str, &Package> = metadata
        .workspace_packages()
        .into_iter()
        .map(|package| (package.name.as_str(), package))
        .collect();
    let mut uses = 0;
    for user in packages.values() {
        let normal = |kind| kind == DependencyKind::Normal || kind == DependencyKind::Build;
        for dependency in user.dependencies.iter().filter(|use_| normal(use_.kind)) {
            if let Some(used) = packages.get(dependency.name.as_str()) {
                uses += 1;
                let why = offence(user, used);
                assert!(
                    why.is_none(),
                    "{} uses {}: {}",
                    user.name,
                    used.name,
                    why.unwrap()
                );
            }
        }
    }
    assert!(uses > 60, "only {uses} uses were seen");
}

/// The paths of all `use` lines of a text, groups taken apart: `use a::{b, c::d};` has `a::b` and `a::c::d`.
fn used_paths(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for start in text.match_indices("use ").map(|(at, _)| at) {
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        if !["", "pub ", "pub(crate) ", "pub(super) "].contains(&text[line..start].trim_start()) {
            continue;
        }
        if let Some((tree, _)) = text[start + 4..].split_once(';') {
            let tree: String = tree.split_whitespace().collect();
            expand("", &tree, &mut paths);
        }
    }
    paths
}

fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let Some((before, rest)) = tree.split_once('{') else {
        paths.push(format!("{prefix}{}", tree.trim_end_matches("::self")));
        return;
    };
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut part) = (0, String::new());
    for letter in inner.chars().chain([',']) {
        match letter {
            ',' if depth == 0 => {
                if !part.is_empty() {
                    expand(
                        &format!("{prefix}{before}"),
                        &std::mem::take(&mut part),
                        paths,
                    );
                }
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        part.push(letter);
    }
}

/// A file's module: `src/a/b.rs` is `a::b`, the root is empty.
fn module(source: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(source).unwrap().with_extension("");
    let mut parts: Vec<String> = inside
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str()))
    {
        parts.pop();
    }
    parts
}

/// The module that a path of a `use` line leads to.
fn target(path: &str, own: &[String], modules: &BTreeSet<Vec<String>>) -> Option<Vec<String>> {
    let mut words = path.split("::").peekable();
    let mut at = match words.next()? {
        "crate" => Vec::new(),
        "self" => own.to_vec(),
        "super" => own.split_last()?.1.to_vec(),
        _ => return None,
    };
    while words.peek() == Some(&"super") {
        words.next();
        at.pop()?;
    }
    for word in words {
        at.push(word.trim_start_matches("r#").to_owned());
        if !modules.contains(&at) {
            at.pop();
            break;
        }
    }
    Some(at)
}

/// The edges between sibling modules of a crate, by the module that they are in.
fn sibling_edges(source: &Path) -> BTreeMap<Vec<String>, BTreeSet<(String, String)>> {
    let texts: BTreeMap<Vec<String>, String> = files(source, "rs")
        .iter()
        .filter(|file| !file.ends_with("tests.rs") && !file.starts_with(source.join("bin")))
        .map(|file| {
            let text = fs::read_to_string(file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            (module(source, file), code.to_owned())
        })
        .collect();
    let modules: BTreeSet<Vec<String>> = texts.keys().cloned().collect();
    let mut edges: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (own, text) in &texts {
        for path in used_paths(text) {
            let Some(to) = target(&path, own, &modules) else {
                continue;
            };
            let same = own.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (own.get(same), to.get(same)) {
                let inside = own[..same].to_vec();
                edges
                    .entry(inside)
                    .or_default()
                    .insert((a.clone(), b.clone()));
            }
        }
    }
    edges
}

/// A module that leads back to itself.
fn circle(edges: &BTreeSet<(String, String)>) -> Option<String> {
    let reached = |start: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
        while let Some(at) = open.pop() {
            for (_, to) in edges.iter().filter(|(from, _)| *from == at) {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let starts: BTreeSet<&String> = edges.iter().map(|(from, _)| from).collect();
    let start = starts
        .into_iter()
        .find(|start| reached(start).contains(*start))?;
    let back: Vec<String> = (reached(start).into_iter())
        .filter(|to| reached(to).contains(start))
        .collect();
    Some(back.join(", "))
}

#[test]
fn no_crate_has_a_circle_between_sibling_modules() {
    let (mut edges, mut circles) = (0, Vec::new());
    for package in metadata().workspace_packages() {
        let source = package.manifest_path.parent().unwrap().join("src");
        for (inside, siblings) in sibling_edges(source.as_std_path()) {
            edges += siblings.len();
            let name = format!("{} {}", package.name, inside.join("::"));
            circles.extend(circle(&siblings).map(|circle| format!("{name}: {circle}")));
        }
    }
    assert_eq!(circles, Vec::<String>::new(), "modules that use each other");
    assert!(edges > 300, "only {edges} uses between modules were seen");
}

#[test]
fn paths_and_circles_are_found() {
    let text = "pub use a::{self, b::{C, D}, e};\n    use crate::x;\nlet unused = 1; // use me;\n";
    assert_eq!(
        used_paths(text),
        ["a::self", "a::b::C", "a::b::D", "a::e", "crate::x"]
    );
    let edges = |list: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        list.iter()
            .map(|&(a, b)| (a.to_owned(), b.to_owned()))
            .collect()
    };
    assert_eq!(circle(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(
        circle(&edges(&[("a", "b"), ("b", "c"), ("c", "b")])).as_deref(),
        Some("b, c")
    );
}

/// A source without its tests.
fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            code += line;
            code.push('\n');
            continue;
        }
        // As rustfmt leaves it, an item ends in its first line, or with a brace below its beginning.
        let indent = &line[..line.len() - line.trim_start().len()];
        let mut item = lines
            .by_ref()
            .skip_while(|line| line.trim_start().starts_with("#["));
        if item.next().is_some_and(|line| !line.ends_with([';', '}'])) {
            item.find(|line| *line == format!("{indent}}}"));
        }
    }
    code
}

/// Lines of a source that are neither empty, nor comment, nor test.
fn lines_of_code(text: &str) -> usize {
    lines_without(&without_tests(text), "//")
}

fn scripts() -> Vec<PathBuf> {
    let folders = ["scripts", "scripts/slurm"].map(|folder| fs::read_dir(root().join(folder)));
    let entries = folders.into_iter().flat_map(Result::unwrap);
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.is_file()).collect()
}

/// Lines of code by room: of Rust, JavaScript, Python, CSS, HTML and scripts, without tests, examples and data.
fn rooms() -> BTreeMap<String, usize> {
    let mut rooms = BTreeMap::new();
    let mut count = |file: &Path, lines: usize| {
        let name = relative(file);
        let parts: Vec<&str> = name.split('/').collect();
        let (file, folders) = parts.split_last().unwrap();
        let tests = ["tests", "benches", "examples"];
        let is_test = folders.iter().any(|folder| tests.contains(folder))
            || *file == "tests.rs"
            || file.starts_with("test_");
        let depth = match folders {
            ["crates", "arena" | "games" | "judges", ..] => 3,
            ["scripts", ..] => 1,
            _ => 2,
        };
        if !is_test {
            *rooms
                .entry(parts[..depth.min(folders.len())].join("/"))
                .or_default() += lines;
        }
    };
    for folder in ["crates", "bots"] {
        for ending in ["rs", "js", "py", "css", "html"] {
            for file in files(&root().join(folder), ending) {
                let text = fs::read_to_string(&file).unwrap();
                let lines = match ending {
                    "rs" => lines_of_code(&text),
                    "py" => lines_without(&text, "#"),
                    _ => lines_without(&text, "//"),
                };
                count(&file, lines);
            }
        }
    }
    for file in scripts() {
        count(
            &file,
            lines_without(&fs::read_to_string(&file).unwrap(), "# "),
        );
    }
    rooms
}

/// Lines that are neither empty nor begin with this sign.
fn lines_without(text: &str, sign: &str) -> usize {
    let counts = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with(sign);
    text.lines().filter(counts).count()
}

/// The bounds hold the lines: `cargo test -p arena rooms -- --nocapture` prints the lines.
#[test]
fn rooms_do_not_grow() {
    let rooms = rooms();
    let sum = |head: &str| -> usize {
        let within = rooms.iter().filter(|(room, _)| room.starts_with(head));
        within.map(|(_, lines)| lines).sum()
    };
    for (room, lines) in &rooms {
        println!("{lines:>7} {room}");
    }
    let (arena, all) = (sum("crates/arena/"), sum(""));
    println!("{arena:>7} the arena\n{all:>7} in all");
    assert!(
        arena <= ARENA,
        "the arena has {arena} lines of code, more than {ARENA}"
    );
    assert!(
        all <= ALL,
        "the project has {all} lines of code, more than {ALL}"
    );
}

/// Bounds of [`rooms_do_not_grow`]: what is taken away lowers them.
const ARENA: usize = 31_340;
const ALL: usize = 79_605;

#[test]
fn crates_can_be_known_by_heart() {
    assert_eq!(
        lines_of_code("//! A\n\nfn a() {\n    // b\n}\n#[cfg(test)]\nmod tests {\n    a\n}\nb\n"),
        3
    );
    let mut large = Vec::new();
    for package in metadata().packages {
        let folder = root().join(folder(&package)).join("src");
        let sources = files(&folder, "rs").into_iter();
        let lines: usize = sources
            .filter(|file| !relative(file).contains("/tests"))
            .map(|file| lines_of_code(&fs::read_to_string(file).unwrap()))
            .sum();
        if lines > 5500 {
            large.push(format!("{}: {lines} lines of code", package.name));
        }
    }
    assert_eq!(large, Vec::<String>::new(), "crates over 5,500 lines");
}

/// A comment is a sentence or names its subject: at most one line of 200 may begin like a question.
#[test]
fn comments_are_nouns_and_sentences() {
    const HEADLESS: [&str; 7] = ["What", "Whether", "Who", "Which", "Where", "How", "That"];
    let (mut lines, mut headless) = (0, Vec::new());
    for folder in ["crates", "bots"] {
        for file in files(&root().join(folder), "rs") {
            for line in fs::read_to_string(&file).unwrap().lines() {
                let Some(comment) = line.trim_start().strip_prefix("//") else {
                    continue;
                };
                lines += 1;
                let first = comment
                    .trim_start_matches(['/', '!'])
                    .split_whitespace()
                    .next();
                if first.is_some_and(|word| HEADLESS.contains(&word)) {
                    headless.push(format!("{}: {}", relative(&file), line.trim()));
                }
            }
        }
    }
    assert!(headless.len() * 200 <= lines, "of {lines}: {headless:#?}");
}

/// Returns true if a line of code, in whichever language, decides by this game's name.
fn decides_by(line: &str, game: &str) -> bool {
    let quoted = ['"', '\''].map(|quote| format!("{quote}{game}{quote}"));
    quoted.iter().any(|name| {
        let Some((before, behind)) = line.split_once(name.as_str()) else {
            return false;
        };
        let (before, behind) = (before.trim_end(), behind.trim_start());
        ["=>", "|", "=="]
            .iter()
            .any(|sign| behind.starts_with(sign))
            || ["==", "!=", "Some("]
                .iter()
                .any(|sign| before.ends_with(sign))
    })
}

/// Checks that no line of this code decides by the name of a game.
fn undecided(file: &str, code: &str, games: &[String]) {
    for line in code.lines() {
        let game = games.iter().find(|game| decides_by(line, game));
        assert_eq!(game, None, "{file}: {}", line.trim());
    }
}

#[test]
fn no_game_decides_anything_outside_of_its_own_modules() {
    let games = games();
    for file in files(&root().join("crates"), "rs") {
        let name = relative(&file);
        let own = [
            "crates/games/",
            "crates/arena/gameplay/src/games/",
            "/tests/",
            "/examples/",
            "/journal/src/samples.rs",
        ];
        if own.iter().any(|part| name.contains(part)) || name.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        undecided(&name, &without_tests(&text), &games);
    }
    for (folder, ending) in [
        ("crates/arena/viewer/page", "js"),
        ("crates/python/botarena", "py"),
    ] {
        for file in files(&root().join(folder), ending) {
            let text = fs::read_to_string(&file).unwrap();
            undecided(&relative(&file), &text, &games);
        }
    }
    // Scripts play games by name, and decide nothing by them.
    for file in scripts() {
        let text = fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| line.contains("[ \"$game")) {
            assert!(
                !games.iter().any(|game| line.contains(&format!("= {game}"))),
                "{line}"
            );
        }
    }
}
