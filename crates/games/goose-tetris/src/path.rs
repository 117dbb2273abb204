//! The steps that bring a piece to a pose.

use std::fmt;

use crate::board::{Board, COLUMNS, ROWS};
use crate::game::Game;
use crate::piece::{Move, Piece, start_state};
use crate::record::{Op, Step, write_record};

const STATES: usize = 4 * COLUMNS * ROWS;

/// The shortest list of steps from the spawn pose to a pose with the cells of `target`, neighboring equal steps
/// joined; among equally short ones the first in the order L, R, C, D. `None` if no such pose can be reached.
///
/// The list for the spawn pose itself is steps that end where they began, because a record needs at least one step a
/// piece.
pub fn shortest_path(board: &Board, piece: Piece, start: u8, target: Move) -> Option<Vec<Op>> {
    if !board.allows(piece, start, 4, 0) {
        return None;
    }
    let wanted = pose_cells(piece, target);
    let mut from: [Option<(u16, Step)>; STATES] = [None; STATES];
    let first = Move {
        y: 0,
        state: start,
        x: 4,
    };
    if pose_cells(piece, first) == wanted {
        return Some(stay(board, piece, start));
    }
    let mut queue = vec![first];
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        for (step, to) in steps(at) {
            if !board.allows(piece, to.0, to.1, to.2) {
                continue;
            }
            let to = Move {
                state: to.0,
                x: to.1 as u8,
                y: to.2 as u8,
            };
            if to == first || from[index(to)].is_some() {
                continue;
            }
            from[index(to)] = Some((index(at) as u16, step));
            if pose_cells(piece, to) == wanted {
                return Some(walk_back(&from, index(to)));
            }
            queue.push(to);
        }
    }
    None
}

/// A lock of a game that steps do not reach, or that comes after the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreachableMove {
    /// Number of the piece, from 0.
    pub piece: usize,
    /// The pose.
    pub mv: Move,
}

impl fmt::Display for UnreachableMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {} cannot lock at {}", self.piece, self.mv)
    }
}

impl std::error::Error for UnreachableMove {}

/// The record of a game from the empty field, given by its locks.
///
/// # Errors
/// The first lock that cannot be reached.
pub fn game_record(moves: impl IntoIterator<Item = Move>) -> Result<String, UnreachableMove> {
    let mut game = Game::new();
    let mut paths: Vec<Vec<Op>> = Vec::new();
    for mv in moves {
        let unreachable = UnreachableMove {
            piece: game.index,
            mv,
        };
        if game.outcome().is_some() {
            return Err(unreachable);
        }
        let path = shortest_path(&game.board, game.piece, start_state(game.index), mv);
        paths.push(path.ok_or(unreachable)?);
        game.play_unchecked(mv);
    }
    Ok(write_record(paths.iter().map(Vec::as_slice)))
}

fn steps(at: Move) -> [(Step, (u8, i32, i32)); 4] {
    let (state, x, y) = (at.state, i32::from(at.x), i32::from(at.y));
    [
        (Step::L, (state, x - 1, y)),
        (Step::R, (state, x + 1, y)),
        (Step::C, ((state + 1) % 4, x, y)),
        (Step::D, (state, x, y + 1)),
    ]
}

fn index(mv: Move) -> usize {
    (usize::from(mv.y) * 4 + usize::from(mv.state)) * COLUMNS + usize::from(mv.x)
}

fn pose_cells(piece: Piece, mv: Move) -> [(i32, i32); 4] {
    let mut cells = piece.shape(mv.state).cells.map(|(dx, dy)| {
        (
            i32::from(mv.x) + i32::from(dx),
            i32::from(mv.y) + i32::from(dy),
        )
    });
    cells.sort_unstable();
    cells
}

fn walk_back(from: &[Option<(u16, Step)>; STATES], mut at: usize) -> Vec<Op> {
    let mut taken = Vec::new();
    while let Some((before, step)) = from[at] {
        taken.push(step);
        at = before as usize;
    }
    taken.reverse();
    join(&taken)
}

fn join(taken: &[Step]) -> Vec<Op> {
    taken
        .chunk_by(|a, b| a == b)
        .map(|run| Op {
            step: run[0],
            count: run.len() as u32,
        })
        .collect()
}

/// Steps that end where they began: one to the left and back, or one that is blocked.
fn stay(board: &Board, piece: Piece, start: u8) -> Vec<Op> {
    if board.allows(piece, start, 3, 0) {
        join(&[Step::L, Step::R])
    } else {
        join(&[Step::L])
    }
}
