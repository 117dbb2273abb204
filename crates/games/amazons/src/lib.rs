//! Rules of Amazons on the 8x8 board, and its Botzone messages.
//!
//! Each side has four amazons, which step and shoot like chess queens. A move is a step of an own amazon and an arrow shot
//! from where it stands then; the arrow's cell is blocked for ever. Who cannot move loses. [`Board`] is plain data of four
//! words: copy it, then play on the copy.
//!
//! Not in here: evaluation, search, and streams. The module [`botzone`] only turns JSON values into moves and back.
//!
//! ```
//! use amazons::{Board, Color, Move};
//!
//! let mut board = Board::new();
//! // The amazon on (0,2) steps to (0,3) and shoots back to where it came from.
//! let mv: Move = "02-03/02".parse()?;
//! assert!(board.is_legal(mv));
//! board.play(mv);
//! assert_eq!(
//!     board.to_string(),
//!     "..X..X..\n\
//!      ........\n\
//!      #......X\n\
//!      X.......\n\
//!      ........\n\
//!      O......O\n\
//!      ........\n\
//!      ..O..O.. white"
//! );
//! assert_eq!(board.move_count(Color::White), 1196);
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), amazons::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod error;
mod lines;
mod mv;
mod text;

pub use board::Board;
pub use error::{IllegalMove, ParseError};
pub use games_common::Color;
pub use lines::reach;
pub use mv::Move;

/// Width and height of the board.
pub const SIZE: usize = 8;
/// A cell of the board.
pub type Cell = games_common::square::Cell<SIZE>;
/// A set of cells.
pub type CellSet = games_common::square::CellSet<SIZE>;
/// The members of a set of cells.
pub type Cells = games_common::square::Cells<SIZE>;
