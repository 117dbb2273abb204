//! Matches of the site, kept with `arena import --golden`: our referee must say what the site's judge said.

use serde_json::Value;
use testing::golden::{Judge, replay_all};
use tetris2::botzone::Referee;

#[test]
fn golden_games_are_the_sites() {
    let judge = Judge {
        begin: |initdata| {
            let mut referee = Referee::new();
            let first = referee.begin(initdata);
            (referee, Some(first))
        },
        turn: Referee::turn,
        content: whole_scores,
    };
    replay_all(env!("CARGO_MANIFEST_DIR"), "tetris2", &judge);
}

/// The content with scores as the site keeps them: 2.0 is written 2.
fn whole_scores(content: &Value) -> String {
    let mut content = content.clone();
    for player in ["0", "1"] {
        if let Some(score) = content[player]
            .as_f64()
            .filter(|score| score.fract() == 0.0)
        {
            content[player] = (score as i64).into();
        }
    }
    content.to_string()
}
