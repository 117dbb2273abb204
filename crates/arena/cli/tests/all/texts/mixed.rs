//! No sentence mixes languages, and what is quoted in one stays as it is.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use arena_common::foreign;
use arena_common::texts::{Language, chinese};

use super::{ARENA, all_literals, arena, is_message, normal, sources};

/// Sentences that mix languages; each is named here until it is mended.
const MIXED: [&str; 0] = [];

/// Words side by side that are commands or numbers of the system's errors.
const COMMANDS: [&str; 6] = [
    "npm install",
    "pip install",
    "install numpy",
    "cargo metadata",
    "cargo build",
    "os error",
];

/// Texts of rules, bots and the system.
const FOREIGN: [&str; 13] = [
    "white may not play 4,4: suicide: the stone's group would have no liberty",
    "move 3: black may not play 0,8: the point is occupied",
    "nogo-greedy: cannot read the position \"4,4 x\": move 2: `x` is not a point: expected `x,y` such as `4,7`",
    "nogo-random: cannot read the position \"4,4 4,4\": move 2: white may not play 4,4: the point is occupied",
    "snake-random: cannot read the position \"seed=x\": \"seed=x\": not a 32-bit integer",
    "snake-random: cannot read the position \"seed=5 moves=44\": \"44\" is not a joint move: two digits 0 to 3",
    "snakego-greedy: cannot read the position \"seed=1 ops=49\": operation 2 is '9', not 1 to 6",
    "snakego-greedy: cannot read the position \"seed=1 ops=1111\": operation 4, right: the half-game is over",
    "snakego-greedy: cannot read the position \"seed=z\": seed: \"z\" is not a number in range",
    "No such file or directory (os error 2)",
    "INVALID_MOVE  (9,9) is not empty",
    "x must be a number, it is null",
    "an operation must be a byte from 1 to 6, it is 9",
];

/// A text without what is quoted: code, names, output, places for values, and lines that a program has said.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = match line.split_once("出错位置：") {
            Some((before, _)) => before,
            None => line,
        };
        // The words of a program stand above the place where it failed.
        let said = lines
            .peek()
            .is_some_and(|next| next.starts_with("出错位置："));
        let ours = line.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c));
        // Options, commands and lines of data are the same in every language.
        let fixed = ["用法：", "  arena ", "  cargo ", "  scripts/", "  python3 "];
        if (said && !ours) || fixed.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        let mut end = None;
        for c in line.chars() {
            match (end, c) {
                (Some(last), c) if c == last => end = None,
                (Some(_), _) => {}
                (None, '`' | '"') => end = Some(c),
                (None, '\'') => end = Some('\''),
                (None, '<') => end = Some('>'),
                (None, '[') => end = Some(']'),
                (None, '{') => end = Some('}'),
                (None, c) => plain.push(c),
            }
        }
        plain.push('\n');
        if line.ends_with("标准错误的末尾：") {
            break;
        }
    }
    plain
}

/// Two English words side by side that are not a name, or a word that no name has.
pub fn english(text: &str) -> Option<String> {
    let plain = unquoted(text);
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let trim = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.to_lowercase()
    };
    for sentence in plain.split(['\n', '：', '；', '，', '。']) {
        let mut before = "";
        // The word after an option is its value.
        let words = sentence.split(' ').filter(|word| {
            let value = before.starts_with("--");
            before = word;
            !value
        });
        let words: Vec<&str> = words.collect();
        for pair in words.windows(2) {
            let both = pair.join(" ");
            if pair.iter().all(|word| is_word(word)) && !COMMANDS.contains(&&*both) {
                return Some(both);
            }
        }
        let words: Vec<String> = words.into_iter().map(trim).collect();
        let function = [
            "the", "is", "it", "of", "not", "and", "to", "verdict", "cannot",
        ];
        if let Some(word) = words.iter().find(|word| function.contains(&&***word)) {
            return Some(word.clone());
        }
    }
    None
}

/// A text has no Chinese at all.
fn is_left(text: &str) -> bool {
    !text.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn no_sentence_mixes_languages() {
    let mut mixed = BTreeSet::new();
    for (_, chinese) in super::entries_of(&["messages.zh.txt", "others.zh.txt"]) {
        mixed.extend(english(&chinese).map(|words| format!("{words}: {chinese}")));
    }
    for text in FOREIGN {
        let shown = foreign::read(text).render(Language::Chinese);
        mixed.extend(english(&shown).map(|words| format!("{words}: {shown}")));
        if is_left(&shown) {
            mixed.insert(format!("no Chinese: {shown}"));
        }
    }
    let known: BTreeSet<String> = MIXED.map(str::to_owned).into();
    let text: Vec<&String> = mixed.difference(&known).collect();
    assert!(text.is_empty(), "{}:\n{text:#?}", text.len());
}

/// `format!` writes English that is looked up when it is shown, but only among what others say: its values are not known
/// when it is compiled.
#[test]
fn what_format_writes_is_looked_up_among_others() {
    let others: BTreeSet<String> = (super::entries_of(&["others.zh.txt"]))
        .map(|(english, _)| normal(&english))
        .collect();
    let all: BTreeSet<String> = chinese().keys().map(|key| normal(key)).collect();
    let lost: Vec<String> = all_literals()
        .into_iter()
        .filter(|(place, literal)| {
            let key = normal(&literal.text);
            literal.within == "format"
                && key.contains("{}")
                && is_message(place, &literal.text)
                && all.contains(&key)
                && !others.contains(&key)
        })
        .map(|(place, literal)| format!("{place}: {}", literal.text))
        .collect();
    assert!(
        lost.is_empty(),
        "use said!, or move to others.zh.txt:\n{lost:#?}"
    );
}

/// The macros of the crate `anyhow` write English as `format!` does: the arena has its own.
#[test]
fn errors_are_written_in_the_language_of_the_reader() {
    let mut files = Vec::new();
    sources(&arena(), &mut files);
    assert!(files.len() > 100, "{}", files.len());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| line.starts_with("use anyhow::")) {
            let mut words = line.split(|c: char| !c.is_alphanumeric()).skip(2);
            let plain = words.any(|word| ["anyhow", "bail", "ensure"].contains(&word));
            assert!(!plain, "{}: {line}", file.display());
        }
    }
}

#[test]
fn a_game_that_fails_is_told_in_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let bad = crate::common::BAD_BOT;
    let good = format!("good=cmd:{} --nodes 1", crate::common::SESSION_BOT);
    for behaviour in ["crash", "illegal", "two-lines"] {
        let log = folder.path().join(behaviour);
        let player = format!("bad=cmd:{bad} {behaviour} 1");
        let mut arena = Command::new(ARENA);
        arena.args(["match", &player, &good, "--game", "nogo", "--games", "2"]);
        arena.args(["--lang", "zh", "--log"]).arg(&log);
        let played = arena.output().unwrap();
        let mut explain = Command::new(ARENA);
        explain.args(["explain", &player, "--game", "0", "--turn", "1"]);
        explain
            .args(["--seat", "0", "--lang", "zh", "--log"])
            .arg(&log);
        let explained = explain.output().unwrap();
        for output in [played, explained] {
            for text in [output.stdout, output.stderr] {
                let text = String::from_utf8(text).unwrap();
                // Commands stand behind their headings.
                let lines = text
                    .lines()
                    .filter(|line| !line.starts_with("重现这一回合："));
                let text = lines.collect::<Vec<_>>().join("\n");
                let english = english(&text);
                assert_eq!(english, None, "{behaviour}:\n{text}");
            }
        }
    }
}
