//! Rules of NoGo on the 9x9 board, and its Botzone messages.
//!
//! Black moves first; a stone is never removed, and a move that captures or is suicide is illegal. Who
//! cannot move loses. [`Board`] is plain data of a few words: copy it, then play on the copy.
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
//! // The corner stone has one liberty left: white may not take it, black may extend it.
//! let liberty: Point = "1,0".parse()?;
//! assert!(!board.legal_moves(Color::White).contains(liberty));
//! assert!(board.legal_moves(Color::Black).contains(liberty));
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), nogo::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod point;
mod set;
mod text;

pub use board::{Board, Color, IllegalMove};
pub use point::{Point, SIZE};
pub use set::{PointSet, Points};
pub use text::ParseError;

/// A move is the point where the stone is placed; there is no pass.
pub type Move = Point;
