//! Invariants of every position.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    laws::any_budget_in_snakego::<Lasso>(&[0, 1, 2, 10, 50]);
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    laws::repeatable::<Lasso>(&random_games::snakego(20), 200);
}

#[test]
fn a_ring_that_is_played_without_search_is_explained() {
    // The move down closes a ring of 4 x 4.
    let text = "round=512/512 acting=0 next=2 0=0:0:-:23242535455554535242322221 1=1:0:-:ff";
    let position: Position = text.parse().unwrap();
    let answer = laws::answer::<Lasso>(&position, &Turn::of_nodes(100, 1));
    assert_eq!(answer.nodes, 0);
    assert_eq!(answer.debug, "down: 16 cells at move 1, worth 16.0");
}

/// In all of them rings influence the decision.
#[test]
fn the_bench_positions_are_of_long_snakes() {
    let texts = Lasso::bench_positions();
    assert!(texts.len() >= 20);
    let bot = Lasso::new();
    for text in texts {
        let position: Position = text.parse().unwrap();
        assert_ne!(bot.advice(&position), Advice::Search(None), "{text}");
    }
}
