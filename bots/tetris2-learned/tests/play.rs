//! What the bot plays: always legal, with one node as with many, and repeatable.

#![allow(clippy::unwrap_used, reason = "test code")]

use botzone::{Bot, Turn};
use tetris2::botzone::Seat;
use tetris2::{Board, Color, Move, Piece};
use tetris2_learned::Learned;

/// Positions of random games, many of them near their end.
fn positions(count: usize) -> Vec<Seat> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = Board::new(Piece::ALL[random.usize(..7)]);
        while board.outcome().is_none() {
            for color in Color::ALL {
                positions.push(Seat::new(color, board));
            }
            let moves = Color::ALL.map(|color| {
                let moves: Vec<Move> = board.legal_moves(color).collect();
                moves[random.usize(..moves.len())]
            });
            board.play(moves);
        }
    }
    positions.truncate(count);
    positions
}

#[test]
fn legal_moves_with_tiny_budgets() {
    let mut bot = Learned::new();
    for (seat, i) in positions(200).iter().zip(0..) {
        let nodes = [1, 2, 3, 10, 100][i as usize % 5];
        let answer = bot.choose(seat, &Turn::of_nodes(nodes, i));
        assert_eq!(
            seat.board().check(seat.color(), answer.mv),
            Ok(()),
            "{} in {seat:#}",
            answer.mv
        );
        assert!(
            answer.nodes >= 2 && answer.nodes <= nodes + 8,
            "{}",
            answer.nodes
        );
    }
}

#[test]
fn the_same_search_is_the_same_search() {
    for seat in &positions(20) {
        let answer = |seed| Learned::new().choose(seat, &Turn::of_nodes(500, seed));
        assert_eq!(answer(1), answer(1));
    }
    let seat = &positions(1)[0];
    let effort = |seed| {
        Learned::new()
            .choose(seat, &Turn::of_nodes(500, seed))
            .debug
    };
    assert!((2..10).any(|seed| effort(seed) != effort(1)));
}

#[test]
fn a_used_bot_plays_like_a_new_one() {
    let mut used = Learned::new();
    for seat in &positions(20) {
        let turn = Turn::of_nodes(300, 7);
        assert_eq!(used.choose(seat, &turn), Learned::new().choose(seat, &turn));
    }
}

#[test]
fn the_bench_is_repeatable() {
    let wire = botzone::wire!(tetris2::botzone);
    let first = botzone::bench::<Learned>(&wire, Some(300)).unwrap();
    let again = botzone::bench::<Learned>(&wire, Some(300)).unwrap();
    assert!(first.positions >= 20);
    assert_eq!(first.signature, again.signature);
    assert_eq!(first.counted, again.counted);
    let (name, landings) = first.counted.unwrap();
    assert_eq!(name, "landings");
    // A node has 9 landings (O) to 34 (L, J, T) in the empty well, and seldom more.
    assert!((5 * first.nodes..40 * first.nodes).contains(&landings));
}

#[test]
fn explanations_show_three_levels_and_end_with_the_move() {
    let seat: Seat = "0; - T 0000100 0 0 0 0; - T 0000100 0 0 0 0"
        .parse()
        .unwrap();
    let turn = Turn::of_nodes(20_000, 1);
    let text = Learned::new().explain(&seat, &turn);
    let mv = Learned::new().choose(&seat, &turn).mv;
    assert_eq!(text.lines().last(), Some(format!("move: {mv}").as_str()));
    let indents: Vec<usize> = text
        .lines()
        .map(|line| line.len() - line.trim_start().len())
        .collect();
    assert!(
        [0, 2, 4].iter().all(|indent| indents.contains(indent)),
        "{text}"
    );
}
