//! The bot as a process, from command line to answer. What holds here holds for every bot with this entry point.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{BufRead, BufReader, Write};

use botzone::KEEP_RUNNING_MARKER;
use testing::laws;
use testing::program::Program;

fn bot() -> Program {
    Program::new(env!("CARGO_BIN_EXE_nogo-random"))
}

#[test]
fn json_and_simple_io_give_the_same_move() {
    let bot = bot();
    let json = bot.output(
        &[],
        "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    );
    let simple = bot.output(&[], "1\n-1 -1\n");
    let (x, y) = simple.lines().next().unwrap().split_once(' ').unwrap();
    // Tests are built without -O, which the debug text says.
    let response = format!("{{\"response\":{{\"x\":{x},\"y\":{y}}}");
    assert!(json.starts_with(&response), "{}", json);
    assert_eq!(
        bot.output(&["--simple-io", "--nodes", "3"], "1\n-1 -1\n"),
        simple
    );
    let seeds: Vec<String> = ["1", "2", "3", "4"]
        .map(|seed| bot.output(&["--seed", seed], "1\n-1 -1\n"))
        .to_vec();
    assert_eq!(seeds[0], simple);
    assert!(seeds[1..].iter().any(|other| *other != simple));
}

#[test]
fn kept_running_it_answers_while_the_input_stays_open() {
    let mut child = bot().start(&["--keep-running"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for message in [
        "{\"requests\":[{\"x\":4,\"y\":4}],\"responses\":[]}\n",
        "{\"x\":4,\"y\":5}\n",
        "{\"x\":4,\"y\":3}\n",
    ] {
        input.write_all(message.as_bytes()).unwrap();
        let (mut answer, mut marker) = (String::new(), String::new());
        output.read_line(&mut answer).unwrap();
        output.read_line(&mut marker).unwrap();
        assert!(answer.starts_with("{\"response\":{\"x\":"), "{}", answer);
        assert_eq!(marker.trim_end(), KEEP_RUNNING_MARKER);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn commands_and_exit_codes() {
    let bot = bot();
    laws::commands(&bot, "nogo-random", "4,4 4,5");
    bot.check(
        &[],
        "hello\n",
        1,
        "",
        "neither a JSON object nor a turn number",
    );
    // A message on stderr, an answer all the same.
    bot.check(
        &[],
        "{\"requests\":[{\"x\":4,\"y\":4},null],\"responses\":[{\"x\":0,\"y\":0}]}\n",
        0,
        "{\"response\":{\"x\":0,\"y\":1}}\n",
        "turn 2",
    );
}
