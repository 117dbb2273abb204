//! Rules of Botzone Snake and its messages.
//!
//! Two snakes on a board of up to 16 rows and 12 columns with obstacles move at the same time and
//! grow for ever; who runs into something dies, and the other one wins.
//!
//! * [`Board`]: a position, and the turn in the judge's own order of operations.
//! * [`Map`]: size and obstacles, and the judge's way to make them from a seed.
//! * [`territory`], [`distance`]: measures that several bots need.
//! * [`botzone`]: messages, the seat of a bot, and the judge's half.
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
pub mod territory;

mod board;
mod body;
mod cell;
mod cell_set;
mod fill;
mod half_turn;
mod map;
mod outcome;

pub use board::{Answer, Board, GameOver, JointMove, grow};
pub use cell::{Cell, Direction, DirectionSet, Directions, MAX_HEIGHT, MAX_WIDTH};
pub use cell_set::{CellSet, Cells};
pub use half_turn::half_turn;
pub use map::Map;
pub use outcome::{Death, Fault, Outcome};
