//! The arena as a user meets it.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::common::{ARENA, BAD_BOT, LONG, SESSION_BOT, alive, new_mark, wait_for};
use referee::conduct::{MEMORY_MB, SAIBLO_MEMORY_MB};
use rustix::process::{Pid, Signal, kill_process};

fn arena(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(ARENA)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the arena with arguments that make no sense and returns what it says.
fn refused(arguments: &[&str]) -> String {
    let output = arena(arguments, "");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn cmd(behaviour: &str, mark: &str) -> String {
    format!("cmd:{BAD_BOT} {behaviour} {{seed}} {mark},json")
}

#[test]
fn a_match_prints_tables_and_writes_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (good, bad) = (cmd("good", ""), cmd("exit-1", ""));
    let output = arena(
        &[
            "match",
            &good,
            &bad,
            "--game",
            "nogo",
            "--games",
            "3",
            "--time-ms",
            "20000",
            "--log",
            path.to_str().unwrap(),
        ],
        "",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for part in [
        "100.0",
        "INVALID_INPUT_VERDICT_RE",
        "a sad message",
        "Elo difference of A: +inf",
        "wall time",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let log = fs::read_to_string(&path).unwrap();
    assert_eq!(
        log.lines().count(),
        5,
        "a header and two whole pairs:\n{log}"
    );
    assert!(
        log.starts_with("{\"format\":\"arena-games\",\"version\":1,\"game\":\"nogo\""),
        "{log}"
    );
}

#[test]
fn show_prints_boards() {
    let good = cmd("good", "");
    let output = arena(
        &[
            "match",
            &good,
            &good,
            "--game",
            "nogo",
            "--games",
            "1",
            "--time-ms",
            "20000",
            "--show",
        ],
        "",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("game 0, turn 3, A ") && text.contains("game 1: "),
        "{text}"
    );
    assert!(text.matches("\n.........\n").count() > 10, "{text}");
}

#[test]
fn show_prints_the_board_once_a_turn_where_both_move() {
    for (game, mark) in [("snake", ": the snake in seat 0"), ("tetris2", "color 0: ")] {
        let bot = format!("cmd:env SESSION_BOT_GAME={game} {SESSION_BOT} --seed {{seed}}");
        let output = arena(
            &[
                "match", &bot, &bot, "--game", game, "--games", "2", "--show",
            ],
            "",
        );
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}");
        let turns = text.matches(" in seat 0: OK ").count();
        assert!(turns > 4 && turns == text.matches(" in seat 1: OK ").count());
        let opening = text.matches(" in seat 0: opening ").count();
        assert_eq!(text.matches(mark).count(), turns + opening, "{text}");
    }
}

#[test]
fn a_human_moves_before_the_opponents_move_is_shown() {
    let bot = format!("cmd:env SESSION_BOT_GAME=snake {SESSION_BOT} --seed {{seed}}");
    let arguments = ["match", &bot, "human", "--game", "snake", "--games", "1"];
    let output = arena(&arguments, &"up\n".repeat(400));
    let text = String::from_utf8_lossy(&output.stdout);
    let [prompt, answers] = ["B human, your move", "turn 1, A "].map(|part| text.find(part));
    assert!(output.status.success() && prompt < answers, "{text}");
}

#[test]
fn a_human_plays_a_match() {
    // What is illegal once stays illegal, so any pass over all points finds a move while there is one.
    let points: String = (0..1000)
        .map(|i| format!("{},{}\n", i / 9 % 9, i % 9))
        .collect();
    let good = cmd("good", "");
    let output = arena(
        &[
            "match",
            "human",
            &good,
            "--game",
            "nogo",
            "--games",
            "2",
            "--time-ms",
            "20000",
        ],
        &points,
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("A human, your move (x,y): ") && text.contains("try again"),
        "{text}"
    );
    let output = arena(&["match", "human", &good, "--game", "nogo"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("the input is closed"));
}

#[test]
fn ctrl_c_ends_cleanly() {
    let mark = new_mark();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (hang, good) = (cmd("hang", &mark), cmd("good", &mark));
    let child = Command::new(ARENA)
        .args([
            "match",
            &hang,
            &good,
            "--game",
            "nogo",
            "--time-ms",
            "600000",
            "--jobs",
            "2",
            "--force",
        ])
        .args(["--log", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The arena itself and a hanging bot in each of two games; other bots come and go in between.
    wait_for(&mark, 3);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let started = std::time::Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < LONG);
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("all games"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cancelled after 0 of 20 games"));
    assert_eq!(
        fs::read_to_string(&path).unwrap().lines().count(),
        1,
        "the log has its header"
    );
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn judge_answers_one_call() {
    let output = arena(&["judge", "nogo"], "{\"log\":[],\"initdata\":\"\"}\n");
    let want =
        "{\"command\":\"request\",\"content\":{\"0\":{\"x\":-1,\"y\":-1}},\"display\":\"\"}\n\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), want);
}

#[test]
fn errors_name_the_cure() {
    for (arguments, want) in [
        (
            &["match", "nogo-randon", "human"][..],
            "did you mean `nogo-random`?",
        ),
        (
            &["match", "cmd:x", "cmd:y"],
            "name the game: --game amazons",
        ),
        (
            &["match", "cmd:x", "cmd:y", "--game", "chess"],
            "it knows: amazons, ",
        ),
        (
            &["match", "cmd:x", "human", "--game", "nogo", "--jobs", "2"],
            "leave --jobs out",
        ),
        (
            &[
                "match", "cmd:x", "cmd:y", "--game", "nogo", "--jobs", "1000",
            ],
            "add --force",
        ),
        (
            &["match", "cmd:", "human", "--game", "nogo"],
            "write for example 'cmd:python3 bot.py'",
        ),
        (
            &["match", "cmd:x {nodes}", "cmd:y", "--game", "nogo"],
            "give --nodes N",
        ),
        (
            &["match", "cmd:/no/bot", "cmd:y", "--game", "nogo"],
            "cannot start `/no/bot`; check the path",
        ),
        (
            &[
                "match",
                "cmd:x,json",
                "cmd:y,json",
                "--game",
                "nogo",
                "--log",
                "/no/folder/log",
            ],
            "cannot write the log /no/folder/log",
        ),
        (
            &[
                "match",
                "cmd:x",
                "cmd:y",
                "--judge-cmd",
                "'",
                "--game",
                "nogo",
            ],
            "check the quotes",
        ),
        (&["match", "nogo-random"], "Usage: arena match"),
        (&["judge", "chess"], "it knows: amazons, "),
        (&["positions", "no-such-bot"], "no bot `no-such-bot`"),
        (&["verify"], "Usage: arena verify"),
        (&["verify", "no-such-record"], "cannot read no-such-record"),
    ] {
        let text = refused(arguments);
        assert!(text.contains(want), "{arguments:?} says:\n{text}");
    }
}

#[test]
fn verify_prints_score_and_curve() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.txt");
    fs::write(&path, "N,C1,L4,D17,N,D5").unwrap();
    let output = arena(&["verify", path.to_str().unwrap()], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(
        text.starts_with("valid: yes\nscore: 0\npieces: 2\n"),
        "{text}"
    );
    fs::write(&path, "N,D101").unwrap();
    assert!(refused(&["verify", path.to_str().unwrap()]).contains("is not a valid record"));
    let help = arena(&["verify", "--help"], "");
    assert!(String::from_utf8_lossy(&help.stdout).contains("every 1,000 pieces"));
}

#[test]
fn list_and_help() {
    let output = arena(&["list"], "");
    assert!(String::from_utf8_lossy(&output.stdout).contains("nogo-random"));
    let output = arena(&["match", "--help"], "");
    let text = String::from_utf8_lossy(&output.stdout);
    for flag in [
        "--games",
        "--mode",
        "--time-ms",
        "--memory-mb",
        "--nodes",
        "--seed",
        "--opening-plies",
        "--jobs",
    ] {
        assert!(text.contains(flag), "{flag}");
    }
    assert_eq!(arena(&["help", "match"], "").stdout, output.stdout);
    assert!(text.contains("Examples:") && text.contains("cmd:COMMAND"));
    let words: Vec<&str> = text.split_whitespace().collect();
    let limits = format!("{MEMORY_MB} in Botzone's games and {SAIBLO_MEMORY_MB} in Saiblo's]");
    assert!(words.join(" ").contains(&limits), "{text}");
}
