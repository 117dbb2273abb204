//! Answers that the fallback move has saved: each is reported in the form of `judges_common::saved`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::common::{Add, KEPT, RESTART, Sum, Watched, talk, timed, unmarked, wire};
use botzone::{Answer, Bot, KEEP_RUNNING_MARKER, Turn, session};
use judges_common::saved::{PREFIX, Report, read};
use serde_json::json;

/// Adds 3, then 9, which is illegal.
struct Stubborn;

impl Bot for Stubborn {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";
    fn new() -> Self {
        Stubborn
    }
    fn choose(&mut self, _: &Sum, turn: &Turn) -> Answer<Add> {
        Answer {
            mv: Add(if turn.index == 0 { 3 } else { 9 }),
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

fn reports(log: &str) -> Vec<Report> {
    log.lines()
        .filter_map(|line| read(line.as_bytes()))
        .collect()
}

#[test]
fn an_illegal_choice_is_reported_with_turn_and_move() {
    let input = "{\"requests\":[0,1],\"responses\":[3]}\n";
    let restarted = talk::<Stubborn>(&wire(), &RESTART, input);
    assert_eq!(restarted.out, "{\"response\":2}\n");
    let kept = talk::<Stubborn>(&wire(), &KEPT, "{\"requests\":[0]}\n1\n1\n");
    assert_eq!(unmarked(&kept.out).len(), 3);
    for (log, turns) in [(restarted.log, 2..=2), (kept.log, 2..=3)] {
        let found = reports(&log);
        assert_eq!(found.len(), turns.clone().count(), "{log}");
        for (report, turn) in found.iter().zip(turns) {
            assert_eq!(report.turn, Some(turn));
            assert_eq!(report.cause, "illegal move +9: response 9: 9 is illegal");
        }
        assert_eq!(log.lines().count(), found.len(), "nothing is said twice");
    }
}

#[test]
fn a_damaged_line_is_reported_with_its_own_number() {
    let input = "{\"requests\":[0]}\nrubbish\n2\n7\n";
    let log = talk::<Watched>(&wire(), &KEPT, input).log;
    let found = reports(&log);
    let turns: Vec<_> = found.iter().map(|report| report.turn).collect();
    assert_eq!(turns, [Some(2), Some(4)], "{log}");
    assert!(
        found[0]
            .cause
            .starts_with("message not understood: the input is not one line of JSON"),
        "{}",
        log
    );
}

/// Kept running the program is stopped as soon as its answer is there, so what comes later comes a turn late.
#[test]
fn kept_running_the_report_comes_before_the_answer_and_restarted_after_it() {
    #[derive(Clone, Default)]
    struct Both(Rc<RefCell<String>>);
    impl Write for Both {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().push_str(str::from_utf8(bytes).unwrap());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (options, input, want) in [
        (
            RESTART,
            "2\n0\n3\n1\n",
            format!("2\n{PREFIX} turn 2: illegal move +9: response 9: 9 is illegal\n"),
        ),
        (
            KEPT,
            "2\n0\n3\n1\n",
            format!(
                "{PREFIX} turn 2: illegal move +9: response 9: 9 is illegal\n2\n{KEEP_RUNNING_MARKER}\n"
            ),
        ),
    ] {
        let both = Both::default();
        let (mut output, mut log) = (both.clone(), both.clone());
        session::<Stubborn>(
            &wire(),
            &options,
            &mut input.as_bytes(),
            &mut output,
            &mut log,
        )
        .unwrap();
        assert_eq!(*both.0.borrow(), want);
    }
}

/// Nobody may empty the pipe while the program runs.
#[test]
fn a_kept_program_never_says_more_than_a_pipe_holds() {
    let long = "x".repeat(5000);
    let line = |request| json!({"requests": [0, request], "responses": [3]}).to_string() + "\n";
    for request in [json!(1), json!(long)] {
        let talk = talk::<Stubborn>(&wire(), &KEPT, line(request).repeat(2000));
        assert_eq!(unmarked(&talk.out).len(), 2000);
        assert!(talk.log.len() < 48 << 10, "{}", talk.log.len());
        assert!(reports(&talk.log).last().unwrap().last);
    }
    // More answers than requests: a warning every turn.
    let line = "{\"requests\":[0],\"responses\":[3,2]}\n".repeat(2000);
    let talk = talk::<Watched>(&wire(), &KEPT, line);
    assert!(talk.log.len() < 48 << 10, "{}", talk.log.len());
}

#[test]
fn after_a_damaged_line_the_next_request_meets_the_fallback_that_went_out() {
    let debug = |input: &str| {
        let options = timed(1000, KEPT);
        let out = talk::<Watched>(&wire(), &options, input).out;
        unmarked(&out)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // The own 3 is replaced by the 1 that went out: the next request makes 0 + 1 + 2.
    let lines = debug("{\"requests\":[0]}\nrubbish\n2\n");
    assert_eq!(lines[1], "{\"response\":1}");
    assert_eq!(lines[2], "{\"response\":3,\"debug\":\"sum 3 call 2\"}");
    // Damaged in the own turn: after the request 1 the fallback is 2.
    let lines = debug("{\"requests\":[1,7],\"responses\":[]}\n1\n");
    assert_eq!(lines[0], "{\"response\":2}");
    assert_eq!(lines[1], "{\"response\":3,\"debug\":\"sum 4 call 1\"}");
}

/// In a game of joint turns a request is the other part of the turn of the last answer.
#[test]
fn in_a_joint_game_the_next_request_is_paired_with_the_fallback_that_went_out() {
    /// Goes up where it may, and tells the position.
    struct Teller;
    impl Bot for Teller {
        type State = snake::botzone::State;
        type Move = snake::Direction;
        const BENCH_NODES: u64 = 1;
        const BENCH: &'static str = "";
        fn new() -> Self {
            Teller
        }
        fn choose(&mut self, state: &Self::State, _: &Turn) -> Answer<snake::Direction> {
            let legal = state.board().legal_moves(state.me());
            Answer {
                mv: legal.iter().last().unwrap(),
                value: 0,
                nodes: 1,
                debug: format!("{state:#}"),
            }
        }
    }
    let map = json!({"height": 11, "width": 12, "obstacle": [], "x": 1, "y": 1});
    let first = json!({"requests": [map], "responses": []});
    let wire = botzone::wire!(snake::botzone);
    let input = format!("{first}\nrubbish\n{{\"direction\":0}}\n");
    let out = talk::<Teller>(&wire, &KEPT, input).out;
    let answers: Vec<serde_json::Value> = unmarked(&out)
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_ne!(answers[0]["response"], answers[1]["response"]);
    // As if the fallback had been the answer to the first request.
    let history = json!({
        "requests": [map, {"direction": 0}], "responses": [answers[1]["response"]],
    });
    let want = talk::<Teller>(&wire, &RESTART, format!("{history}\n")).out;
    let want: serde_json::Value = serde_json::from_str(&want).unwrap();
    assert_eq!(answers[2]["debug"], want["debug"]);
}
