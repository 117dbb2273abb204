//! Invariants of every position, and tests of the script and of the tree that is kept.

use std::time::{Duration, Instant};

use snakego::Rules;
use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    laws::any_budget_in_snakego::<OmegaFantasy>(&[0, 1, 2, 10, 50]);
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    laws::repeatable::<OmegaFantasy>(&random_games::snakego(20), 200);
}

#[test]
fn the_bench_positions_are_whole_and_searched() {
    let texts = OmegaFantasy::bench_positions();
    assert!(texts.len() >= 20);
    for text in texts {
        let position: Position = text.parse().unwrap();
        let answer = OmegaFantasy::new().choose(&position, &Turn::of_nodes(100, 1));
        assert!(answer.nodes > 90, "{}", text);
    }
}

#[test]
fn eight_rounds_follow_the_script() {
    let mut position = Position::new(Rules::generate(1));
    let mut bot = OmegaFantasy::new();
    let mut played = String::new();
    while position.board.round() <= 8 {
        let answer = bot.choose(&position, &Turn::of_nodes(10, 1));
        assert_eq!(answer.nodes, 0);
        played += &answer.mv.number().to_string();
        position.play(answer.mv);
    }
    assert_eq!(played, "42".to_owned() + "13" + &"4213".repeat(3));
}

#[test]
fn a_late_half_round_is_answered_at_once_and_the_tree_is_kept() {
    // Three own snakes.
    let text = "round=20/512 acting=0 next=9 0=0:0:-:34333231 0=2:0:-:777675 0=3:0:-:a1a2a3 1=1:4:-:cbcccdce";
    let mut position: Position = text.parse().unwrap();
    let mut bot = OmegaFantasy::new();
    let mut turn = Turn::of_nodes(0, 1);
    turn.nodes = None;
    turn.started = Instant::now() - Duration::from_secs(5);
    while position.board.player() == 0 {
        let answer = bot.choose(&position, &turn);
        assert_eq!(answer.nodes, 0);
        assert!(position.legal_moves().contains(answer.mv));
        position.play(answer.mv);
    }
    assert_eq!(position.board.player(), 1);
    assert_ne!(position.board.snake().id, 0);
    assert!(position.legal_moves().contains(Operation::Split));
}

/// Each with the operation that an exhaustive search found.
#[test]
fn kept_positions() {
    let folder = env!("CARGO_MANIFEST_DIR");
    laws::kept_positions::<OmegaFantasy>(folder, 2000, |position, mv| {
        position.legal_moves().contains(mv)
    });
}

/// The root's value ignores that the ray is about to erase a line of walls; rollouts do.
#[test]
fn results_are_compared_with_rollouts_on_request() {
    let text = "round=200/512 acting=0 0=0:0:0:7776757473 1=1:0:-:f1f2f3f4f5 items=70R512@3 \
        walls1=797a7b7c7d7e7f";
    let position: Position = text.parse().unwrap();
    let mut params = Params::own();
    let mut rate = |probes: u16| {
        params.search.probes = probes;
        let mut bot = OmegaFantasy::with(params.clone());
        let answer = bot.choose(&position, &Turn::of_nodes(2000, 1));
        assert_eq!(answer.mv, Operation::Fire);
        // Thousandths, the sum of two searches.
        answer.value as f32 / 2000.0
    };
    let (by_value, by_rollouts) = (rate(0), rate(64));
    assert!(by_value > 0.8, "{}", by_value);
    assert!((by_rollouts - 0.5).abs() < 0.15, "{}", by_rollouts);
}
