//! Matches of the site, kept with `arena import --golden`: our referee must say what the site's judge said.

use snake::botzone::Referee;
use testing::golden::{Judge, replay_all};

#[test]
fn golden_games_are_the_sites() {
    let judge = Judge {
        begin: |initdata| {
            // A map without the seed that it was made from gives no first output.
            if initdata["seed"].is_null() {
                return (Referee::resume(initdata).unwrap(), None);
            }
            let mut referee = Referee::new();
            let first = referee.begin(initdata);
            (referee, Some(first))
        },
        turn: Referee::turn,
        content: ToString::to_string,
    };
    replay_all(env!("CARGO_MANIFEST_DIR"), "snake", &judge);
}
