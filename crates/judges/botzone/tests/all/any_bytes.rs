//! Any bytes in: no panic, no hang, whole answers out.

use crate::common::{Add, RESTART, Seeded, Sum, game, talk, wire};
use botzone::{KEEP_RUNNING_MARKER, Options, Settings, Wire};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Pieces that protocols are made of, and pieces that break them.
const PIECES: &[&[u8]] = &[
    b"{\"requests\":[0],\"responses\":[]}",
    b"{\"requests\":[0,1,2],\"responses\":[3,3]}",
    b"{\"requests\":[",
    b"],\"responses\":[",
    b"]}",
    b"\n",
    b"\n",
    b"\n",
    b"\r\n",
    b"1\n0\n",
    b"3\n0\n3\n1\n3\n2\n",
    b"0",
    b"1",
    b"2",
    b"3",
    b",",
    b" ",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"null",
    b"\"",
    b"\"\\ud800\"",
    b"\xff\xfe",
    b"\0",
    b"[[[[[[[[",
    KEEP_RUNNING_MARKER.as_bytes(),
];

fn options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), any::<u64>()).prop_map(|(keep_running, simple_io, seed)| {
        Options {
            keep_running,
            simple_io,
            settings: Settings {
                seed,
                nodes: Some(1),
                ..Settings::DEFAULT
            },
            ..Options::DEFAULT
        }
    })
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    vec(select(PIECES), 0..30).prop_map(|pieces| pieces.concat())
}

/// Checks the properties that hold for any input.
fn check(wire: &Wire<Sum, Add>, options: &Options, input: &[u8]) {
    let talk = talk::<Seeded>(wire, options, input);
    assert!(talk.out.is_empty() || talk.out.ends_with('\n'));
    let lines: Vec<&str> = talk.out.lines().collect();
    let size = if options.keep_running { 2 } else { 1 };
    assert_eq!(lines.len() % size, 0);
    if !options.keep_running {
        assert_eq!(lines.len(), usize::from(talk.result.is_ok()), "{talk:?}");
    }
    for turn in lines.chunks(size) {
        if options.keep_running {
            assert_eq!(turn[1], KEEP_RUNNING_MARKER);
        }
        let simple = turn[0].parse::<u64>().ok();
        let json = || serde_json::from_str::<Value>(turn[0]).ok()?["response"].as_u64();
        assert!(matches!(simple.or_else(json), Some(1..=3)), "{:?}", talk);
    }
    if let Err(error) = &talk.result {
        assert!(!error.is_empty());
    }
}

/// A legal match up to a request, from any numbers.
fn history(picks: &[u64]) -> (Vec<Value>, Vec<Value>) {
    let mut state = game::start();
    let mut messages = vec![json!(0)];
    game::request(&mut state, &messages[0]).unwrap();
    for (pick, i) in picks.iter().zip(0..) {
        let moves: Vec<u64> = (1..=3).filter(|&add| game::legal(&state, add)).collect();
        let Some(mv) = moves.get(*pick as usize % moves.len().max(1)) else {
            break;
        };
        let message = json!(mv);
        let apply = if i % 2 == 0 {
            game::response
        } else {
            game::request
        };
        apply(&mut state, &message).unwrap();
        messages.push(message);
    }
    let every_second = |odd| {
        messages
            .iter()
            .zip(0..)
            .filter(|&(_, i)| i % 2 == odd)
            .map(|(message, _)| message.clone())
            .collect()
    };
    (every_second(0), every_second(1))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn any_bytes(options in options(), input in vec(any::<u8>(), 0..300)) {
        check(&wire(), &options, &input);
    }

    #[test]
    fn any_pieces(options in options(), input in pieces()) {
        check(&wire(), &options, &input);
    }

    #[test]
    fn any_pieces_for_a_game_without_simple_io(options in options(), input in pieces()) {
        check(&Wire { simple_io: false, ..wire() }, &Options { simple_io: false, ..options }, &input);
    }

    /// One byte of a good history changed, cut out or put in.
    #[test]
    fn a_byte_of_a_history_changed(options in options(), picks in vec(0..6u64, 0..20), at in any::<prop::sample::Index>(), byte: u8, how in 0..3) {
        let (requests, responses) = history(&picks);
        let mut input = json!({"requests": requests, "responses": responses}).to_string().into_bytes();
        let at = at.index(input.len());
        match how {
            0 => input[at] = byte,
            1 => { input.remove(at); }
            _ => input.insert(at, byte),
        }
        check(&wire(), &options, &input);
    }

    /// One item of a good history replaced: the answer is legal in the position before that item.
    #[test]
    fn an_item_of_a_history_broken(picks in vec(0..6u64, 0..20), at in any::<prop::sample::Index>(), junk in select(vec![json!("x"), json!(4), json!(null), json!([0])])) {
        let (mut requests, mut responses) = history(&picks);
        if responses.len() == requests.len() {
            responses.pop();
        }
        let at = at.index(requests.len() + responses.len());
        let broken = if at % 2 == 0 { &mut requests } else { &mut responses };
        broken[at / 2] = junk;
        let mut state = game::start();
        for i in 0..at {
            let (apply, list): (fn(&mut _, &Value) -> _, _) = if i % 2 == 0 { (game::request, &requests) } else { (game::response, &responses) };
            apply(&mut state, &list[i / 2]).unwrap();
        }
        let input = json!({"requests": requests, "responses": responses}).to_string();
        let talk = talk::<Seeded>(&wire(), &RESTART, input);
        prop_assert_eq!(talk.result, Ok(()));
        let answer = serde_json::from_str::<Value>(&talk.out).unwrap()["response"].as_u64().unwrap();
        prop_assert!(game::legal(&state, answer));
    }
}
