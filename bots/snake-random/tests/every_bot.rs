//! Invariants of every Snake bot.

#![allow(clippy::unwrap_used, reason = "test code")]

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::{Board, Direction, Map};
use testing::laws;

/// 200 positions from games of several bots, 50 for each direction, in which one direction is left.
const ONLY_MOVE: &str = include_str!("data/only-move.txt");

/// Positions in which every direction is death: shut in by obstacles, by the own body, by both.
const NO_MOVE: [&str; 3] = [
    "map=3x4:1,2/2,1",
    "map=5x5:3,1 moves=10,20,33",
    "map=1x4 moves=13",
];

macro_rules! every_bot {
    ($($module:ident: $bot:ty,)*) => {
        $(mod $module {
            #[test]
            fn plays_the_only_move() {
                super::plays_the_only_move::<$bot>();
            }

            #[test]
            fn answers_in_whole_games() {
                super::answers_in_whole_games::<$bot>();
            }

            #[test]
            fn answers_where_every_direction_kills() {
                super::answers_where_every_direction_kills::<$bot>();
            }
        })*
    };
}

every_bot! {
    random: snake_random::Random,
    dumb_ways_to_die: snake_dumb_ways_to_die::DumbWaysToDie,
    drag_me_down: snake_drag_me_down::DragMeDown,
    mr_curiosity: snake_mr_curiosity::MrCuriosity,
    open_area: snake_open_area::OpenArea,
    tail_chaser: snake_tail_chaser::TailChaser,
    six_ply: snake_six_ply::SixPly,
    coiler: snake_coiler::Coiler,
    open_hand: snake_open_hand::OpenHand,
}

trait SnakeBot: Bot<State = State, Move = Direction> {}
impl<B: Bot<State = State, Move = Direction>> SnakeBot for B {}

/// Directions in which `player` is alive after this turn for at least one answer of the opponent, found by playing
/// all joint moves.
fn survivable(board: &Board, player: usize) -> Vec<Direction> {
    let survives = |&own: &Direction| {
        Direction::ALL.iter().copied().any(|other| {
            let mut next = *board;
            next.play(if player == 0 {
                (own, other)
            } else {
                (other, own)
            });
            next.death(player).is_none()
        })
    };
    Direction::ALL.iter().copied().filter(survives).collect()
}

fn plays_the_only_move<B: SnakeBot>() {
    let mut count = 0;
    for line in ONLY_MOVE.lines() {
        let seat: State = line.parse().unwrap();
        let left = survivable(seat.board(), seat.me());
        assert_eq!(left.len(), 1, "{line}");
        let answer = B::new().choose(&seat, &Turn::of_nodes(B::BENCH_NODES, 1));
        assert_eq!(answer.mv, left[0], "{line}\n{seat}");
        count += 1;
    }
    assert_eq!(count, 200);
}

/// Plays itself on ten of the judge's maps, with node budgets from nothing at all to the bench's.
fn answers_in_whole_games<B: SnakeBot>() {
    for seed in 1..=10 {
        let map = Map::generate(seed, None, None);
        let nodes = [0, 1, 10, 100, 1000][seed as usize % 5];
        let mut seats = [0, 1].map(|me| State::new(map.clone(), me));
        while seats[0].board().outcome().is_none() {
            let turn = Turn::of_nodes(nodes, u64::from(seats[0].board().turn()));
            let [first, second] = [0, 1].map(|me| answer::<B>(&seats[me], &turn).mv);
            for seat in &mut seats {
                seat.try_play((first, second)).unwrap();
            }
        }
    }
}

/// The answer, after the checks that hold for every answer.
fn answer<B: SnakeBot>(seat: &State, turn: &Turn) -> Answer<Direction> {
    let answer = laws::answer::<B>(seat, turn);
    let left = survivable(seat.board(), seat.me());
    assert!(left.is_empty() || left.contains(&answer.mv), "{:#}", seat);
    answer
}

fn answers_where_every_direction_kills<B: SnakeBot>() {
    for text in NO_MOVE {
        let seat: State = text.parse().unwrap();
        assert_eq!(survivable(seat.board(), seat.me()), [], "{seat}");
        answer::<B>(&seat, &Turn::of_nodes(B::BENCH_NODES, 1));
    }
}
