//! What must hold in every position: a legal answer, whatever the budget, and the same one again.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::time::{Duration, Instant};

use saiblo::{Bot, Turn};
use snakego::{Operation, Position, Rules};
use snakego_omega_fantasy::OmegaFantasy;

/// Positions of random games in which snakes prefer to live.
fn random_positions(number: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut positions = Vec::new();
    for seed in 0.. {
        let mut position = Position::new(Rules::generate(seed));
        while position.outcome().is_none() {
            if random.u8(..40) == 0 {
                positions.push(position.clone());
            }
            let free = position.board.free_moves();
            let moves = if free.is_empty() || random.u8(..10) == 0 {
                position.legal_moves()
            } else {
                free
            };
            position.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
        if positions.len() >= number {
            break;
        }
    }
    positions.truncate(number);
    positions
}

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let mut bot = OmegaFantasy::new();
    for (position, seed) in random_positions(200).iter().zip(0..) {
        for nodes in [0, 1, 2, 10, 50] {
            let answer = bot.choose(position, &Turn::of_nodes(nodes, seed));
            let is_legal = position.legal_moves().contains(answer.mv);
            assert!(is_legal, "{position:?}, {nodes} nodes");
            assert!(answer.nodes <= nodes);
        }
    }
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    let mut bot = OmegaFantasy::new();
    for (position, seed) in random_positions(20).iter().zip(0..) {
        let turn = Turn::of_nodes(200, seed);
        let first = bot.choose(position, &turn);
        assert_eq!(first, bot.choose(position, &turn));
        let explained = bot.explain(position, &turn);
        assert_eq!(
            explained.lines().last().unwrap(),
            format!("move: {}", first.mv)
        );
        assert!(first.debug.len() < 1024);
    }
}

#[test]
fn the_bench_positions_are_whole_and_searched() {
    let texts = OmegaFantasy::bench_positions();
    assert!(texts.len() >= 20);
    for text in texts {
        let position: Position = text.parse().unwrap();
        let answer = OmegaFantasy::new().choose(&position, &Turn::of_nodes(100, 1));
        assert!(answer.nodes > 90, "{text}");
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

/// The kept positions, each with the operation that an exhaustive search found.
#[test]
fn kept_positions() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/positions");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let (position, want) = text.split_once("want: ").unwrap();
        let position: Position = position.parse().unwrap();
        let answer = OmegaFantasy::new().choose(&position, &Turn::of_nodes(2000, 1));
        assert_eq!(answer.mv.to_string(), want.trim(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 20);
}
