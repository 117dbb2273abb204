//! Keep-running mode: the protocol's section 4.

use crate::common::{
    KEPT, RESTART, SEEN, Seeded, Watched, game, meet, say, seeded, talk, timed, unmarked, wire,
};
use botzone::{KEEP_RUNNING_MARKER, Options};
use serde_json::{Value, json};

#[test]
fn the_marker_follows_every_answer_and_later_requests_are_bare() {
    let (talk, _) = meet::<Watched>(
        &wire(),
        &KEPT,
        vec!["{\"requests\":[0],\"responses\":[]}\n", "1\n", "2\n"],
    );
    assert_eq!((&talk.result, talk.log.as_str()), (&Ok(()), ""));
    assert_eq!(
        talk.out,
        format!(
            "{{\"response\":3,\"debug\":\"sum 0 call 1\"}}\n{KEEP_RUNNING_MARKER}\n\
             {{\"response\":3,\"debug\":\"sum 4 call 1\"}}\n{KEEP_RUNNING_MARKER}\n\
             {{\"response\":3,\"debug\":\"sum 9 call 1\"}}\n{KEEP_RUNNING_MARKER}\n"
        )
    );
}

#[test]
fn simple_io_does_not_wait_for_the_end_of_input() {
    let (talk, _) = meet::<Watched>(&wire(), &KEPT, vec!["1\n0\n", "1\n", "2\n"]);
    assert_eq!((&talk.result, talk.log.as_str()), (&Ok(()), ""));
    assert_eq!(
        talk.out,
        format!(
            "3\nsum 0 call 1\n{KEEP_RUNNING_MARKER}\n3\nsum 4 call 1\n{KEEP_RUNNING_MARKER}\n3\nsum 9 call 1\n{KEEP_RUNNING_MARKER}\n"
        )
    );
    // Empty lines where data and globaldata could be.
    let (talk, _) = meet::<Watched>(&wire(), &KEPT, vec!["2\n0\n3\n1\n\n\n", "2\n\n", "1\n"]);
    assert_eq!((&talk.result, talk.log.as_str()), (&Ok(()), ""));
    assert_eq!(
        talk.out,
        format!(
            "3\nsum 4 call 1\n{KEEP_RUNNING_MARKER}\n3\nsum 9 call 1\n{KEEP_RUNNING_MARKER}\n3\nsum 13 call 1\n{KEEP_RUNNING_MARKER}\n"
        )
    );
}

#[test]
fn a_full_history_is_a_restart() {
    let input = "{\"requests\":[0]}\n1\n{\"requests\":[3,1],\"responses\":[2]}\n2\n";
    let options = timed(1000, KEPT);
    let out = say::<Watched>(&wire(), &options, input);
    let debug: Vec<Value> = unmarked(&out)
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["debug"].take())
        .collect();
    assert_eq!(
        debug,
        [
            "sum 0 call 1",
            "sum 4 call 2",
            "sum 6 call 1",
            "sum 11 call 2"
        ]
    );
}

#[test]
fn a_bot_lives_on_under_a_clock_and_is_new_under_a_node_budget() {
    let calls = |options: &Options| {
        say::<Watched>(&wire(), options, "{\"requests\":[0]}\n1\n2\n");
        SEEN.get().map(|(turn, calls)| (turn.index, calls))
    };
    assert_eq!(calls(&KEPT), Some((2, 1)));
    assert_eq!(calls(&timed(1000, KEPT)), Some((2, 3)));
}

#[test]
fn the_clock_starts_after_the_read_and_only_the_first_turn_is_longer() {
    let options = timed(500, KEPT);
    for (messages, index, limit) in [
        (vec!["{\"requests\":[0]}\n"], 0, 1000),
        (vec!["{\"requests\":[0]}\n", "1\n"], 1, 500),
        (vec!["1\n0\n"], 0, 1000),
        (vec!["1\n0\n", "1\n"], 1, 500),
        (vec!["2\n0\n3\n1\n", "2\n"], 2, 500),
    ] {
        let (_, read) = meet::<Watched>(&wire(), &options, messages);
        let (turn, _) = SEEN.get().unwrap();
        assert!(turn.started >= read);
        assert_eq!((turn.index, turn.limit.as_millis()), (index, limit));
    }
}

/// Plays a match against a partner who adds the smallest number allowed; every turn both ways.
#[test]
fn restart_and_keep_running_play_the_same() {
    for seed in 0..20 {
        let (mut requests, mut responses) = (vec![json!(0)], Vec::<Value>::new());
        let mut kept_input = "{\"requests\":[0],\"responses\":[]}\n".to_owned();
        let mut state = game::start();
        game::request(&mut state, &requests[0]).unwrap();
        loop {
            let history = json!({"requests": requests, "responses": responses}).to_string();
            let restart = say::<Seeded>(&wire(), &seeded(seed, RESTART), history);
            let kept = say::<Seeded>(&wire(), &seeded(seed, KEPT), &kept_input);
            assert_eq!(unmarked(&kept).last().copied(), Some(restart.trim_end()));
            let answer = serde_json::from_str::<Value>(&restart).unwrap()["response"].take();
            game::response(&mut state, &answer).unwrap();
            responses.push(answer);
            let Some(reply) = game::fallback(&state) else {
                break;
            };
            game::request(&mut state, &json!(reply.0)).unwrap();
            requests.push(json!(reply.0));
            kept_input.push_str(&format!("{}\n", reply.0));
            if game::fallback(&state).is_none() {
                break;
            }
        }
        assert!(responses.len() > 10);
    }
}

#[test]
fn a_request_that_makes_no_sense_gets_a_legal_answer_and_the_match_goes_on() {
    for (junk, complaint) in [
        ("rubbish", "not one line of JSON"),
        ("3", "3 is illegal"),
        ("{\"x\":1}", "is not a number"),
        ("{\"requests\":[]}", "\"requests\" is empty"),
        ("1e999", "number out of range"),
        ("\u{0}", "not one line of JSON"),
    ] {
        let talk = talk::<Watched>(&wire(), &KEPT, format!("{{\"requests\":[0]}}\n{junk}\n2\n"));
        assert_eq!(talk.result, Ok(()));
        // After 0 and the own 3 a legal answer is 1, which takes the place of the 3; then comes the request 2.
        let lines = unmarked(&talk.out);
        assert_eq!(lines[1], "{\"response\":1}", "{junk}");
        assert_eq!(
            lines[2], "{\"response\":3,\"debug\":\"sum 3 call 1\"}",
            "{junk}"
        );
        assert!(
            talk.log.contains(complaint) && talk.log.lines().count() == 1,
            "{}",
            talk.log
        );
    }
    let talk = talk::<Watched>(&wire(), &KEPT, "1\n0\nrubbish\n2\n");
    assert_eq!(
        talk.out,
        format!(
            "3\nsum 0 call 1\n{KEEP_RUNNING_MARKER}\n1\n{KEEP_RUNNING_MARKER}\n3\nsum 3 call 1\n{KEEP_RUNNING_MARKER}\n"
        )
    );
}

#[test]
fn a_finished_match_has_no_answer() {
    let talk = talk::<Watched>(
        &wire(),
        &KEPT,
        "{\"requests\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2],\"responses\":[3,3,3,3,3,3,3,3,3,3,3,3,3,3,3]}\n",
    );
    assert_eq!(talk.out, "");
    assert!(talk.result.unwrap_err().contains("no legal move"));
}
