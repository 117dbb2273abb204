//! Messages of a logic that are no half-rounds, and those that are invalid.

use std::collections::VecDeque;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use gameplay::game::Platform;

use super::super::seat::HumanSeat;
use super::*;
use crate::conduct::Mode;
use crate::human::Lines;

/// A logic with its lines written down; it notes what it is sent.
struct Script {
    output: VecDeque<Output>,
    sent: Vec<Value>,
}

impl Logic for Script {
    fn send(&mut self, message: &Value) -> Result<(), Stop> {
        self.sent.push(message.clone());
        Ok(())
    }
    fn ready(&mut self) -> Result<Option<Output>, Stop> {
        // One at a time: the judger listens in between.
        Ok(None)
    }
    fn next(&mut self) -> Result<Output, Stop> {
        (self.output.pop_front()).ok_or_else(|| anyhow::anyhow!("the script is over").into())
    }
    fn wake(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}

struct Silent;

impl Lines for Silent {
    fn next(&mut self) -> Result<String, Stop> {
        Err(Stop::Cancelled)
    }
}

fn play(messages: &[Value]) -> (Result<Finished, Stop>, Vec<Value>) {
    let mut script = Script {
        output: messages.iter().cloned().map(Output::Judger).collect(),
        sent: Vec::new(),
    };
    let human = || SaibloSeat::Person(HumanSeat::new("A".to_owned(), Box::new(Silent)));
    let mut seats = [human(), human()];
    let rules = Rules::new(Mode::KeepRunning, Duration::from_secs(1));
    let Platform::Saiblo(game) = gameplay::games::snakego::GAME.platform else {
        panic!("SnakeGo is played on Saiblo");
    };
    let judger = Judger::new(&mut script, &mut seats, (game.follower)(), &rules);
    let played = judger.play(&json!({"a": 1}));
    (played, script.sent)
}

#[test]
fn what_is_no_half_round_is_understood() {
    let end =
        json!({"state": -1, "end_info": "{\"0\":5,\"1\":-100}", "end_state": "[\"OK\",\"XY\"]"});
    let (played, sent) = play(&[
        json!({"watch": "hello"}),
        json!({"state": 0, "time": 3, "length": 100}),
        json!({"state": 1, "listen": [], "player": [0, 1], "content": ["a", "b"]}),
        json!({"action": "request_end_state"}),
        end,
    ]);
    let result = played.unwrap().result;
    assert_eq!((result.winner, result.turns), (Some(0), 0));
    assert_eq!(result.err.as_deref(), Some("XY"));
    assert_eq!(sent[0]["config"], json!({"a": 1}));
    assert_eq!(sent[1], json!({"end_state": "[\"OK\",\"OK\"]"}));
    assert_eq!(sent.len(), 2);
}

#[test]
fn messages_that_cannot_be_used_are_errors() {
    for (message, want) in [
        (json!({}), "no number `state`"),
        (json!({"state": -2}), "a state below -1"),
        (json!({"state": 1, "listen": [0, 1]}), "several players"),
        (json!({"state": 1, "listen": [2]}), "has no seat"),
        (
            json!({"state": 1, "player": [7], "content": ["x"]}),
            "has no seat",
        ),
        (json!({"state": -1}), "no JSON text `end_info`"),
        (
            json!({"state": -1, "end_info": "{}"}),
            "a score that is no number",
        ),
    ] {
        let Err(Stop::Failed(error)) = play(&[message]).0 else {
            panic!("no error")
        };
        assert!(error.to_string().contains(want), "{error}");
    }
}
