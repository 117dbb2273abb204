//! Distances, connected areas, and when the cells of a body become free.

use crate::board::{Board, snakes_grow};
use crate::cell::Cell;
use crate::cell_set::CellSet;

pub use crate::fill::flood;

/// Numbers of steps from one cell to all others, the length of shortest paths.
///
/// ```
/// use snake::{Cell, Map, distance::Distances};
///
/// let map: Map = "3x3:2,2/1,2".parse()?;
/// let distances = Distances::from(Cell::new(1, 1).unwrap(), map.field());
/// let to = |x, y| distances.get(Cell::new(x, y).unwrap());
/// assert_eq!((to(1, 1), to(3, 2), to(1, 3), to(2, 2)), (Some(0), Some(3), Some(6), None));
/// assert_eq!(distances.farthest(), Cell::new(1, 3).unwrap());
/// # Ok::<(), snake::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distances {
    steps: [u8; 256],
    reached: CellSet,
    farthest: Cell,
}

impl Distances {
    /// Breadth-first search from `start` over cells of `open`. The start itself need not be
    /// open: it may be a cell of a body.
    pub fn from(start: Cell, open: CellSet) -> Self {
        let mut steps = [0; 256];
        let mut reached = CellSet::of(start);
        let mut layer = reached;
        let mut farthest = start;
        for step in 1.. {
            layer = (layer.neighbors() & open) - reached;
            let Some(first) = layer.first() else {
                break;
            };
            farthest = first;
            for cell in layer {
                steps[usize::from(cell.index())] = step;
            }
            reached |= layer;
        }
        Self {
            steps,
            reached,
            farthest,
        }
    }

    /// Steps from the start to `cell`, 0 for the start, at most 191; `None` if it cannot be reached.
    pub fn get(&self, cell: Cell) -> Option<u8> {
        self.reached
            .contains(cell)
            .then(|| self.steps[usize::from(cell.index())])
    }

    /// The cells that can be reached, the start included.
    pub const fn reached(&self) -> CellSet {
        self.reached
    }

    /// The cell with the largest distance; among equals the first in ascending order. The start if
    /// no other cell can be reached.
    pub const fn farthest(&self) -> Cell {
        self.farthest
    }
}

/// A cell of a body, and when it becomes free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The cell.
    pub cell: Cell,
    /// In which turn from now, counted from 1, a head may enter it first: in turn 1 a tail that
    /// leaves now. As long as its snake lives.
    pub vanishes: u32,
}

/// The segments of `player`'s body from the tail to the head, which is the order in which they
/// vanish. A segment goes in each turn without growth.
pub fn segments(board: &Board, player: usize) -> impl Iterator<Item = Segment> + use<> {
    let now = board.turn();
    let mut turn = now;
    board.segments(player).map(move |cell| {
        while snakes_grow(turn) {
            turn += 1;
        }
        turn += 1;
        Segment {
            cell,
            vanishes: turn - now,
        }
    })
}

/// The first segment of `player`'s body to vanish, of those in `among`.
pub fn first_to_vanish(board: &Board, player: usize, among: CellSet) -> Option<Segment> {
    segments(board, player).find(|segment| among.contains(segment.cell))
}

/// The cells where `player`'s head can go, as the board stands: connected with the head over
/// cells of [`Board::enterable`]. The head itself is not one of them.
pub fn reach(board: &Board, player: usize) -> CellSet {
    let enterable = board.enterable();
    flood(enterable, CellSet::of(board.head(player)).neighbors())
}

/// The body cells of both snakes that `player`'s head can reach: cells of [`reach`] (a tail that leaves
/// in this turn) or next to one. The player's own head is not one of them.
///
/// A body cell next to the head alone does not count: it cannot be entered in this turn, and no
/// longer path leads to it.
pub fn reachable_bodies(board: &Board, player: usize) -> CellSet {
    let reach = reach(board, player);
    let bodies = board.body(0) | board.body(1);
    ((reach | reach.neighbors()) & bodies) - CellSet::of(board.head(player))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, Map};

    /// Turns until the k-th cell from the tail is gone, counted by playing on.
    #[test]
    fn segments_vanish_when_they_say() {
        let map: Map = "16x12".parse().unwrap();
        let mut board = Board::new(&map);
        let mut random = fastrand::Rng::with_seed(7);
        let mut pending: Vec<(u32, usize, Cell)> = Vec::new();
        for _ in 0..40 {
            for player in 0..2 {
                for segment in segments(&board, player).take(board.len(player) - 1) {
                    pending.push((board.turn() + segment.vanishes, player, segment.cell));
                }
            }
            let moves = [0, 1].map(|player| {
                let legal = board.legal_moves(player);
                legal
                    .nth(random.usize(..legal.len().max(1)))
                    .unwrap_or(Direction::Up)
            });
            board.play((moves[0], moves[1]));
            if board.outcome().is_some() {
                break;
            }
            for &(turn, player, cell) in &pending {
                // A cell may be entered again in the turn in which it gets free.
                if turn > board.turn() {
                    assert!(board.body(player).contains(cell));
                } else if turn == board.turn() && board.head(0) != cell && board.head(1) != cell {
                    assert!(!board.body(player).contains(cell));
                }
            }
            pending.retain(|&(turn, ..)| turn > board.turn());
        }
        assert!(board.turn() > 20);
    }

    #[test]
    fn bodies_in_reach() {
        // Snake 0 went right along the top row, snake 1 stands in the corner below.
        let map: Map = "3x4:2,1/2,2/2,3/3,3".parse().unwrap();
        let mut board = Board::new(&map);
        board.play((Direction::Right, Direction::Up));
        assert_eq!(board.to_string(), "aA..\n###B\n..#b\n");
        let cell = |x, y| Cell::new(x, y).unwrap();
        assert_eq!(
            reach(&board, 0),
            [cell(1, 3), cell(1, 4)].iter().copied().collect()
        );
        assert_eq!(reachable_bodies(&board, 0), CellSet::of(cell(2, 4)));
        assert_eq!(reachable_bodies(&board, 1), CellSet::of(cell(1, 2)));
        let first = first_to_vanish(&board, 1, reachable_bodies(&board, 0));
        // The tail goes in turn 10, the head in turn 11; this is turn 1.
        assert_eq!(
            first,
            Some(Segment {
                cell: cell(2, 4),
                vanishes: 11
            })
        );
        assert_eq!(first_to_vanish(&board, 0, CellSet::EMPTY), None);
    }
}
