//! The bot as a process, from command line to packet. What holds here holds for every bot with this entry point.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{Read, Write};
use std::net::TcpListener;

use snakego::saiblo::greeting;
use snakego::{Operation, Position, Rules};
use testing::laws;
use testing::program::Program;

fn bot() -> Program {
    Program::new(env!("CARGO_BIN_EXE_snakego-greedy"))
}

/// Plays a half-game of 40 rounds as both sides of it, one of them the bot.
fn half_game(me: usize, input: &mut impl Write, output: &mut impl Read) -> Vec<Operation> {
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
fn whole_half_games_over_pipes_and_over_a_socket() {
    for me in [0, 1] {
        let mut child = bot().start(&["--nodes", "1"]);
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let piped = half_game(me, &mut input, &mut output);
        // It stays until the judge closes the connection.
        assert_eq!(child.try_wait().unwrap(), None);
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));

        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let mut child = bot().start(&["127.0.0.1", &port, "--nodes", "1"]);
        let (mut stream, _) = listener.accept().unwrap();
        let sent = half_game(me, &mut stream.try_clone().unwrap(), &mut stream);
        drop(stream);
        child.wait().unwrap();
        assert_eq!(piped, sent);
    }
}

#[test]
fn commands_and_exit_codes() {
    let bot = bot();
    laws::commands(&bot, "snakego-greedy", "seed=1");
    assert_eq!(bot.output(&[], ""), "");
    bot.check(&[], "hello\n", 0, "", "a board of 104 x 101");
}
