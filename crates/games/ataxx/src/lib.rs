//! Rules of Ataxx on the 7x7 board, and its Botzone messages.
//!
//! A piece is cloned to a cell next to it, or jumps to a cell two steps away; then all pieces of the opponent next to the new
//! place change color. Who has more pieces in the end wins; a side that alone can move gets the empty cells, too. Who makes a
//! step of the game again loses: see [`Position`]. [`Board`] is plain data of three words, copy it, then play on the copy;
//! a [`Position`] is a board with the steps that led to it.
//!
//! Not in here: evaluation, search, and streams. The module [`botzone`] only turns JSON values into moves and back.
//!
//! ```
//! use ataxx::{Board, Move};
//!
//! let mut board = Board::new();
//! // A clone, then a jump to the cell beside the piece: it takes both.
//! board.play("00-11".parse()?);
//! board.play("06-24".parse()?);
//! board.play("11-13".parse()?);
//! assert_eq!(
//!     board.to_string(),
//!     "X.....O\n\
//!      .......\n\
//!      .......\n\
//!      .X.....\n\
//!      ..X....\n\
//!      .......\n\
//!      ......X white 3"
//! );
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), ataxx::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod error;
mod mv;
mod position;
mod text;

pub use board::{Board, LAST_PLY};
pub use error::{IllegalMove, ParseError};
pub use games_common::{Color, Outcome};
pub use mv::Move;
pub use position::Position;

/// Width and height of the board.
pub const SIZE: usize = 7;
/// A cell of the board.
pub type Cell = games_common::square::Cell<SIZE>;
/// A set of cells.
pub type CellSet = games_common::square::CellSet<SIZE>;
/// The members of a set of cells.
pub type Cells = games_common::square::Cells<SIZE>;
