//! Simple IO, restarted every turn: the protocol's section 3.

use crate::common::{RESTART, Watched, meet, say, talk, wire};
use botzone::{Options, Wire};

#[test]
fn messages_alternate_and_are_counted_by_the_turn_number() {
    assert_eq!(
        say::<Watched>(&wire(), &RESTART, "1\n0\n"),
        "3\nsum 0 call 1\n"
    );
    assert_eq!(
        say::<Watched>(&wire(), &RESTART, "3\n0\n3\n1\n3\n2\n"),
        "3\nsum 9 call 1\n"
    );
    assert_eq!(
        say::<Watched>(&wire(), &RESTART, "3\r\n0\r\n3\r\n1\r\n3\r\n2"),
        "3\nsum 9 call 1\n"
    );
}

#[test]
fn data_and_globaldata_may_be_absent_empty_or_there() {
    for tail in [
        "",
        "\n",
        "\n\n",
        "data\nglobal\ndata\n",
        "\nglobaldata",
        "7\n7\n",
    ] {
        let out = say::<Watched>(&wire(), &RESTART, format!("2\n0\n3\n1\n{tail}"));
        assert_eq!(out, "3\nsum 4 call 1\n", "{tail:?}");
    }
    // Nothing behind the last request is waited for.
    let (talk, _) = meet::<Watched>(&wire(), &RESTART, vec!["2\n0\n3\n1\n"]);
    assert_eq!(talk.out, "3\nsum 4 call 1\n");
}

#[test]
fn the_flag_forces_it_and_a_game_without_it_never_speaks_it() {
    let forced = Options {
        simple_io: true,
        ..RESTART
    };
    assert_eq!(
        say::<Watched>(&wire(), &forced, "1\n0\n"),
        "3\nsum 0 call 1\n"
    );
    let error = talk::<Watched>(&wire(), &forced, "{\"requests\":[0]}")
        .result
        .unwrap_err();
    assert!(error.contains("turn number"), "{}", error);
    let json_only = Wire {
        simple_io: false,
        ..wire()
    };
    let error = talk::<Watched>(&json_only, &RESTART, "1\n0\n")
        .result
        .unwrap_err();
    assert!(error.contains("no \"requests\""), "{}", error);
}

#[test]
fn a_damaged_history_is_answered_in_the_last_known_position() {
    for (input, answer, complaint) in [
        // Position: nothing yet.
        ("1\nx\n", "1\n", "line 2"),
        ("1\n", "1\n", "ends after 0 of 1"),
        // After 0, 3: the own 3 may not be repeated.
        ("2\n0\n3\nx\n", "1\n", "line 4"),
        ("2\n0\n3\n", "1\n", "ends after 2 of 3"),
        ("9999\n0\n3\n1\n", "2\n", "ends after 3 of 19997"),
        // After 0, 3, 1: an answer of the bot is damaged.
        (
            "3\n0\n3\n1\n1\n2\n",
            "2\n",
            "turn 2: response 1: 1 is illegal",
        ),
        ("3\n0\n3\n1\n\u{fffd}\n2\n", "2\n", "line 5"),
    ] {
        let talk = talk::<Watched>(&wire(), &RESTART, input);
        assert_eq!(
            (&talk.result, talk.out.as_str()),
            (&Ok(()), answer),
            "{input:?}"
        );
        assert!(
            talk.log.contains(complaint) && talk.log.lines().count() == 1,
            "{input:?}: {}",
            talk.log
        );
    }
}
