//! The entry point in a separate process: this program starts itself as a bot that panics.
//!
//! It has no test harness, because the harness would write to the same standard output.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use std::convert::TryFrom;
use std::env;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::ExitCode;
use std::time::Duration;

use common::answer;
use saiblo::entry_point::{self, About};
use saiblo::{Answer, Bot, Turn};
use snakego::saiblo::{fallback, greeting};
use snakego::{Operation, Position, Rules};
use testing::program::Program;

/// Gives two answers, then panics.
struct Panics;

impl Bot for Panics {
    type State = Position;
    type Move = Operation;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "seed=1";
    fn new() -> Self {
        Panics
    }
    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        assert!(
            turn.index < 2,
            "out of ideas in round {}",
            position.board.round()
        );
        answer(Operation::Down)
    }
}

const CHILD: &str = "SAIBLO_TEST_CHILD";

fn main() -> ExitCode {
    if env::var_os(CHILD).is_some() {
        let about = About {
            name: "panics",
            version: "1",
            description: "Panics in its third turn.",
        };
        let wire = saiblo::wire!(snakego::saiblo);
        let status = entry_point::run::<Panics, _>(&about, &wire, env::args_os().skip(1).collect());
        return ExitCode::from(u8::try_from(status).unwrap());
    }
    let bot = Program::itself(CHILD);
    plays_on_after_a_panic(&bot);
    plays_for_a_local_judger(&bot);
    commands(&bot);
    ExitCode::SUCCESS
}

/// Plays 10 rounds of a half-game; the other side runs off the board at once.
fn play(input: &mut impl Write, output: &mut impl Read) {
    let rules = Rules::generate(1);
    input.write_all(&greeting(&rules, 0)).unwrap();
    let mut position = Position::new(rules);
    while position.board.round() <= 10 {
        if position.board.player() == 1 {
            position.play(Operation::Down);
            input.write_all(&[4]).unwrap();
            continue;
        }
        let mut packet = [0; 5];
        output.read_exact(&mut packet).unwrap();
        let want = if position.board.round() <= 2 {
            Operation::Down
        } else {
            fallback(&position).unwrap()
        };
        assert_eq!(packet, [0, 0, 0, 1, want.number()]);
        position.play(want);
        input.write_all(&packet[4..]).unwrap();
    }
    // The last turn is answered too, but the judge ends the half-game.
    output.read_exact(&mut [0; 5]).unwrap();
    input.write_all(&[0x11, 0, 0, 0, 22, 0, 0]).unwrap();
}

fn plays_on_after_a_panic(bot: &Program) {
    let mut child = bot.start(&["--seed", "7"]);
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    play(&mut input, &mut output);
    // After the end of the half-game it waits; only the end of the input ends it.
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(child.try_wait().unwrap(), None);
    drop(input);
    let result = child.wait_with_output().unwrap();
    let mut rest = Vec::new();
    output.read_to_end(&mut rest).unwrap();
    assert_eq!((result.status.code(), rest.as_slice()), (Some(0), &b""[..]));
    let complaint = String::from_utf8(result.stderr).unwrap();
    assert!(
        complaint.contains("out of ideas in round 3"),
        "{}",
        complaint
    );
    // Every answer from the third on was saved: in the tests' short half-game one in each round.
    let reports: Vec<_> = complaint
        .lines()
        .filter_map(|line| judges_common::saved::read(line.as_bytes()))
        .collect();
    assert_eq!(reports.len(), 9, "{complaint}");
    assert!(
        (3..)
            .zip(&reports)
            .all(|(turn, report)| report.turn == Some(turn))
    );
    let cause = "panicked at crates/judges/saiblo/tests/process.rs:";
    assert!(reports[0].cause.starts_with(cause) && reports[0].cause.contains("out of ideas"));
    assert_eq!(reports[1].cause, "the bot panicked in turn 3");
}

fn plays_for_a_local_judger(bot: &Program) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let child = bot.start(&["localhost", &port]);
    let (mut stream, _) = listener.accept().unwrap();
    play(&mut stream.try_clone().unwrap(), &mut stream);
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let result = child.wait_with_output().unwrap();
    assert_eq!(
        (result.status.code(), result.stdout.as_slice()),
        (Some(0), &b""[..])
    );
}

fn commands(bot: &Program) {
    bot.check(&["--version"], "", 0, "panics 1\n", "");
    let explained = "value: 0\nnodes: 1\nmove: down\n";
    bot.check(&["explain", "seed=1"], "", 0, explained, "");
    bot.check(&["explain", "-"], "seed=1\n", 0, explained, "");
    bot.check(
        &["explain", "x"],
        "",
        2,
        "",
        "cannot read the position \"x\"",
    );
    bot.check(&["--simple-io"], "", 2, "", "listed by --help");
    bot.check(&["127.0.0.1"], "", 2, "", "HOST PORT connects");
    bot.check(&["127.0.0.1", "1"], "", 1, "", "start the judger first");
    // The judge has nothing to say.
    bot.check(&[], "", 0, "", "");
    bot.check(&[], "\u{1}", 0, "", "");
    bot.check(&[], "hello", 0, "", "a board of 104 x 101");
}
