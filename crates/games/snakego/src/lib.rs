//! Rules of Saiblo SnakeGo (game 10, the 26th Tsinghua AI contest, 2022).
//!
//! Two players, up to four snakes each, on 16 x 16 cells. The players take turns, and each of their snakes does one
//! operation: it moves, fires a ray that removes walls, or splits in two. A snake that runs into itself turns the
//! closed loop and everything inside it into walls of its side, and dies; a snake that runs into anything else just
//! dies. After 512 rounds the larger area wins, walls and bodies together. A match is two such half-games with the
//! sides swapped.
//!
//! * [`Board`]: the changing part of a half-game: walls, snakes, items on the ground, whose turn it is.
//! * [`Rules`]: the fixed part: the items and the rounds in which they appear (the judge's generator makes them from
//!   a seed), the number of rounds, and which [enclosure rule](Enclosure) is in force.
//! * [`Position`]: both together, with a [text form](text).
//! * [`Operation`]: a snake's action. [`Board::play`], [`Board::try_play`] and [`Board::play_unchecked`] play it and
//!   whatever the judge does before the next one, in the judge's order; [`Board::try_play_with`] also says what
//!   [happened](Event).
//! * [`saiblo`]: messages, and the judge's side.
//!
//! Not in here: evaluation, search, and streams.
//!
//! ```
//! use snakego::{Operation, Position, Rules};
//!
//! let mut position = Position::new(Rules::generate(1_642_262_138_104));
//! position.play(Operation::Down);
//! assert_eq!((position.board.round(), position.board.player()), (1, 1));
//! assert_eq!(position.board.area(0), 2);
//! assert!(position.try_play(Operation::Fire).is_err());
//! assert_eq!(position.outcome(), None);
//! ```
//!
//! # Copy-make
//!
//! A search copies the board (560 bytes) and plays on the copy; there is no undo. Both were
//! built and measured on every legal operation of every position of the kept games, in one run on one core: copy and
//! play 12.8 million a second, play with a record of what changed and undo 9.5 million. Writing the record and
//! finding out beforehand whether it suffices (a death, a seal, or a round with an item changes too much) costs
//! more than a copy of nine cache lines.

mod around;
mod board;
mod cell;
mod cell_set;
mod error;
mod event;
mod generate;
mod item;
mod mersenne;
mod move_kinds;
mod neighbors;
mod operation;
mod outcome;
mod play;
mod position;
mod rays;
mod rules;
pub mod saiblo;
mod seal;
mod snake;
mod steps;
pub mod text;

pub use around::Around;
pub use board::{Board, GROW_ROUNDS, MAX_SNAKES};
pub use cell::{Cell, Direction, SIZE};
pub use cell_set::{CellSet, Cells};
pub use error::{IllegalMove, ParseError};
pub use event::{Cause, Event};
pub use item::{Gift, ITEM_LIFE, Item};
pub use move_kinds::MoveKinds;
pub use operation::{Operation, Operations};
pub use outcome::Outcome;
pub use position::Position;
pub use rules::{Enclosure, MAX_ROUND, Rules};
pub use snake::Snake;

/// The operation of a snake in its turn, under the name that all games share.
pub type Move = Operation;
