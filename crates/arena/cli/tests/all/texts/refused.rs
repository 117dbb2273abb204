//! Errors in a command line, and in the things it names, are reported in Chinese.

use std::process::Command;

use super::ARENA;
use super::mixed::english;

/// Command lines that are refused without a build.
const REFUSED: [&str; 44] = [
    "",
    "foo",
    "mach a b",
    "match",
    "match a",
    "match a b --gamez 3",
    "match a b --games x",
    "match a b --games 0",
    "match a b --games 99999999999999999999999",
    "match a b --games",
    "match a b --mode fast",
    "match a b --swap=maybe",
    "match a b --json --csv",
    "match a b --seed 1 --seed 2",
    "match a b --force=1",
    "match a b c",
    "match -x",
    "match cmd:a cmd:b",
    "match cmd:a cmd:b --game chess",
    "match cmd:a cmd:b --game nogo --openings /nowhere/starts.jsonl",
    "match cmd:a,nodes=0 cmd:b --game nogo",
    "match cmd:a,tme=3 cmd:b --game nogo",
    "match x=cmd:a x=cmd:b --game nogo",
    "match human,nodes=1 cmd:b --game nogo",
    "match ./none.cpp cmd:b --game nogo",
    "match cmd:a cmd:b --game nogo --csv --table none",
    "sprt cmd:a cmd:b --game nogo --elo0 5 --elo1 1",
    "sprt human cmd:b --game nogo",
    "league --shard 9",
    "league human cmd:b --game nogo --out /nowhere/league.jsonl",
    "league cmd:a --game nogo --out /nowhere/league.jsonl",
    "merge /nowhere/league.jsonl",
    "replay /nowhere/games.jsonl",
    "import /nowhere/match.json",
    "analyse /nowhere/games.jsonl",
    "judge chess",
    "logic nogo",
    "play chess cmd:a",
    "play nogo human",
    "check x --skip bundel",
    "check cmd:a",
    "verify /nowhere/record.txt",
    "list --table",
    "help foo",
];

#[test]
fn what_is_refused_is_refused_in_chinese() {
    let folder = tempfile::tempdir().unwrap();
    for line in REFUSED {
        let mut arena = Command::new(ARENA);
        arena.args(line.split(' ').filter(|word| !word.is_empty()));
        // A match that is not refused would be ended by its missing log.
        let output = arena
            .args(["--lang", "zh"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(!output.status.success(), "{line}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("错误："), "{line}:\n{text}");
        let english = english(&text);
        assert!(english.is_none(), "{line}: {english:?} in\n{text}");
    }
}
