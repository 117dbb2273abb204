//! What must hold in every position.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let positions = random_games::snakego(200);
    laws::any_budget::<Lasso>(&positions, &[0, 1, 2, 10, 50], |position, nodes, answer| {
        match position.legal_moves().contains(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        }
    });
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    laws::repeatable::<Lasso>(&random_games::snakego(20), 200);
}

/// In all of them rings have a say.
#[test]
fn the_bench_positions_are_of_long_snakes() {
    let texts = Lasso::bench_positions();
    assert!(texts.len() >= 20);
    let bot = Lasso::new();
    for text in texts {
        let position: Position = text.parse().unwrap();
        assert_ne!(bot.advice(&position), Advice::None, "{text}");
    }
}
