//! Every text of the arena has its Chinese, and the table has no more than that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

mod literals;
mod messages;
mod refused;

use arena::catalog::Catalog;
use arena::cli::Cli;
use arena::lang::{self, columns};
use arena_common::texts::{self, Language};
use clap::{Arg, Command, CommandFactory};
use messages::{all_literals, forms, said_by_others};

/// The arena that speaks its reader's language.
const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// What clap and the arena put around the texts of a command.
const AROUND: [&str; 5] = ["Usage:", "Commands", "Arguments", "Options", "default: "];

/// In the sources, what stands before a text that is said in the language of the reader. Between the brackets of a table
/// stand several.
const SAYS: [&str; 4] = ["tr(", "fill(", "counted(", "table(&["];

fn arena() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The English help of all commands and arguments: where it stands, and its text.
fn help(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
    let path = format!("{path} {}", command.get_name());
    let about = [
        command.get_about(),
        command.get_long_about(),
        command.get_after_help(),
    ];
    for text in about.into_iter().flatten() {
        found.push((path.clone(), text.to_string()));
    }
    for argument in command.get_arguments() {
        let path = format!("{path} {}", argument.get_id());
        for text in texts_of(argument) {
            found.push((path.clone(), text));
        }
    }
    for command in command.get_subcommands() {
        help(command, &path, found);
    }
}

fn texts_of(argument: &Arg) -> Vec<String> {
    let help = [argument.get_help(), argument.get_long_help()];
    let mut texts: Vec<String> = help.iter().flatten().map(ToString::to_string).collect();
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        texts.extend(
            values
                .iter()
                .filter_map(|value| Some(value.get_help()?.to_string())),
        );
    }
    texts
}

fn built(mut command: Command) -> Command {
    command.build();
    command
}

/// The Rust sources of all rooms and the scripts of the league's page, but for tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["tests", "texts", "benches", "examples"].contains(&&*name) {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" || name == "league.js" {
            found.push(path);
        }
    }
}

/// The literals that begin at the start of a text, separated by commas. A line break in one is as in Rust.
fn literals(mut text: &str, found: &mut Vec<String>) {
    while let Some(rest) = text.trim_start().trim_start_matches('&').strip_prefix('"') {
        let mut literal = String::new();
        let mut chars = rest.char_indices();
        let end = loop {
            let Some((at, c)) = chars.next() else { return };
            match c {
                '"' => break at,
                '\\' => match chars.next() {
                    Some((_, 'n')) => literal.push('\n'),
                    Some((at, '\n')) => {
                        let blanks = rest[at + 1..].find(|c: char| !c.is_whitespace());
                        for _ in 0..blanks.unwrap_or(0) {
                            chars.next();
                        }
                    }
                    Some((_, c)) => literal.push(c),
                    None => return,
                },
                c => literal.push(c),
            }
        };
        found.push(literal);
        match rest[end + 1..].trim_start().strip_prefix(',') {
            Some(more) => text = more,
            None => return,
        }
    }
}

/// What the sources say in the language of the reader: where it stands, and the text.
fn said() -> Vec<(String, String)> {
    let mut files = Vec::new();
    sources(&arena(), &mut files);
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let imported = code.contains("texts::{counted");
        for start in SAYS {
            for (at, _) in code.match_indices(start) {
                // `words::counted` is for what is English in any case.
                let ours = imported || code[..at].ends_with("texts::");
                if start == "counted(" && !ours {
                    continue;
                }
                let before = code[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let mut texts = Vec::new();
                let mut behind = &code[at + start.len()..];
                if start == "counted(" {
                    // The number comes first.
                    behind = behind.split_once(", ").map_or("", |(_, rest)| rest);
                }
                literals(behind, &mut texts);
                if start == "counted(" {
                    texts = texts.into_iter().skip(1).take(1).collect();
                }
                let several = start == "table(&[";
                let texts = texts.into_iter().take(if several { usize::MAX } else { 1 });
                let name = path.strip_prefix(arena()).unwrap().display().to_string();
                found.extend(texts.map(|text| (name.clone(), text)));
            }
        }
    }
    found
}

/// The keys of all texts, and where each of them stands.
fn keys() -> Vec<(String, String)> {
    let mut found = Vec::new();
    help(&built(Cli::command()), "", &mut found);
    let mut keys: Vec<(String, String)> = Vec::new();
    for (place, text) in found {
        keys.extend(texts::keys(&text).map(|key| (place.clone(), key.to_owned())));
    }
    keys.extend(AROUND.map(|text| ("every help".to_owned(), text.to_owned())));
    keys.extend(said());
    keys
}

/// Texts that are the same in Chinese: no word in them but names.
fn is_name(text: &str) -> bool {
    ["", "Elo", "max", "#", "OK", "TLE", "MLE", "OLE", "NJ", "RE"].contains(&text)
}

