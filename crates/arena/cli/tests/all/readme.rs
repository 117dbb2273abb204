//! What README.md, README.zh-CN.md and CONTRIBUTING.md tell people to type is there, and both READMEs tell the same.

use std::collections::BTreeSet;
use std::fs;

use arena::cli::Cli;
use arena_common::texts::{self, Language};
use clap::{CommandFactory, Parser};

pub use crate::architecture::root;
use crate::architecture::{files, folder, metadata};

pub const ENGLISH: &str = "README.md";
const CHINESE: &str = "README.zh-CN.md";
const PAGES: [&str; 4] = [ENGLISH, CHINESE, "CONTRIBUTING.md", "CONTRIBUTING.zh-CN.md"];

/// How the pages call the arena.
const ARENA: &str = "cargo run --release -- ";

pub fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// The lines after `$ ` in blocks of code.
pub fn console(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("$ "));
    lines.map(str::to_owned).collect()
}

/// What stands between backticks in the text around the blocks of code; a line break in it is a space.
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
    let games = [
        "amazons-",
        "nogo-",
        "snake-",
        "snakego-",
        "tetris2-",
        "goose-tetris-",
    ];
    let words = spans(text).into_iter().chain(console(text));
    words
        .flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>())
        .filter(|word| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            games.iter().any(|game| word.starts_with(game)) && word.chars().all(plain)
        })
        .collect()
}

#[test]
fn every_command_line_of_the_arena_can_be_parsed() {
    for name in PAGES {
        let lines = arena_lines(&page(name));
        assert!(!lines.is_empty(), "{name} shows no command");
        for line in lines {
            let words = shell_words::split(&line).unwrap();
            let ends = ["|", "#"];
            let words: Vec<_> = (words.iter())
                .take_while(|word| !ends.contains(&&***word))
                .collect();
            let arguments = ["arena".to_owned()];
            let parsed = Cli::try_parse_from(arguments.iter().chain(words));
            assert!(parsed.is_ok(), "{name}: `{line}`: {}", parsed.unwrap_err());
        }
    }
}

#[test]
fn every_script_is_there() {
    for name in PAGES {
        let text = page(name);
        for line in console(&text).into_iter().chain(spans(&text)) {
            let first = line.split(' ').next().unwrap_or_default();
            if first.starts_with("scripts/") && first != "scripts/" {
                assert!(root().join(first).is_file(), "{name}: `{first}` is missing");
            }
        }
    }
}

#[test]
fn both_readmes_name_every_script_and_what_links_lead_to() {
    for (name, other) in [(ENGLISH, PAGES[2]), (CHINESE, PAGES[3])] {
        let text = page(name);
        let both = text.clone() + &page(other);
        for script in fs::read_dir(root().join("scripts")).unwrap() {
            let script = script.unwrap().file_name().into_string().unwrap();
            // Scripts call this one.
            let named = script == "need-packages" || both.contains(&format!("scripts/{script}"));
            assert!(named, "{name} and {other} do not name scripts/{script}");
        }
        for link in text.split("](").skip(1) {
            let path = link.split([')', '#']).next().unwrap_or_default();
            let there = path.starts_with("https://") || root().join(path).exists();
            assert!(there, "{name} links to {path}");
        }
        // What runs where: a merge has lost it once.
        for part in [
            "wsl --install",
            "scripts/test-portable",
            ".github/actions/check",
            "--serve",
        ] {
            assert!(text.contains(part), "{name} does not tell of {part}");
        }
    }
}

#[test]
fn every_bot_is_there() {
    let there = bots();
    for name in PAGES {
        for bot in bots_named(&page(name)) {
            let program = there.iter().any(|folder| {
                let bins = root().join("bots").join(folder).join("src/bin");
                bins.join(format!("{bot}.rs")).is_file()
            });
            let example = bot.ends_with("-first-try");
            assert!(
                there.contains(&bot) || program || example,
                "{name}: no bot `{bot}`"
            );
        }
    }
}

#[test]
fn both_readmes_know_every_bot_and_every_command() {
    for name in [ENGLISH, CHINESE] {
        let text = page(name);
        let named = bots_named(&text);
        let missing: Vec<_> = bots()
            .into_iter()
            .filter(|bot| !named.contains(bot))
            .collect();
        assert!(missing.is_empty(), "{name} does not name {missing:?}");
        let spans = spans(&text);
        let first_words: BTreeSet<&str> = spans
            .iter()
            .map(|span| span.strip_prefix(ARENA).unwrap_or(span))
            .filter_map(|span| span.split(' ').next())
            .collect();
        for command in subcommands() {
            let there = command == "help" || first_words.contains(command.as_str());
            assert!(there, "{name} does not name the command `{command}`");
        }
    }
}

#[test]
fn both_readmes_show_the_same_commands() {
    // In the same order, with the comments in the page's language.
    let [english, chinese] = [ENGLISH, CHINESE].map(|name| console(&page(name)));
    let translated = english.iter().map(|line| match line.split_once("  # ") {
        Some((command, comment)) => {
            format!(
                "{command}  # {}",
                texts::in_language(comment, Language::Chinese)
            )
        }
        None => line.clone(),
    });
    assert_eq!(translated.collect::<Vec<_>>(), chinese);
    let [english, chinese] = [ENGLISH, CHINESE].map(|name| {
        let text = page(name);
        let mut lines = BTreeSet::new();
        lines.extend(spans(&text).into_iter().filter(|span| {
            span.starts_with(ARENA) || span.starts_with("scripts/") || span.starts_with("cargo ")
        }));
        lines
    });
    let difference: Vec<_> = english.symmetric_difference(&chinese).collect();
    assert!(difference.is_empty(), "in one README only: {difference:#?}");
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
    // Of the standard library.
    let mut there: BTreeSet<String> = ["format", "include_str", "panic"].map(str::to_owned).into();
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
