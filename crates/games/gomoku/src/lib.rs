//! Rules of Gomoku on the 15x15 board, and its Botzone messages.
//!
//! Black and white place stones in turn; five or more in an unbroken row, column or diagonal win, a full board is a draw, and no
//! move is forbidden. In the variant with the swap white may take over black and its first stone in place of its first move.
//! [`Board`] is plain data: copy it, then play on the copy.
//!
//! Not in here: evaluation, search, and streams. The module [`botzone`] only turns JSON values into moves and back.
//!
//! ```
//! use gomoku::{Board, Color, Move};
//!
//! let mut board = Board::new();
//! let mv: Move = "h8".parse()?;
//! assert!(board.is_legal(mv));
//! board.play(mv);
//! assert_eq!((board.to_move(), board.legal_moves().len()), (Color::White, 224));
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), gomoku::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod cell_set;
mod error;
mod mv;
mod text;

pub use board::{Board, FIVE, LINES, Swap};
pub use cell_set::{CellSet, Cells};
pub use error::{IllegalMove, ParseError};
pub use games_common::{Color, Outcome};
pub use mv::Move;

/// Width and height of the board.
pub const SIZE: usize = 15;
/// A cell of the board, such as `h5`.
pub type Cell = games_common::square::Cell<SIZE>;
