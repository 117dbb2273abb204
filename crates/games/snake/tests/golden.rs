//! Matches of the site that were kept with `arena import --golden`: after the same answers our referee must say what the
//! site's judge said, to the byte. Reads every file of `tests/data/golden`.

#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::path::PathBuf;

use serde_json::Value;
use snake::botzone::Referee;

#[test]
fn golden_games_are_the_sites() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.display();
        let golden: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(golden["game"], "snake", "{name}");
        let initdata = &golden["initdata"];
        let mut referee = Referee::new();
        // A map without the seed that it was made from gives no first output.
        let mut ours = if initdata["seed"].is_null() {
            referee = Referee::resume(initdata).unwrap();
            None
        } else {
            Some(referee.begin(initdata))
        };
        for (turn, entries) in golden["log"].as_array().unwrap().chunks(2).enumerate() {
            if let Some(ours) = &ours {
                let site = &entries[0]["output"];
                assert_eq!(ours["command"], site["command"], "{name}, turn {turn}");
                assert_eq!(
                    ours["content"].to_string(),
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
