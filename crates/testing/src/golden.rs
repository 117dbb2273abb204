//! Golden games: matches of the site that were kept with `arena import --golden`, one JSON file a match.
//!
//! A game's crate keeps its own in `tests/data/golden`. After the same answers our referee must say what the site's
//! judge said: the same command, and the same content to the byte.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// The least number of golden games of a game; with fewer, files are missing.
const LEAST: usize = 3;

/// Our referee, as a golden game needs it.
#[derive(Debug)]
pub struct Judge<R> {
    /// The referee for this initdata, and its output for the empty log, if it gives one.
    pub begin: fn(&Value) -> (R, Option<Value>),
    /// The output for the answers of the next turn.
    pub turn: fn(&mut R, &Value) -> Value,
    /// The content of an output as the site keeps it.
    pub content: fn(&Value) -> String,
}

/// Replays every file of `tests/data/golden` below `crate_folder`, which must be matches of `game`.
///
/// # Panics
/// If our referee differs from the site's judge, a file cannot be read or is of another game, or there are fewer than
/// three files.
pub fn replay_all<R>(crate_folder: &str, game: &str, judge: &Judge<R>) {
    let folder = Path::new(crate_folder).join("tests/data/golden");
    let files = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let mut games = 0;
    for file in files {
        let path = match file {
            Ok(file) => file.path(),
            Err(error) => panic!("cannot read {}: {error}", folder.display()),
        };
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let golden: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(golden["game"], game, "{name}");
        replay(&golden, &name, judge);
        games += 1;
    }
    assert!(
        games >= LEAST,
        "{}: {games} golden games, {LEAST} or more are expected",
        folder.display()
    );
}

/// Replays one match: its log has the judge's outputs and the players' answers in turn.
fn replay<R>(golden: &Value, name: &str, judge: &Judge<R>) {
    let (mut referee, mut ours) = (judge.begin)(&golden["initdata"]);
    let Some(log) = golden["log"].as_array() else {
        panic!("{name}: the log is not a list");
    };
    for (turn, entries) in log.chunks(2).enumerate() {
        let site = &entries[0]["output"];
        if let Some(ours) = &ours {
            assert_eq!(ours["command"], site["command"], "{name}, turn {turn}");
            assert_eq!(
                (judge.content)(&ours["content"]),
                site["content"].to_string(),
                "{name}, turn {turn}"
            );
        }
        match entries.get(1) {
            Some(answers) => ours = Some((judge.turn)(&mut referee, answers)),
            None => assert_eq!(site["command"], "finish", "{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::failure;

    /// A game of one turn: the content of the end is the answer of player 0.
    fn echo() -> Judge<()> {
        Judge {
            begin: |_| ((), Some(json!({"command": "request", "content": {}}))),
            turn: |(), answers| json!({"command": "finish", "content": answers["0"]}),
            content: Value::to_string,
        }
    }

    #[test]
    fn a_referee_that_differs_from_the_site_is_noticed() {
        let golden = json!({"log": [
            {"output": {"command": "request", "content": {}}},
            {"0": 7},
            {"output": {"command": "finish", "content": 7}},
        ]});
        replay(&golden, "x", &echo());
        for (at, output) in [
            (0, json!({"command": "request", "content": {"0": 1}})),
            (2, json!({"command": "finish", "content": 8})),
            (2, json!({"command": "request", "content": 7})),
        ] {
            let mut other = golden.clone();
            other["log"][at]["output"] = output;
            failure(|| replay(&other, "x", &echo()));
        }
        let mut unfinished = golden;
        unfinished["log"].as_array_mut().unwrap().truncate(1);
        failure(|| replay(&unfinished, "x", &echo()));
    }
}
