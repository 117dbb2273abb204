//! The bot as a process: the door, from command line to packet. What holds here holds for every bot with this door.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

use snakego::saiblo::greeting;
use snakego::{Operation, Position, Rules};

fn bot(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snakego-greedy"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = bot(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn good(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(arguments, input);
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
    output.stdout
}

/// Plays a half of 40 rounds as both sides of it, one of them the bot.
fn half(me: usize, input: &mut impl Write, output: &mut impl Read) -> Vec<Operation> {
    let rules = Rules::generate_for(5, 40);
    input.write_all(&greeting(&rules, me)).unwrap();
    let mut position = Position::new(rules);
    let mut played = Vec::new();
    while position.outcome().is_none() {
        let operation = if position.board.player() == me {
            let mut packet = [0; 5];
            output.read_exact(&mut packet).unwrap();
            assert_eq!(packet[..4], [0, 0, 0, 1]);
            Operation::from_number(packet[4]).unwrap()
        } else {
            snakego::saiblo::fallback(&position).unwrap()
        };
        position.try_play(operation).unwrap();
        played.push(operation);
        input.write_all(&[operation.number()]).unwrap();
    }
    played
}

#[test]
fn whole_halves_over_pipes_and_over_a_socket() {
    for me in [0, 1] {
        let mut child = bot(&["--nodes", "1"]).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let piped = half(me, &mut input, &mut output);
        // It stays until the judge closes the connection.
        assert_eq!(child.try_wait().unwrap(), None);
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let mut child = bot(&["127.0.0.1", &port, "--nodes", "1"]).spawn().unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        let sent = half(me, &mut stream.try_clone().unwrap(), &mut stream);
        drop(stream);
        child.wait().unwrap();
        assert_eq!(piped, sent);
    }
}

#[test]
fn commands_and_exit_codes() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let explained = text(good(&["explain", "seed=1"], b""));
    assert!(
        explained.lines().last().unwrap().starts_with("move: "),
        "{explained}"
    );
    assert_eq!(text(good(&["explain", "-"], b"seed=1\n")), explained);
    let bench = text(good(&["bench"], b""));
    let names: Vec<&str> = bench
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        names,
        ["positions", "nodes", "nodes_per_second", "signature"]
    );
    assert!(text(good(&["--help"], b"")).starts_with("snakego-greedy"));
    assert!(text(good(&["--version"], b"")).starts_with("snakego-greedy "));
    assert_eq!(good(&[], b""), b"");

    let output = run(&["--frobnicate"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--help"));
    let output = run(&[], b"hello\n");
    assert_eq!((output.status.code(), output.stdout), (Some(0), Vec::new()));
    assert!(!output.stderr.is_empty());
}
