//! Input that breaks the protocol: a clear message always, a legal answer wherever a position is known.

use std::io::{self, BufReader, Read};

use crate::common::{KEPT, RESTART, Watched, talk, wire};
use botzone::{KEEP_RUNNING_MARKER, session};

/// No position in it: nothing on stdout, and the error says what to send.
#[test]
fn without_a_position_there_is_only_a_message() {
    for (input, complaint) in [
        ("", "no input"),
        ("\n \n\r\n", "no input"),
        ("hello", "neither a JSON object nor a turn number"),
        ("0\n", "neither a JSON object nor a turn number"),
        ("-1\n", "neither a JSON object nor a turn number"),
        (
            "99999999999999999999\n",
            "neither a JSON object nor a turn number",
        ),
        ("[]", "neither a JSON object nor a turn number"),
        ("{", "not one line of JSON"),
        (
            "{\"requests\":[0],\n\"responses\":[]}",
            "not one line of JSON",
        ),
        ("{\"requests\":[0]} {}", "not one line of JSON"),
        ("{\"requests\":[1e999]}", "number out of range"),
        ("{\"requests\":[\"\\ud800\"]}", "not one line of JSON"),
        ("{}", "a bare request is understood only after an answer"),
        (
            "{\"x\":-1,\"y\":-1}",
            "a bare request is understood only after an answer",
        ),
        ("{\"requests\":null}", "\"requests\" is not an array"),
        ("{\"requests\":{}}", "\"requests\" is not an array"),
        ("{\"requests\":[]}", "\"requests\" is empty"),
    ] {
        for options in [RESTART, KEPT] {
            let talk = talk::<Watched>(&wire(), &options, input);
            assert_eq!(talk.out, "", "{input:?}");
            let error = talk.result.unwrap_err();
            assert!(error.contains(complaint), "{:?}: {}", input, error);
        }
    }
    let deep = format!(
        "{{\"requests\":{}{}}}",
        "[".repeat(10_000),
        "]".repeat(10_000)
    );
    assert!(
        talk::<Watched>(&wire(), &RESTART, deep)
            .result
            .unwrap_err()
            .contains("recursion limit")
    );
    assert!(
        talk::<Watched>(&wire(), &RESTART, b"{\"requests\":[\"\xff\"]}")
            .result
            .unwrap_err()
            .contains("not one line of JSON")
    );
}

/// A broken item: the fallback move of the position before it.
#[test]
fn a_damaged_history_is_answered_in_the_last_known_position() {
    for (input, answer, complaint) in [
        (
            "{\"requests\":[\"x\"]}",
            1,
            "turn 1: request \"x\": \"x\" is not a number",
        ),
        ("{\"requests\":[5]}", 1, "turn 1: request 5: 5 is illegal"),
        (
            "{\"requests\":[18446744073709551616]}",
            1,
            "is not a number",
        ),
        (
            "{\"requests\":[0,[]],\"responses\":[1]}",
            2,
            "turn 2: request []: [] is not a number",
        ),
        (
            "{\"requests\":[0,1],\"responses\":[1]}",
            2,
            "turn 2: request 1: 1 is illegal",
        ),
        (
            "{\"requests\":[1,1],\"responses\":[1]}",
            2,
            "turn 1: response 1: 1 is illegal",
        ),
        (
            "{\"requests\":[1,1],\"responses\":[null]}",
            2,
            "turn 1: response null: null is not a number",
        ),
        (
            "{\"requests\":[1,2,1],\"responses\":[]}",
            2,
            "turn 1: the bot's answer is missing",
        ),
        (
            "{\"requests\":[1,2,1]}",
            2,
            "turn 1: the bot's answer is missing",
        ),
        (
            "{\"requests\":[0,1,2],\"responses\":[2]}",
            2,
            "turn 2: the bot's answer is missing",
        ),
        (
            "{\"requests\":[1,1],\"responses\":3}",
            2,
            "the bot's answer is missing",
        ),
        (
            "{\"requests\":[1],\"responses\":\"\"}",
            2,
            "\"responses\" is not an array",
        ),
    ] {
        let talk = talk::<Watched>(&wire(), &RESTART, input);
        assert_eq!(
            (&talk.result, talk.out),
            (&Ok(()), format!("{{\"response\":{answer}}}\n")),
            "{input}"
        );
        assert!(
            talk.log.contains(complaint) && talk.log.lines().count() == 1,
            "{input}: {}",
            talk.log
        );
    }
}

