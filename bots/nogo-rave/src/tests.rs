//! Invariants of every position.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let positions = random_games::nogo(200);
    laws::any_budget::<Rave>(
        &positions,
        &[0, 1, 10, 100],
        |board, nodes, answer| match board.is_legal(answer.mv) && answer.nodes <= nodes {
            true => Ok(()),
            false => Err("illegal or overdrawn".to_owned()),
        },
    );
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    for answer in laws::repeatable::<Rave>(&random_games::nogo(10), 2_000) {
        assert!((0..=1000).contains(&answer.value));
    }
}

#[test]
fn bench_positions_reach_estimates_and_proofs() {
    let mut bot = Rave::new();
    let mut count = [0; 2];
    for text in Rave::bench_positions() {
        let board: Board = text.parse().unwrap();
        let answer = bot.choose(&board, &Turn::of_nodes(Rave::BENCH_NODES, 1));
        count[usize::from(answer.debug.contains("proven"))] += 1;
    }
    assert!(count.iter().all(|&count| count >= 4), "{:?}", count);
}
