//! One game: board, score, piece number.

use std::fmt;

use crate::board::Board;
use crate::centres::{Centres, PosesIter};
use crate::piece::{LIMIT, Move, Piece, sequence, start_state};

/// Factor on the number of filled cells, by number of completed rows.
pub const GAINS: [u32; 5] = [0, 1, 3, 6, 10];

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A lock filled a cell of the top row.
    TopTouched,
    /// Piece number 10,000 locked.
    RoundLimit,
    /// The spawn pose was not free.
    SpawnBlocked,
}

/// A move that the rules do not allow now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pose {} cannot be reached", self.0)
    }
}

impl std::error::Error for IllegalMove {}

/// A game before the piece `index` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The field. After the end it shows the last lock, full rows not removed.
    pub board: Board,
    /// Points so far.
    pub score: u32,
    /// Pieces locked so far, which is also the number of the piece to move, from 0.
    pub index: usize,
    /// The piece to move.
    pub piece: Piece,
    end: Option<End>,
}

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// The start: empty field, first piece.
    #[must_use]
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
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let centres = Centres::new(&self.board, self.piece, start_state(self.index));
        (0..centres.depth)
            .flat_map(|y| PosesIter::new(y, centres.reached[y]))
            .collect()
    }

    /// The moves worth a look: resting poses and poses that complete a row in the air, one name a pose, without
    /// those that end the game.
    #[must_use]
    pub fn landings(&self) -> Vec<Move> {
        if self.end.is_some() {
            return Vec::new();
        }
        let centres = Centres::new(&self.board, self.piece, start_state(self.index));
        let completing = centres.completing(&self.board, self.piece);
        (0..centres.depth)
            .flat_map(|y| PosesIter::new(y, centres.locks(self.piece, y, completing[y])))
            .collect()
    }

    /// Locks the piece.
    ///
    /// # Panics
    /// If the pose cannot be reached or the game is over.
    #[expect(clippy::expect_used, reason = "the panicking verb of the three")]
    pub fn play(&mut self, mv: Move) {
        self.try_play(mv).expect("a legal move");
    }

    /// Locks the piece.
    ///
    /// # Errors
    /// If the pose cannot be reached or the game is over; the state is then unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(&mv) {
            self.play_unchecked(mv);
            Ok(())
        } else {
            Err(IllegalMove(mv))
        }
    }

    /// Locks the piece without asking whether the pose can be reached. The stages are the contest's own order.
    ///
    /// # Panics
    /// If the pose reaches out of the field at the sides or the floor.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.board.fill(self.piece, mv);
        self.index += 1;
        if self.board.rows[0] != 0 {
            self.end = Some(End::TopTouched);
            return;
        }
        if self.index == LIMIT {
            self.end = Some(End::RoundLimit);
            return;
        }
        let cells = self.board.cells();
        self.score += cells * GAINS[self.board.remove_full_rows()];
        self.piece = piece_at(self.index);
    }

    /// Why the game is over, or `None` while it goes on. A blocked spawn pose is seen here, before any move.
    #[must_use]
    pub fn outcome(&self) -> Option<End> {
        self.end.or_else(|| {
            let spawn = self.board.allows(self.piece, start_state(self.index), 4, 0);
            (!spawn).then_some(End::SpawnBlocked)
        })
    }
}

/// The type of piece number `index`.
pub(crate) fn piece_at(index: usize) -> Piece {
    static PIECES: std::sync::LazyLock<Vec<Piece>> =
        std::sync::LazyLock::new(|| sequence().take(LIMIT).collect());
    PIECES[index]
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "piece {} ({}), score {}",
            self.index, self.piece, self.score
        )?;
        write!(f, "{}", self.board)
    }
}
