//! The score of a record.

use crate::board::Board;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::piece::{Move, start_state};
use crate::record::{Item, Op, Step};

/// The end of a replayed record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Points.
    pub score: u32,
    /// Pieces spawned, one whose spawn pose was blocked included.
    pub bricks: usize,
    /// Pieces locked.
    pub locks: usize,
    /// The poses in which they locked.
    pub moves: Vec<Move>,
    /// The reason why the game ended; `None` if the record ended first.
    pub end: Option<Outcome>,
    /// Items of the record that were not read.
    pub unused_items: usize,
    /// The field at the end; after a lock that ended the game full rows are still there.
    pub board: Board,
}

/// Plays a record that [`crate::parse_record`] accepted.
pub fn replay(record: &[Item]) -> Replay {
    replay_with(record, |_| ())
}

/// Plays a record and shows `after_lock` the game after each lock (after row removal, unless the lock ended the
/// game).
pub fn replay_with(record: &[Item], mut after_lock: impl FnMut(&Game)) -> Replay {
    let mut game = Game::new();
    let mut bricks = 0;
    let mut moves = Vec::new();
    let mut read = 0;
    while read < record.len() {
        // Here the item is N: only N ends the steps of the piece before.
        read += 1;
        bricks += 1;
        if game.outcome().is_some() {
            break;
        }
        let mut pose = (start_state(game.index), 4, 0);
        while let Some(Item::Op(op)) = record.get(read) {
            walk(&game, &mut pose, *op);
            read += 1;
        }
        let mv = Move {
            state: pose.0,
            x: pose.1 as u8,
            y: pose.2 as u8,
        };
        game.play_unchecked(mv);
        moves.push(mv);
        after_lock(&game);
        if matches!(
            game.outcome(),
            Some(Outcome::TopTouched | Outcome::RoundLimit)
        ) {
            break;
        }
    }
    Replay {
        score: game.score,
        bricks,
        locks: game.index,
        moves,
        end: game
            .outcome()
            .filter(|end| *end != Outcome::SpawnBlocked || bricks > game.index),
        unused_items: record.len() - read,
        board: game.board,
    }
}

fn walk(game: &Game, pose: &mut (u8, i32, i32), op: Op) {
    for _ in 0..op.count {
        let (turn, x, y) = *pose;
        let next = match op.step {
            Step::L => (turn, x - 1, y),
            Step::R => (turn, x + 1, y),
            Step::D => (turn, x, y + 1),
            Step::C => ((turn + 1) % 4, x, y),
        };
        if !game.board.allows(game.piece, next.0, next.1, next.2) {
            return;
        }
        *pose = next;
    }
}
