//! The entry point and the panic hook, in a separate process: this program starts itself as a bot that panics.
//!
//! It has no test harness, because the harness would write to the same standard output.

#![allow(clippy::unwrap_used, reason = "test code")]

mod common;

use std::convert::TryFrom;
use std::env;
use std::ffi::c_int;
use std::io::Write;
use std::process::ExitCode;

use botzone::entry_point::{self, About};
use botzone::{Answer, Bot, Turn};
use common::{Add, Sum};
use testing::program::Program;

/// Plays two turns, then panics.
struct Panics;

impl Bot for Panics {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";
    fn new() -> Self {
        Panics
    }
    fn choose(&mut self, state: &Sum, turn: &Turn) -> Answer<Add> {
        assert!(turn.index < 2, "out of ideas at {}", state.sum);
        Answer {
            // There is one position in which it breaks the rules.
            mv: Add(if state.sum == 55 { 4 } else { 3 }),
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

#[allow(unsafe_code, reason = "signal() of C")]
unsafe extern "C" {
    fn signal(number: c_int, handler: usize) -> usize;
}

const CHILD: &str = "BOTZONE_TEST_CHILD";

/// The line about the answer that the hook has saved, up to the line of this file.
const REPORT: &str =
    ">>>SAVED_ANSWER<<< turn 3: panicked at crates/judges/botzone/tests/process.rs:";

fn main() -> ExitCode {
    if env::var_os(CHILD).is_some() {
        // A bot's own `main` is C's, in which a broken pipe ends the process; this program's is the standard library's.
        // SAFETY: SIG_DFL (0) for SIGPIPE (13) is no address and calls nothing.
        #[allow(unsafe_code, reason = "signal() of C")]
        let _ = unsafe { signal(13, 0) };
        let about = About {
            name: "panics",
            version: "1",
            description: "Panics in turn 3.",
            example: "",
            keep_running: false,
        };
        let status =
            entry_point::run::<Panics>(&about, &common::wire(), env::args_os().skip(1).collect());
        return ExitCode::from(u8::try_from(status).unwrap());
    }
    let bot = Program::itself(CHILD);
    let marker = botzone::KEEP_RUNNING_MARKER;
    let (three, simple_three) = (three(), simple_three());
    // In the third turn the last word was 1, so the fallback is 2.
    bot.check(
        &[],
        "{\"requests\":[0,1,1],\"responses\":[3,3]}\n",
        0,
        "{\"response\":2}\n",
        REPORT,
    );
    bot.check(&[], "3\n0\n3\n1\n3\n1\n", 0, "2\n", "out of ideas at 8");
    bot.check(
        &["--keep-running"],
        "{\"requests\":[0]}\n1\n1\n",
        0,
        &format!("{three}{marker}\n{three}{marker}\n{{\"response\":2}}\n"),
        REPORT,
    );
    bot.check(
        &["--keep-running"],
        "1\n0\n1\n1\n",
        0,
        &format!("{simple_three}{marker}\n{simple_three}{marker}\n2\n"),
        "out of ideas at 8",
    );
    // No panic, no answer, bad command line.
    bot.check(&[], "{\"requests\":[0]}\n", 0, &three, "");
    bot.check(&[], "", 1, "", "panics: no input");
    bot.check(
        &["--nodes", "x"],
        "",
        2,
        "",
        "panics: --nodes needs a whole number of at least 1",
    );
    bot.check(&["--version"], "", 0, "panics 1\n", "");
    bot.check(
        &["explain", "7"],
        "",
        0,
        "value: 0\nnodes: 1\nmove: +3\n",
        "",
    );
    bot.check(
        &["explain", "55"],
        "",
        0,
        "value: 0\nnodes: 1\nillegal move +4: 4 is illegal; in a game the fallback move is played\nmove: +1\n",
        "",
    );
    bot.check(
        &["explain", "-"],
        "7\n",
        0,
        "value: 0\nnodes: 1\nmove: +3\n",
        "",
    );
    bot.check(
        &["explain", "x"],
        "",
        2,
        "",
        "cannot read the position \"x\": \"x\" is not a sum",
    );
    bot.check(
        &["explain", "60"],
        "",
        2,
        "",
        "no legal move in this position",
    );
    a_closed_standard_error_costs_no_answer(&bot);
    ExitCode::SUCCESS
}

/// The bot's answer 3: without optimization it says so.
fn three() -> String {
    match cfg!(debug_assertions) {
        true => "{\"response\":3,\"debug\":\"(built without -O)\"}\n",
        false => "{\"response\":3}\n",
    }
    .to_owned()
}

/// The same in simple IO.
fn simple_three() -> String {
    match cfg!(debug_assertions) {
        true => "3\n(built without -O)\n",
        false => "3\n",
    }
    .to_owned()
}

/// Kept running, the report of a saved answer comes before the answer.
fn a_closed_standard_error_costs_no_answer(bot: &Program) {
    let mut child = bot.start(&["--keep-running"]);
    drop(child.stderr.take());
    let input = b"{\"requests\":[0]}\nrubbish\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let marker = botzone::KEEP_RUNNING_MARKER;
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("{}{marker}\n{{\"response\":1}}\n{marker}\n", three())
    );
    assert!(output.status.success());
}
