//! One game: board, score, piece number.

use crate::board::Board;
use crate::error::IllegalMove;
use crate::outcome::Outcome;
use crate::piece::{LIMIT, Move, Piece, sequence, start_state};
use crate::poses::{Poses, PosesIter};

/// Factor on the number of filled cells, by number of completed rows.
pub const GAINS: [u32; 5] = [0, 1, 3, 6, 10];

/// A game before the piece `index` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// The field. After the end it shows the last lock, full rows not removed.
    pub board: Board,
    /// Points so far.
    pub score: u32,
    /// Pieces locked so far, which is also the number of the piece to move, from 0.
    pub index: usize,
    /// The piece to move.
    pub piece: Piece,
    end: Option<Outcome>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// The start: empty field, first piece.
    pub fn new() -> Self {
        Self {
            board: Board::new(),
            score: 0,
            index: 0,
            piece: Piece::Z,
            end: None,
        }
    }

    /// All poses in which the piece can lock, those that end the game included; poses that look the same are
    /// listed under each name that can be reached. Empty after the end and if the spawn pose is blocked.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let poses = Poses::new(&self.board, self.piece, start_state(self.index));
        (0..poses.depth)
            .flat_map(|y| PosesIter::new(y, poses.reached[y]))
            .collect()
    }

    /// The moves worth considering: resting poses and poses that complete a row in the air, one name a pose, without
    /// those that end the game.
    pub fn landings(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let poses = Poses::new(&self.board, self.piece, start_state(self.index));
        let completing = poses.completing(&self.board, self.piece);
        (0..poses.depth)
            .flat_map(|y| PosesIter::new(y, poses.locks(self.piece, y, completing[y])))
            .collect()
    }

    /// Locks the piece.
    ///
    /// # Panics
    /// If the pose cannot be reached or the game is over.
    pub fn play(&mut self, mv: Move) {
        if let Err(reason) = self.try_play(mv) {
            panic!("piece {} may not lock at {mv}: {reason}", self.index);
        }
    }

    /// Locks the piece, or says why not.
    ///
    /// # Errors
    /// If the pose cannot be reached or the game is over; the game is then unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.legal_moves().contains(&mv) {
            return Err(IllegalMove::Unreachable);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Locks the piece without checking whether the pose can be reached. The stages are in the contest's own order.
    ///
    /// # Panics
    /// If the pose reaches out of the field at the sides or the floor.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.board.fill(self.piece, mv);
        self.index += 1;
        if self.board.rows[0] != 0 {
            self.end = Some(Outcome::TopTouched);
            return;
        }
        if self.index == LIMIT {
            self.end = Some(Outcome::RoundLimit);
            return;
        }
        let cells = self.board.cells();
        self.score += cells * GAINS[self.board.remove_full_rows()];
        self.piece = piece_at(self.index);
    }

    /// The reason why the game is over, or `None` while it goes on. Includes a blocked spawn pose, before any move.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.or_else(|| {
            let spawn = self.board.allows(self.piece, start_state(self.index), 4, 0);
            (!spawn).then_some(Outcome::SpawnBlocked)
        })
    }
}

/// The type of piece number `index`.
pub(crate) fn piece_at(index: usize) -> Piece {
    static PIECES: std::sync::LazyLock<Vec<Piece>> =
        std::sync::LazyLock::new(|| sequence().take(LIMIT).collect());
    PIECES[index]
}
