//! Rules of NoGo on the 9x9 board, and its Botzone messages.
//!
//! Black moves first; a stone is never removed, and a move that captures or is suicide is illegal. The player who
//! cannot move loses. [`Board`] is plain data of a few words: copy it, then play on the copy.
//!
//! Not in here: evaluation, search, and streams. The module [`botzone`] only turns JSON values into moves and back.
//!
//! ```
//! use nogo::{Board, Color, Point};
//!
//! let mut board = Board::new();
//! board.play("0,0".parse()?);
//! board.play("0,1".parse()?);
//! board.play("5,5".parse()?);
//! assert_eq!(
//!     board.to_string(),
//!     "XO.......\n\
//!      .........\n\
//!      .........\n\
//!      .........\n\
//!      .........\n\
//!      .....X...\n\
//!      .........\n\
//!      .........\n\
//!      ........."
//! );
//! // The corner stone has one liberty left: white may not capture it, black may extend it.
//! let liberty: Point = "1,0".parse()?;
//! assert!(!board.legal_moves(Color::White).contains(liberty));
//! assert!(board.legal_moves(Color::Black).contains(liberty));
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), nogo::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod error;
mod point;
mod point_set;
mod text;

pub use board::Board;
pub use error::{IllegalMove, ParseError};
pub use games_common::Color;
pub use point::{Point, SIZE};
pub use point_set::{PointSet, Points};

/// A move is the point where the stone is placed; there is no pass.
pub type Move = Point;
