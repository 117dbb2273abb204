//! A Snake bot that stays where there is room, after Ke Songyu's first strategy (Botzone, August 2015): "value of the
//! current position".
//!
//! As long as the head is in a "harmonious" place, where no direction changes the connectivity of the map, any direction
//! is as good as another: a random one. Otherwise the direction with the largest value is played, among equals a random
//! one. The value of a direction should be the time for which the snake could live after it, its longest path; that is
//! too expensive to compute, so the size of the connected area that the direction enters stands for it: [`room`].
//!
//! Two weaknesses that the article admits are kept: where all three directions are in one area the bot knows nothing,
//! though only one of them may be good; and it considers the present position only.
//!
//! # Where the article is silent
//!
//! * The connectivity is the number of connected areas of the cells that can be entered in this turn. A direction changes
//!   it if that number is different without the cell that it enters.
//! * So a place between two areas that are already separate counts as harmonious. The rule is taken literally, and the
//!   bot may walk into the smaller one.
//! * The size of an area is taken after our half-turn, around the new head.
//! * Only directions that are not certain death are considered. If there is none, the bot goes up.

use std::cmp::Reverse;

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::distance::{flood, reach};
use snake::{Board, CellSet, Direction, move_alone};

/// The bot. It remembers nothing.
pub struct OpenArea;

impl Bot for OpenArea {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 3;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        OpenArea
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Direction> {
        let (board, me) = (seat.board(), seat.me());
        let mut directions: Vec<Direction> = board.legal_moves(me).iter().collect();
        let nodes = directions.len() as u64;
        // The first of a shuffled list, or the first best one, is a random one.
        fastrand::Rng::with_seed(turn.seed).shuffle(&mut directions);
        let harmonious = is_harmonious(board, me);
        let value = |direction| room(&move_alone(board, me, direction), me);
        let mv = if harmonious {
            directions.first().copied()
        } else {
            directions
                .into_iter()
                .min_by_key(|&direction| Reverse(value(direction)))
        };
        let room = mv.map_or(0, value);
        let place = if harmonious { "harmonious" } else { "at a cut" };
        Answer {
            mv: mv.unwrap_or(Direction::Up),
            value: room as i64,
            nodes,
            debug: format!("{place}, room for {room}"),
        }
    }
}

/// Returns `true` if no direction of `player` changes the connectivity of the map.
fn is_harmonious(board: &Board, player: usize) -> bool {
    let enterable = board.enterable();
    let next = enterable & CellSet::of(board.head(player)).neighbors();
    let now = areas(enterable);
    next.into_iter()
        .all(|cell| areas(enterable - CellSet::of(cell)) == now)
}

/// Number of connected areas.
fn areas(mut cells: CellSet) -> usize {
    let mut count = 0;
    while let Some(cell) = cells.first() {
        cells -= flood(cells, CellSet::of(cell));
        count += 1;
    }
    count
}

/// An upper bound on the time for which `player`'s snake could live on this board: the size of the connected area around
/// its head.
pub fn room(board: &Board, player: usize) -> usize {
    reach(board, player).len()
}

botzone::bench_test!(OpenArea, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(text: &str) -> State {
        text.parse().unwrap()
    }

    /// The number of times that each direction is chosen with 300 seeds.
    fn choices(seat: &State) -> [u32; 4] {
        let mut count = [0; 4];
        for seed in 0..300 {
            let answer = OpenArea::new().choose(seat, &Turn::of_nodes(1, seed));
            count[answer.mv.index()] += 1;
        }
        count
    }

    #[test]
    fn a_random_direction_in_a_harmonious_place() {
        let seat = seat("map=6x6 moves=20,20,10");
        assert!(is_harmonious(seat.board(), 0));
        let [up, right, down, left] = choices(&seat);
        assert!(
            up > 60 && right > 60 && down > 60,
            "{} {} {}",
            up,
            right,
            down
        );
        assert_eq!(left, 0);
    }

    #[test]
    fn the_larger_room_where_a_direction_cuts() {
        // One cell to the left, three to the right above the opponent, the rest of the board below.
        let seat = seat("map=5x5:2,1/3,2 moves=10,10,23");
        assert_eq!(
            seat.board().to_string(),
            "aaa..\n#.A..\n.#.Bb\n....b\n....b\n"
        );
        assert!(!is_harmonious(seat.board(), 0));
        assert_eq!(choices(&seat), [0, 0, 300, 0]);
    }

    #[test]
    fn any_room_where_two_are_separate_already() {
        let seat = seat("map=3x9 moves=10,10,23,22");
        assert_eq!(
            seat.board().to_string(),
            "aaa....bb\n..a....Bb\n..A.....b\n"
        );
        let [up, right, down, left] = choices(&seat);
        assert!(left > 100 && right > 100, "{} {}", left, right);
        assert_eq!((up, down), (0, 0));
    }
}
