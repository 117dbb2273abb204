//! The bot as a process: the door, from command line to answer. What holds here holds for every bot with a door.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const MARKER: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n";

fn bot(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nogo-random"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = bot(arguments).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

/// Output of a run that must end well without a message.
fn good(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn json_and_simple_io_give_the_same_move() {
    let json = good(
        &[],
        "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    );
    let simple = good(&[], "1\n-1 -1\n");
    let (x, y) = simple.trim_end().split_once(' ').unwrap();
    assert_eq!(json, format!("{{\"response\":{{\"x\":{x},\"y\":{y}}}}}\n"));
    assert_eq!(good(&["--simple-io", "--nodes", "3"], "1\n-1 -1\n"), simple);
    let seeds: Vec<String> = ["1", "2", "3", "4"]
        .map(|seed| good(&["--seed", seed], "1\n-1 -1\n"))
        .to_vec();
    assert_eq!(seeds[0], simple);
    assert!(seeds[1..].iter().any(|other| *other != simple));
}

#[test]
fn kept_running_it_answers_while_the_input_stays_open() {
    let mut child = bot(&["--keep-running"]).spawn().unwrap();
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
        assert!(answer.starts_with("{\"response\":{\"x\":"), "{answer}");
        assert_eq!(marker, MARKER);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn commands_and_exit_codes() {
    let explained = good(&["explain", "4,4 4,5"], "");
    assert!(
        explained.lines().last().unwrap().starts_with("move: "),
        "{explained}"
    );
    assert_eq!(good(&["explain", "-"], "4,4 4,5\n"), explained);
    let bench = good(&["bench"], "");
    let names: Vec<&str> = bench
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        names,
        ["positions", "nodes", "nodes_per_second", "signature"]
    );
    assert!(good(&["--help"], "").starts_with("nogo-random"));

    let output = run(&["--frobnicate"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--help"));
    let output = run(&[], "hello\n");
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(1), &b""[..])
    );
    // A message on stderr, an answer all the same.
    let output = run(
        &[],
        "{\"requests\":[{\"x\":4,\"y\":4},null],\"responses\":[{\"x\":0,\"y\":0}]}\n",
    );
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), &b"{\"response\":{\"x\":0,\"y\":1}}\n"[..])
    );
    assert!(!output.stderr.is_empty());
}