#[test]
fn own_answers_without_a_request_are_ignored() {
    let talk = talk::<Watched>(
        &wire(),
        &RESTART,
        "{\"requests\":[1,1],\"responses\":[3,2,\"x\"]}",
    );
    assert_eq!(talk.out, "{\"response\":3,\"debug\":\"sum 5 call 1\"}\n");
    assert!(
        talk.log.contains("3 answers for 2 requests"),
        "{}",
        talk.log
    );
}

/// The limit is far beyond any match, and near it nothing is different.
#[test]
fn a_history_of_too_many_values_is_refused() {
    let zeros = |values: usize| format!("{{\"requests\":[{}0]}}", "0,".repeat(values - 3));
    let talk = |input: String| talk::<Watched>(&wire(), &RESTART, input);
    assert_eq!(talk(zeros(100_000)).out, "{\"response\":1}\n");
    let error = talk(zeros(100_001)).result.unwrap_err();
    assert_eq!(error, "the message has too many values (more than 100000)");
    // A text may hold JSON, which a game reads.
    let text = format!("{{\"requests\":[\"{}\"]}}", ",".repeat(100_000));
    assert_eq!(talk(text).result.unwrap_err(), error);
}

#[test]
fn a_message_about_a_long_line_is_short() {
    let talk = talk::<Watched>(
        &wire(),
        &RESTART,
        format!("{{\"requests\":[\"{}\"]}}", "围".repeat(100_000)),
    );
    assert_eq!(talk.out, "{\"response\":1}\n");
    assert!(talk.log.len() < 1200);
}

/// Endless input without a line break is given up at 4 MiB.
#[test]
fn a_line_without_end_is_not_read_to_its_end() {
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let mut endless = BufReader::new(io::repeat(b'['));
    let error =
        session::<Watched>(&wire(), &RESTART, &mut endless, &mut out, &mut log).unwrap_err();
    assert!(error.contains("longer than 4 MiB"), "{}", error);
    assert_eq!(out, b"");

    // Kept running, there is a position, so there is an answer; without the marker, because it is the last.
    let mut endless = BufReader::new(b"{\"requests\":[0]}\n".chain(io::repeat(b'1')));
    session::<Watched>(&wire(), &KEPT, &mut endless, &mut out, &mut log).unwrap();
    let out = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[1..], [KEEP_RUNNING_MARKER, "{\"response\":1}"]);

    // The same within the lines of simple IO.
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let mut endless = BufReader::new(b"3\n0\n1\n".chain(io::repeat(b'1')));
    session::<Watched>(&wire(), &RESTART, &mut endless, &mut out, &mut log).unwrap();
    assert_eq!(out, b"2\n");
}

#[test]
fn endless_empty_lines_are_given_up() {
    let mut endless = BufReader::new(io::repeat(b'\n'));
    let error = session::<Watched>(
        &wire(),
        &KEPT,
        &mut endless,
        &mut Vec::new(),
        &mut Vec::new(),
    )
    .unwrap_err();
    assert!(error.contains("empty lines"), "{}", error);
}

#[test]
fn an_output_that_is_closed_is_an_error() {
    let mut full: &mut [u8] = &mut [0; 3];
    let error = session::<Watched>(
        &wire(),
        &RESTART,
        &mut "1\n0\n".as_bytes(),
        &mut full,
        &mut Vec::new(),
    );
    assert!(error.unwrap_err().contains("cannot write the answer"));
}
