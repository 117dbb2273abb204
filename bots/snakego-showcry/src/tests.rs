//! Invariants of every position.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    laws::any_budget_in_snakego::<ShowCry>(&[0, 1, 2, 10, 50]);
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    laws::repeatable::<ShowCry>(&random_games::snakego(20), 200);
}

#[test]
fn the_bench_positions_are_whole_and_searched() {
    let texts = ShowCry::bench_positions();
    assert!(texts.len() >= 20);
    for text in texts {
        let position: Position = text.parse().unwrap();
        let answer = ShowCry::new().choose(&position, &Turn::of_nodes(100, 1));
        assert!(answer.nodes > 90, "{}", text);
    }
}

/// Each with the operation that an exhaustive search found.
#[test]
fn kept_positions() {
    let folder = env!("CARGO_MANIFEST_DIR");
    laws::kept_positions::<ShowCry>(folder, 20_000, |position, mv| {
        position.legal_moves().contains(mv)
    });
}
