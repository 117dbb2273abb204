//! Invariants of every position.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let positions = random_games::nogo(200);
    laws::any_budget::<Prior>(
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
    for answer in laws::repeatable::<Prior>(&random_games::nogo(30), 1_000) {
        assert!((0..=1000).contains(&answer.value));
    }
}

#[test]
fn bench_positions_reach_estimates_and_proofs() {
    let mut bot = Prior::new();
    let mut count = [0; 2];
    for text in Prior::bench_positions() {
        let board: Board = text.parse().unwrap();
        let answer = bot.choose(&board, &Turn::of_nodes(Prior::BENCH_NODES, 1));
        count[usize::from(answer.debug.contains("proven"))] += 1;
    }
    assert!(count.iter().all(|&count| count >= 4), "{:?}", count);
}

#[test]
fn a_tree_is_kept_under_a_clock_only() {
    let mut bot = Prior::new();
    let nodes = Turn::of_nodes(4_000, 1);
    let clock = Turn {
        nodes: None,
        ..nodes
    };
    let mut board = Board::new();
    let simulated = || {
        let mut bot = Prior::new();
        let mut search = bot.search_of(&Board::new(), &clock);
        search.run(&mut bot.learned, &mut Budget::of(&nodes));
        search
    };
    for &point in &simulated().line()[..2] {
        board.play(point);
    }
    bot.kept = Some(simulated());
    assert!(bot.search_of(&board, &clock).simulations() > 0);
    bot.kept = Some(simulated());
    assert_eq!(bot.search_of(&board, &nodes).simulations(), 0);
    // A game of another start.
    bot.kept = Some(simulated());
    let other: Board = Prior::bench_positions()[3].parse().unwrap();
    assert_eq!(bot.search_of(&other, &clock).simulations(), 0);
    assert!(bot.kept.is_none());
}

#[test]
fn ends_are_proven_by_the_exact_search() {
    let mut bot = Prior::new();
    let mut count = 0;
    for text in Prior::bench_positions() {
        let board: Board = text.parse().unwrap();
        let answer = bot.choose(&board, &Turn::of_nodes(Prior::BENCH_NODES, 1));
        let debug = answer.debug;
        count += usize::from(debug.contains("proven") && debug.contains("positions of the end"));
    }
    assert!(count >= 4, "{}", count);
}
