//! Matches of the site, kept with `arena import --golden`: our referee must say what the site's judge said.

use gomoku::botzone::Referee;
use testing::golden::{Judge, replay_all};

#[test]
fn golden_games_are_the_sites() {
    let judge = Judge {
        begin: |initdata| {
            let mut referee = Referee::new();
            let first = referee.begin(initdata);
            (referee, Some(first))
        },
        turn: Referee::turn,
        content: ToString::to_string,
    };
    replay_all(env!("CARGO_MANIFEST_DIR"), "gomoku", &judge);
}
