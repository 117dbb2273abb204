//! Every error, notice and line of the terminal has its Chinese: all literals of the sources that read like one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use arena::cli::Cli;
use arena_common::texts;
use clap::CommandFactory;

use super::literals::{self, key};
use super::{arena, built, help, sources};

/// Literals that look like messages and are none: what is written for programs, and what is put together from parts.
const NO_MESSAGES: [&str; 21] = [
    "#include <jsoncpp/json/json.h>\n",
    "ASAN_OPTIONS=handle_abort=1:detect_leaks=0:print_legend=0:stack_trace_format='    #%n in %f %S'",
    "No such file or directory",
    "UBSAN_OPTIONS=print_stacktrace=1:stack_trace_format='    #%n in %f %S'",
    "application/jsonl; charset=utf-8",
    "arena explain {name} --log {log} --game {game} --turn {turn} --seat {seat}",
    "cannot find -ljsoncpp",
    "description = ",
    "description = \"{idea}\"",
    // Said before the language is known.
    "error: {error:#}",
    "exec \"$@\" 2>&1",
    "hello, is this the judge?\n",
    "model name\t:",
    "text/html; charset=utf-8",
    "text/plain; charset=utf-8",
    "`cout << endl`, `fflush(stdout)`",
    "`print(..., file=sys.stderr)`",
    "`print(..., flush=True)`",
    "{{pos}}/{{len}} {}",
    "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
    // A part of one that has its Chinese.
    "standard error:\n",
];

/// Sources that read what other programs say.
const READERS: [&str; 2] = ["diagnosis/symptoms.rs", "diagnosis/traceback.rs"];

/// Comments of the table above what others say: nothing in the sources tells that.
const OTHERS: [&str; 2] = [
    "# What the library that reads the command line says, line by line.",
    "# What the system, the libraries, the bots and the rules say.",
];

/// All literals of the arena, the manifests and the rules: where they stand, and their texts.
pub fn all_literals() -> Vec<(String, String)> {
    let crates = arena().join("..");
    let mut files = Vec::new();
    for folder in ["arena", "manifest/src", "games", "bundler/src"] {
        sources(&crates.join(folder), &mut files);
    }
    let mut found = Vec::new();
    for path in files
        .iter()
        .filter(|path| path.extension() == Some("rs".as_ref()))
    {
        let name = path.strip_prefix(&crates).unwrap().display().to_string();
        for literal in literals::literals(&fs::read_to_string(path).unwrap()) {
            found.push((name.clone(), literal));
        }
    }
    found
}

/// The forms in which the table may have a literal.
pub fn forms(text: &str) -> [String; 4] {
    let key = key(text);
    [
        text.trim().to_owned(),
        text.to_owned(),
        key.trim().to_owned(),
        key,
    ]
}

/// Whether people may get to see this: words, and a space between them or a value.
fn is_message(text: &str) -> bool {
    let letters = key(text);
    let words = letters.split(|c: char| !c.is_ascii_alphabetic());
    let long = words.filter(|word| word.len() >= 3 && word.contains(|c: char| c.is_lowercase()));
    text.trim().contains(' ') && long.count() > 0 && !NO_MESSAGES.contains(&text)
}

/// The messages without Chinese: errors, notices and lines in the terminal of all rooms, what the manifests refuse, and
/// the rules' reasons.
fn unheard() -> BTreeMap<String, String> {
    let known = |text: &str| {
        forms(text)
            .iter()
            .any(|key| texts::chinese().contains_key(key.as_str()))
    };
    let mut found = Vec::new();
    help(&built(Cli::command()), "", &mut found);
    let helps: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
    let mut missing = BTreeMap::new();
    for (place, text) in all_literals() {
        let told = match place.split('/').next() {
            Some("games") => place.ends_with("error.rs"),
            // `arena check` passes on how the file is uploaded.
            Some("bundler") => text.starts_with("Upload: ") || text.contains("allow keep-running"),
            // There stands what other programs say.
            _ => !READERS.iter().any(|file| place.ends_with(file)),
        };
        if !told || !is_message(&text) || known(&text) {
            continue;
        }
        // Help has its Chinese by paragraphs; one of them ends in examples that come from the games.
        let has_chinese = |part: &str| {
            known(part)
                || part.starts_with("Example")
                || helps.iter().any(|help| help.contains(part))
        };
        if texts::keys(text.trim()).all(has_chinese) {
            continue;
        }
        missing.insert(text, place);
    }
    missing
}

/// The entries of the table below the comments [`OTHERS`].
pub fn said_by_others() -> BTreeSet<&'static str> {
    let table = include_str!("../../../../common/texts/messages.zh.txt");
    let mut below = false;
    let mut found = BTreeSet::new();
    for entry in table.split("\n\n") {
        if entry.starts_with("# ") {
            below = OTHERS.contains(&entry);
        } else if below {
            found.extend(entry.split_once("\n=\n").map(|(english, _)| english));
        }
    }
    found
}

#[test]
fn every_message_has_its_chinese() {
    let missing = unheard();
    let missing: Vec<String> = (missing.iter())
        .map(|(text, place)| format!("{place}:\n{}\n", key(text).trim()))
        .collect();
    assert!(
        missing.is_empty(),
        "crates/arena/common/texts/messages.zh.txt lacks {} messages:\n{}",
        missing.len(),
        missing.join("\n")
    );
}
