//! What must hold in every position: a legal answer, whatever the budget, and the same one again.

#![allow(clippy::unwrap_used, reason = "test code")]

use botzone::{Bot, Turn};
use nogo::Board;
use nogo_switcher::Switcher;

/// Positions of random games, from the empty board to the last move.
fn random_positions(number: usize) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < number {
        let mut board = Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            game.push(board);
            let moves = board.legal_moves(board.to_move());
            board.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
        // From the end, where the side to move has little choice.
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(number);
    positions
}

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let mut bot = Switcher::new();
    for (board, seed) in random_positions(200).iter().zip(0..) {
        for nodes in [0, 1, 10, 100] {
            let answer = bot.choose(board, &Turn::of_nodes(nodes, seed));
            assert!(board.is_legal(answer.mv), "{board:#}, {nodes} nodes");
        }
    }
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    let mut bot = Switcher::new();
    for (board, seed) in random_positions(30).iter().zip(0..) {
        let turn = Turn::of_nodes(5_000, seed);
        let first = bot.choose(board, &turn);
        assert_eq!(first, bot.choose(board, &turn));
        let explained = bot.explain(board, &turn);
        let last = explained.lines().last().unwrap();
        assert_eq!(last, format!("move: {}", first.mv));
        assert!(explained.contains(&format!("debug: {}", first.debug)));
        assert!(first.debug.len() < 1024);
        // A simulation is played to its end, so UCT may overdraw the budget by one of them.
        assert!(first.nodes <= 5_000 + 81);
    }
}

#[test]
fn the_number_of_legal_moves_decides_which_search_is_used() {
    let mut bot = Switcher::new();
    let mut seen = [false; 3];
    for board in random_positions(200) {
        let moves = board.legal_moves(board.to_move()).len();
        let (kind, expected) = match moves {
            1 => (2, "the only legal move"),
            10..27 => (1, "UCT, "),
            _ => (0, "alpha-beta, depth "),
        };
        let answer = bot.choose(&board, &Turn::of_nodes(200, 1));
        assert!(
            answer.debug.starts_with(expected),
            "{board:#}: {}",
            answer.debug
        );
        seen[kind] = true;
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn bench_positions_reach_both_searches_and_the_proof() {
    let mut bot = Switcher::new();
    let positions = Switcher::bench_positions();
    assert!(positions.len() >= 20);
    let mut count = [0; 3];
    for text in positions {
        let board: Board = text.parse().unwrap();
        let debug = bot.choose(&board, &Turn::of_nodes(20_000, 1)).debug;
        let kind = match () {
            () if debug.starts_with("UCT") => 0,
            () if debug.contains(" at ply ") => 1,
            () => 2,
        };
        count[kind] += 1;
    }
    assert!(count.iter().all(|&count| count >= 5), "{count:?}");
}

#[test]
fn the_first_move_is_searched_six_plies_deep() {
    let debug = Switcher::new()
        .choose(&Board::new(), &Turn::of_nodes(1_000_000, 1))
        .debug;
    let depth = debug
        .strip_prefix("alpha-beta, depth ")
        .and_then(|rest| rest.split(',').next());
    assert!(depth.unwrap().parse::<u32>().unwrap() >= 6, "{debug}");
}

/// Positions of the middle game in which few moves win, by an exhaustive search; UCT has to find one of them.
#[test]
fn uct_finds_the_proven_wins() {
    for line in include_str!("data/wins.txt").lines() {
        let (picture, wins) = line.split_once(' ').unwrap();
        let board: Board = picture.parse().unwrap();
        let answer = Switcher::new().choose(&board, &Turn::of_nodes(1_000_000, 1));
        assert!(answer.debug.starts_with("UCT"));
        let found = answer.mv.to_string();
        assert!(
            wins.split(' ').any(|win| win == found),
            "{line}: {}",
            answer.debug
        );
    }
}
