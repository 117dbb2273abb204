//! Rules of Botzone Snake and its messages.
//!
//! Two snakes on a board of up to 16 rows and 12 columns with obstacles move at the same time and
//! grow forever; a snake that runs into something dies, and the other one wins.
//!
//! * [`Board`]: a position, and the turn in the judge's own order of operations.
//! * [`Map`]: size and obstacles, and how the judge generates them from a seed.
//! * [`territory`], [`distance`]: measures that evaluations need; [`rows`]: sets of cells for fills.
//! * [`botzone`]: messages, what a bot sees, and the judge's side.
//!
//! Not in here: search, weights, and streams.
//!
//! ```
//! use snake::{Board, Direction, Map};
//!
//! let mut board = Board::new(&Map::generate(5, None, None));
//! assert!(board.legal_moves(0).iter().eq([Direction::Right]));
//! board.play((Direction::Right, Direction::Left));
//! assert_eq!(board.len(0), 2);
//! assert_eq!(board.outcome(), None);
//! ```

pub mod botzone;
pub mod distance;
pub mod rows;
pub mod territory;

mod board;
mod body;
mod cell;
mod cell_set;
mod error;
mod fill;
mod map;
mod move_alone;
mod outcome;
mod text;

pub use board::{Answer, Board, JointMove, snakes_grow};
pub use cell::{Cell, Direction, DirectionSet, Directions, MAX_HEIGHT, MAX_WIDTH};
pub use cell_set::{CellSet, Cells};
pub use error::{IllegalMove, ParseError};
pub use map::Map;
pub use move_alone::move_alone;
pub use outcome::{Death, Fault, Outcome};

/// The move of one player in a turn, under the name that all games share.
pub type Move = Direction;
