//! JSON, restarted every turn: the protocol's section 2.

use crate::common::{Add, RESTART, SEEN, Sum, Watched, meet, say, seeded, talk, timed, wire};
use botzone::{Answer, Bot, Options, Turn};

#[test]
fn one_compact_line_answers_the_last_request() {
    let out = say::<Watched>(&wire(), &RESTART, "{\"requests\":[0],\"responses\":[]}\n");
    assert_eq!(out, "{\"response\":3,\"debug\":\"sum 0 call 1\"}\n");
    let out = say::<Watched>(
        &wire(),
        &RESTART,
        "{\"requests\":[0,1,2],\"responses\":[3,3]}\n",
    );
    assert_eq!(out, "{\"response\":3,\"debug\":\"sum 9 call 1\"}\n");
    // The second player's first request is a move.
    let out = say::<Watched>(&wire(), &RESTART, "{\"requests\":[3],\"responses\":[]}\n");
    assert_eq!(out, "{\"response\":2,\"debug\":\"sum 3 call 1\"}\n");
}

#[test]
fn only_requests_are_needed_and_other_keys_do_not_matter() {
    let want = "{\"response\":3,\"debug\":\"sum 0 call 1\"}\n";
    for input in [
        "{\"requests\":[0]}",
        "{\"requests\":[0],\"responses\":null}",
        "{\"responses\":[],\"requests\":[0]}\r\n",
        " { \"responses\" : [] , \"x\" : {\"requests\":[1]}, \"requests\" : [ 0 ] } \n",
        "\n\n{\"requests\":[0]}\n",
        "{\"requests\":[0],\"responses\":[],\"data\":\"\",\"globaldata\":null,\"time_limit\":\"\",\"memory_limit\":-1}\n",
        "{\"requests\":[0],\"responses\":[],\"data\":{\"a\":[1]},\"globaldata\":7,\"time_limit\":1,\"memory_limit\":256}\n",
    ] {
        assert_eq!(say::<Watched>(&wire(), &RESTART, input), want, "{input}");
    }
}

#[test]
fn exactly_one_line_is_read() {
    let (talk, _) = meet::<Watched>(
        &wire(),
        &RESTART,
        vec!["{\"requests\":[0],\"responses\":[]}\n"],
    );
    assert_eq!((talk.result, talk.log.as_str()), (Ok(()), ""));
    // And what stands behind it does not matter.
    say::<Watched>(
        &wire(),
        &RESTART,
        "{\"requests\":[0],\"responses\":[]}\n\u{0}junk",
    );
}

#[test]
fn the_first_turn_has_twice_the_time() {
    let options = timed(700, Options::DEFAULT);
    let turn = |input: &str| {
        say::<Watched>(&wire(), &options, input);
        SEEN.get()
            .map(|(turn, _)| (turn.index, turn.limit.as_millis(), turn.nodes))
    };
    assert_eq!(turn("{\"requests\":[0]}"), Some((0, 1400, None)));
    assert_eq!(
        turn("{\"requests\":[0,1],\"responses\":[2]}"),
        Some((1, 700, None))
    );
    assert_eq!(
        turn("{\"requests\":[0,1,1],\"responses\":[2,2]}"),
        Some((2, 700, None))
    );
}

#[test]
fn the_clock_starts_after_the_read() {
    let (_, read) = meet::<Watched>(&wire(), &Options::DEFAULT, vec!["{\"requests\":[0]}\n"]);
    let (turn, _) = SEEN.get().unwrap();
    assert!(turn.started >= read);
}

#[test]
fn every_turn_has_its_own_seed() {
    let seed = |seed, input: &str| {
        say::<Watched>(&wire(), &seeded(seed, RESTART), input);
        SEEN.get().map(|(turn, _)| turn.seed)
    };
    // The first two outputs of splitmix64 with seed 1234567, as published with the generator's test vectors.
    assert_eq!(
        seed(1234567, "{\"requests\":[0]}"),
        Some(6457827717110365317)
    );
    assert_eq!(
        seed(1234567, "{\"requests\":[0,1],\"responses\":[2]}"),
        Some(3203168211198807973)
    );
    assert_ne!(seed(1, "{\"requests\":[0]}"), seed(2, "{\"requests\":[0]}"));
}

/// Says much, in characters of three bytes.
struct Chatty;

impl Bot for Chatty {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";
    fn new() -> Self {
        Chatty
    }
    fn choose(&mut self, state: &Sum, _: &Turn) -> Answer<Add> {
        let debug = if state.sum == 0 {
            "\"\n\u{1}".to_owned() + &"围".repeat(1000)
        } else {
            String::new()
        };
        Answer {
            mv: Add(1),
            value: 0,
            nodes: 1,
            debug,
        }
    }
}

#[test]
fn debug_is_one_kibibyte_of_whole_characters_at_most() {
    let out = say::<Chatty>(&wire(), &RESTART, "{\"requests\":[0]}");
    assert_eq!(out.lines().count(), 1);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    let debug = answer["debug"].as_str().unwrap();
    assert_eq!(debug, "\"\n\u{1}".to_owned() + &"围".repeat(340));
    assert_eq!(debug.len(), 1023);
    assert_eq!(answer["response"], 1);
    // Nothing to say, no key.
    assert_eq!(
        say::<Chatty>(&wire(), &RESTART, "{\"requests\":[2]}"),
        "{\"response\":1}\n"
    );
}

/// Always adds 3.
struct Stubborn;

impl Bot for Stubborn {
    type State = Sum;
    type Move = Add;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";
    fn new() -> Self {
        Stubborn
    }
    fn choose(&mut self, _: &Sum, _: &Turn) -> Answer<Add> {
        Answer {
            mv: Add(3),
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

#[test]
fn an_illegal_move_of_the_bot_is_replaced() {
    let talk = talk::<Stubborn>(&wire(), &RESTART, "{\"requests\":[3]}");
    assert_eq!(
        (talk.result, talk.out.as_str()),
        (Ok(()), "{\"response\":1}\n")
    );
    assert!(
        talk.log
            .contains("illegal move +3: response 3: 3 is illegal"),
        "{}",
        talk.log
    );
}
