//! Matches of the site that were kept with `arena import --golden`: after the same answers our referee must say what the
//! site's judge said, to the byte. Reads every file of `tests/data/golden`.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::path::PathBuf;

use serde_json::Value;
use tetris2::botzone::Referee;

#[test]
fn golden_games_are_the_sites() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.display();
        let golden: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(golden["game"], "tetris2", "{name}");
        let mut referee = Referee::new();
        let mut ours = Some(referee.begin(&golden["initdata"]));
        for (turn, entries) in golden["log"].as_array().unwrap().chunks(2).enumerate() {
            if let Some(ours) = &ours {
                let site = &entries[0]["output"];
                assert_eq!(ours["command"], site["command"], "{name}, turn {turn}");
                assert_eq!(
                    whole(&ours["content"]).to_string(),
                    site["content"].to_string(),
                    "{name}, turn {turn}"
                );
            }
            match entries.get(1) {
                Some(answers) => ours = Some(referee.turn(answers)),
                None => assert_eq!(entries[0]["output"]["command"], "finish", "{name}"),
            }
        }
        games += 1;
    }
    assert!(games >= 3, "the games that came with the test are missing");
}

/// Scores as the site keeps them: 2.0 is written 2.
fn whole(content: &Value) -> Value {
    let mut content = content.clone();
    for seat in ["0", "1"] {
        if let Some(score) = content[seat].as_f64().filter(|score| score.fract() == 0.0) {
            content[seat] = (score as i64).into();
        }
    }
    content
}
