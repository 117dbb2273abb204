//! What must hold in every position: a legal answer, whatever the budget, and the same one again.

#![allow(clippy::unwrap_used, reason = "test code")]

use saiblo::{Bot, Turn};
use snakego::{Position, Rules};
use snakego_showcry::ShowCry;

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
    let mut bot = ShowCry::new();
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
    let mut bot = ShowCry::new();
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
    let texts = ShowCry::bench_positions();
    assert!(texts.len() >= 20);
    for text in texts {
        let position: Position = text.parse().unwrap();
        let answer = ShowCry::new().choose(&position, &Turn::of_nodes(100, 1));
        assert!(answer.nodes > 90, "{text}");
    }
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
        let answer = ShowCry::new().choose(&position, &Turn::of_nodes(20_000, 1));
        assert_eq!(answer.mv.to_string(), want.trim(), "{}", path.display());
        count += 1;
    }
    assert!(count >= 20);
}
