//! The arena as a user meets it.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use snapbox::str;

use crate::common::{ARENA, BAD_BOT, LONG, SESSION_BOT, alive, new_mark, wait_for};
use crate::shell::Shell;
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

fn cmd(behaviour: &str, mark: &str) -> String {
    format!("cmd:{BAD_BOT} {behaviour} {{seed}} {mark},json")
}

#[test]
fn a_match_prints_tables_and_writes_a_log() {
    let shell = Shell::new();
    shell.types(str![[r#"
$ arena match 'good=cmd:bad-bot good {seed},json' 'bad=cmd:bad-bot exit-1 {seed},json' --game nogo \
    --games 3 --jobs 1 --time-ms 20000 --log games.jsonl
│ A good against B bad ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games            ┆     4 ┆   4 ┆     0 ┆    0 ┆   100.0 ┆ 34.2 .. 100.0 │
│ A in seat 0          ┆     2 ┆   2 ┆     0 ┆    0 ┆   100.0 ┆               │
│ A in seat 1          ┆     2 ┆   2 ┆     0 ┆    0 ┆   100.0 ┆               │
Elo difference of A: +inf (95 %: -113 .. +inf)

│ end of the game          ┆ games ┆ A won ┆ B won ┆ drawn │
│ INVALID_INPUT_VERDICT_RE ┆     4 ┆     4 ┆     0 ┆     0 │

│ turns by verdict ┆ OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A good           ┆  2 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0
│ B bad            ┆  0 ┆   0 ┆   0 ┆   0 ┆  0 ┆  4 ┆        0

B bad: RE in game 0, turn 2, seat 1: it exited with status 1; standard output: "{\"debug\":\"80 legal\",\"response\":{\"x\":3,\"y\":8}}"; end of standard error:
a sad message

B bad: RE in game 1, turn 1, seat 0: it exited with status 1; standard output: "{\"debug\":\"81 legal\",\"response\":{\"x\":2,\"y\":7}}"; end of standard error:
a sad message

B bad: RE in game 2, turn 2, seat 1: it exited with status 1; standard output: "{\"debug\":\"80 legal\",\"response\":{\"x\":2,\"y\":6}}"; end of standard error:
a sad message
B bad: 1 more failure; --log FILE keeps them all

to repeat that turn: arena explain 'bad=cmd:bad-bot exit-1 {seed},json' --log games.jsonl --game 0 --turn 2 --seat 1 --time-ms 20000
"#]]);
    let log = shell.read("games.jsonl");
    assert_eq!(
        log.lines().count(),
        5,
        "a header and two whole pairs:\n{log}"
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
    // A move that is illegal once stays illegal, so any pass over all points finds a move while there is one.
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
    Shell::new().types(str![[r#"
$ echo '{"log":[],"initdata":""}' | arena judge nogo
{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":""}
"#]]);
}

#[test]
fn errors_name_the_cure() {
    Shell::new().types(str![[r#"
$ arena match nogo-randon human
error: no bot `nogo-randon` in this workspace; did you mean `nogo-random`?
...
A player is also `BOT@REV` (a bot as it was in an earlier commit), the path of a bot
(my_bot.cpp, my_bot.rs, my_bot.py, my_bot.js, my_bot.cs, my_bot.pas, Main.java, or a folder or .zip with a Makefile, CMakeLists.txt, Cargo.toml, main.py (Saiblo) or __main__.py (Botzone)),
`human`, or `cmd:COMMAND` for any other program.
exit status 1
$ arena match cmd:x cmd:y
error: no player is a bot of the workspace, so name the game: --game amazons (or [..])
exit status 1
$ arena match cmd:x cmd:y --game chess
error: the arena knows no game `chess` (it knows: amazons, [..])
exit status 1
$ arena match cmd:x human --game nogo --jobs 2
error: --jobs 2: games on the screen are played one at a time; leave --jobs out
exit status 1
$ arena match cmd:x cmd:y --game nogo --jobs 1000
error: --jobs 1000 is more than the [..], so bots would take each other's time; add --force if you mean it
exit status 1
$ arena match cmd: human --game nogo
error: `cmd:` without a command; write for example 'cmd:python3 bot.py'
exit status 1
$ arena match 'cmd:x {nodes}' cmd:y --game nogo
error: `x {nodes}` wants {nodes}; give --nodes N
exit status 1
$ arena match cmd:/no/bot cmd:y --game nogo
error: cannot start `/no/bot`; check the path and that it is executable: No such file or directory (os error 2)
exit status 1
$ arena match cmd:x,json cmd:y,json --game nogo --log /no/folder/log
error: cannot write the log /no/folder/log: No such file or directory (os error 2)
exit status 1
$ arena match cmd:x cmd:y --judge-cmd "'" --game nogo
error: --judge-cmd `'`: check the quotes: missing closing quote
exit status 1
$ arena match cmd:x cmd:y --judge-cmd ./j --opening-plies 4
error: --openings and --opening-plies need a game whose rules the arena has: name it with --game
exit status 1
$ arena match nogo-random
error: the following required arguments were not provided:
  <B>

Usage: arena match <A> <B>

For more information, try '--help'.
exit status 2
$ arena judge chess
error: the arena knows no game of Botzone's called `chess` (it knows: amazons, [..])
exit status 1
$ arena positions no-such-bot
error: no bot `no-such-bot` in this workspace
...
exit status 1
$ arena explain cmd:./bot 4,4
error: `cmd:./bot` is a program of your own, which knows no positions; name a turn of a log: --log FILE --game ID --turn N
exit status 1
$ arena verify
error: the following required arguments were not provided:
  <RECORD>

Usage: arena verify <RECORD>

For more information, try '--help'.
exit status 2
$ arena verify no-such-record
error: cannot read no-such-record: No such file or directory (os error 2)
exit status 1
"#]]);
}

#[test]
fn verify_prints_score_and_curve() {
    Shell::new().types(str![[r#"
$ echo N,C1,L4,D17,N,D5 > record.txt; arena verify record.txt
valid: yes
score: 0
pieces: 2
end: the record ends

pieces      score
     2          0
$ echo N,D101 > record.txt; arena verify record.txt
error: record.txt is not a valid record: piece 0 does not have 1 to 100 steps
exit status 1
"#]]);
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
