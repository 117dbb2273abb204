//! Rules of Reversi (Othello) on the 8x8 board, and its Botzone messages.
//!
//! A disc is placed where it closes a line of the opponent's discs, which are turned over. Who cannot place one passes; when
//! neither can, more discs win, and as many are a draw. [`Board`] is plain data, a word of bits a side: copy it, then play on
//! the copy.
//!
//! Not in here: evaluation, search, and streams. The module [`botzone`] only turns JSON values into moves and back.
//!
//! ```
//! use reversi::{Board, Move};
//!
//! let mut board = Board::new();
//! let mv: Move = "c4".parse()?;
//! assert!(board.is_legal(mv));
//! board.play(mv);
//! assert_eq!(
//!     board.to_string(),
//!     "........\n\
//!      ........\n\
//!      ........\n\
//!      ..XXX...\n\
//!      ...XO...\n\
//!      ........\n\
//!      ........\n\
//!      ........ white"
//! );
//! assert_eq!(board.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["c3", "e3", "c5"]);
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), reversi::ParseError>(())
//! ```

mod bits;
mod board;
pub mod botzone;
mod error;
mod mv;
mod text;

pub use board::Board;
pub use error::{IllegalMove, ParseError};
pub use games_common::{Color, Outcome};
pub use mv::Move;

/// Width and height of the board.
pub const SIZE: usize = 8;
/// A cell of the board.
pub type Cell = games_common::square::Cell<SIZE>;
/// A set of cells.
pub type CellSet = games_common::square::CellSet<SIZE>;
/// The members of a set of cells.
pub type Cells = games_common::square::Cells<SIZE>;
