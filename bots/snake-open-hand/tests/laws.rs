//! What must hold for every Snake bot, for this one.

#![allow(clippy::unwrap_used, reason = "test code")]

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::{Board, Direction, Map};
use snake_open_hand::OpenHand;
use testing::laws;

/// 200 positions in which one direction is left.
const ONLY_MOVE: &str = include_str!("../../snake-random/tests/data/only-move.txt");

/// Positions in which every direction kills: shut in by obstacles, by the own body, by both.
const NO_MOVE: [&str; 3] = [
    "map=3x4:1,2/2,1",
    "map=5x5:3,1 moves=10,20,33",
    "map=1x4 moves=13",
];

/// Directions in which `player` is alive after this turn for at least one answer of the opponent, found by playing
/// all joint moves.
fn survivable(board: &Board, player: usize) -> Vec<Direction> {
    let survives = |&own: &Direction| {
        Direction::ALL.into_iter().any(|other| {
            let mut next = *board;
            next.play(if player == 0 {
                (own, other)
            } else {
                (other, own)
            });
            next.death(player).is_none()
        })
    };
    Direction::ALL.into_iter().filter(survives).collect()
}

/// The answer after checks that hold for every answer.
fn answer(seat: &State, turn: &Turn) -> Answer<Direction> {
    let answer = laws::answer::<OpenHand>(seat, turn);
    let left = survivable(seat.board(), seat.me());
    assert!(left.is_empty() || left.contains(&answer.mv), "{seat:#}");
    answer
}

#[test]
fn plays_the_only_move() {
    for line in ONLY_MOVE.lines() {
        let seat: State = line.parse().unwrap();
        let left = survivable(seat.board(), seat.me());
        let answer = OpenHand::new().choose(&seat, &Turn::of_nodes(1000, 1));
        assert_eq!((left.len(), answer.mv), (1, left[0]), "{line}\n{seat}");
    }
    assert_eq!(ONLY_MOVE.lines().count(), 200);
}

#[test]
fn answers_in_whole_games() {
    for seed in 1..=10 {
        let map = Map::generate(seed, None, None);
        let nodes = [0, 1, 10, 100, 1000][seed as usize % 5];
        let mut seats = [0, 1].map(|me| State::new(map.clone(), me));
        while seats[0].board().outcome().is_none() {
            let turn = Turn::of_nodes(nodes, u64::from(seats[0].board().turn()));
            let [first, second] = [0, 1].map(|me| answer(&seats[me], &turn).mv);
            for seat in &mut seats {
                seat.try_play((first, second)).unwrap();
            }
        }
    }
}

#[test]
fn answers_where_every_direction_kills() {
    for text in NO_MOVE {
        let seat: State = text.parse().unwrap();
        assert_eq!(survivable(seat.board(), seat.me()), [], "{seat}");
        answer(&seat, &Turn::of_nodes(OpenHand::BENCH_NODES, 1));
    }
}

#[test]
fn kept_positions() {
    let folder = env!("CARGO_MANIFEST_DIR");
    laws::kept_positions::<OpenHand>(folder, OpenHand::BENCH_NODES, |state, mv| {
        survivable(state.board(), state.me()).contains(&mv)
    });
}