#[test]
fn every_text_has_its_chinese_and_the_table_no_more() {
    let keys = keys();
    // Every text once, with one of its places.
    let missing: BTreeMap<&str, &str> = keys
        .iter()
        .filter(|(_, key)| !is_name(key) && !texts::chinese().contains_key(key.as_str()))
        .map(|(place, key)| (key.as_str(), place.as_str()))
        .collect();
    let missing: Vec<String> = missing
        .iter()
        .map(|(key, place)| format!("{place}:\n{key}\n"))
        .collect();
    let mut used: BTreeSet<String> = keys.iter().map(|(_, key)| key.clone()).collect();
    used.extend(all_literals().iter().flat_map(|(_, text)| forms(text)));
    used.extend(said_by_others().into_iter().map(str::to_owned));
    let unused: Vec<&str> = texts::chinese()
        .keys()
        .copied()
        .filter(|key| !used.contains(*key))
        .collect();
    assert!(
        missing.is_empty() && unused.is_empty(),
        "crates/arena/common/texts/zh.txt lacks {} texts:\n{}\nand nobody says {} of its texts:\n{}",
        missing.len(),
        missing.join("\n"),
        unused.len(),
        unused.join("\n\n")
    );
}

/// The long help of a command and of all below it.
fn long_helps(mut command: Command, path: &str, found: &mut Vec<(String, String)>) {
    let path = format!("{path} {}", command.get_name());
    found.push((path.clone(), command.render_long_help().to_string()));
    for sub in command.get_subcommands() {
        if sub.get_name() != "help" {
            long_helps(sub.clone(), &path, found);
        }
    }
}

#[test]
fn chinese_help_fits_80_columns_and_is_chinese() {
    let mut helps = Vec::new();
    long_helps(
        lang::command(Language::Chinese, &Catalog::standard()),
        "",
        &mut helps,
    );
    assert!(helps.len() > 15, "{}", helps.len());
    for (path, text) in helps {
        assert!(
            text.contains("用法：") && text.contains("选项:"),
            "{path}:\n{text}"
        );
        for line in text.lines() {
            let usage = line.starts_with("用法：");
            assert!(usage || columns(line) <= 80, "{path}: {line}");
        }
        for english in ["Usage:", "[default: ", "[possible values", "Print help"] {
            assert!(!text.contains(english), "{path} says {english}:\n{text}");
        }
    }
}

#[test]
fn english_help_fits_80_columns() {
    let mut helps = Vec::new();
    long_helps(built(Cli::command().term_width(80)), "", &mut helps);
    for (path, text) in helps {
        let wide: Vec<&str> = text.lines().filter(|line| columns(line) > 80).collect();
        assert!(wide.is_empty(), "{path}: {wide:#?}");
    }
}

#[test]
fn the_flag_or_the_locale_chooses_the_language() {
    let said = |arguments: &[&str], locale: &str| {
        let mut arena = Process::new(ARENA);
        arena.args(arguments).env("LC_ALL", locale);
        let output = arena.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    for (arguments, locale, chinese) in [
        (&["match", "--help"][..], "C", false),
        (&["match", "--help"], "zh_CN.UTF-8", true),
        (&["match", "--help", "--lang", "zh"], "C", true),
        (&["--lang=en", "match", "--help"], "zh_CN.UTF-8", false),
        (&["--lang", "zh", "help", "league"], "C", true),
        (&["list"], "zh_CN.UTF-8", true),
        (&["list", "--lang", "en"], "zh_CN.UTF-8", false),
    ] {
        let text = said(arguments, locale);
        let found = text.contains("用法：") || text.contains("游戏");
        assert_eq!(found, chinese, "{arguments:?} {locale}:\n{text}");
    }
}

/// The cells of a table's first line.
fn headings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('┌') {
            let heading = lines.next().unwrap_or_default().trim_matches('│');
            found.extend(heading.split('┆').map(|cell| cell.trim().to_owned()));
        }
    }
    found
}

#[test]
fn the_headings_of_tables_are_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("league.jsonl");
    let bot = crate::common::SESSION_BOT;
    let players = ["a", "b"].map(|name| format!("cmd:env NAME={name} {bot} --nodes 1"));
    let [a, b] = players.each_ref().map(String::as_str);
    let game = ["--game", "nogo", "--lang", "zh"];
    let league = [
        "league",
        a,
        b,
        "--games",
        "2",
        "--out",
        out.to_str().unwrap(),
    ];
    let sprt = ["sprt", a, b, "--nodes", "1", "--max-games", "4"];
    let runs = [&["match", a, b, "--games", "2"][..], &sprt, &league];
    for run in runs {
        let mut arena = Process::new(ARENA);
        let output = arena.args(run).args(game).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let cells = headings(&text);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(cells.len() > 5, "{run:?}:\n{text}{errors}");
        for cell in cells {
            let chinese = cell.chars().any(|c| columns(&c.to_string()) == 2);
            let rank = cell.starts_with('#');
            assert!(
                chinese || rank || is_name(&cell),
                "{run:?}: `{cell}`\n{text}"
            );
        }
    }
}
