//! A match of the site that an illegal move has ended.

use serde_json::{Value, json};
use site::import::record;

use snapbox::str;

use super::{import, log_of};
use crate::shell::Shell;

#[test]
fn an_illegal_move_at_the_end_is_said() {
    let log = |response: Value, loser: usize| {
        let end = json!({"command": "finish", "content": {"0": loser, "1": 1 - loser}});
        json!({"game": "NoGo", "log": [
            {"command": "request", "content": {"0": {"x": -1, "y": -1}}},
            {"0": {"verdict": "OK", "response": response}},
            end,
        ]})
    };
    let (_, record) = record::game(&import(&log(json!({"x": "4", "y": 4}), 0)).unwrap());
    assert_eq!(record.disagreement, None);
    // The log has no display: it is our referee that says why.
    let err = "INVALID_INPUT_VERDICT_OK";
    assert_eq!(record.result.err.as_deref(), Some(err));
    let failure = record.replies[0].failure.as_ref().unwrap().english();
    let said = format!(
        "it played {{\"x\":\"4\",\"y\":4}}; the judge said: {err}; x must be a number, it is the text \"4\""
    );
    assert_eq!(failure, said);

    let shell = Shell::new();
    shell.write("match.json", &log(json!({"x": 9, "y": 4}), 0).to_string());
    shell.types(str![[r#"
$ arena import match.json
nogo, 1 turn, 0 : 1, as our referee has it
illegal move of player 0 in seat 0: it played {"x":9,"y":4}; the judge said: INVALID_MOVE  (9,4) is forbidden position; (9,4) is off the board
match.jsonl: a log for `arena replay`
"#]]);
    // A move that ends the game by the rules is not illegal.
    let whole = record::game(&import(&log_of("snake")).unwrap()).1;
    assert!(whole.replies.iter().all(|reply| reply.failure.is_none()));
}
