//! Rules of Botzone's Tetris2 (and of the older Tetris), and its Botzone messages.
//!
//! Two players, two wells of 10 columns and 20 rows. In every turn both place a piece at the same time, each in a pose
//! that it can reach from above by steps left, right, down and turns, and each chooses the piece that the opponent
//! places next. Cleared rows go to the opponent as garbage. A player without room for the next piece loses.
//!
//! * [`Well`] is one player's rows; [`Well::landings`] gives all resting places of a piece as one set, and
//!   [`Well::lock`] the well after one of them. A search needs no more than these two.
//! * [`Player`] is a well with everything that belongs to it, [`Board`] both players and the turn.
//!
//! Not in here: evaluation, search, and streams.
//!
//! ```
//! use tetris2::{Piece, Rules, Well};
//!
//! // Columns 7 to 10 of the lowest row are empty, but the second row covers column 7: L falls beside it and
//! // slides in.
//! let well: Well = "03f07f".parse()?;
//! let under = "8,1,2".parse()?;
//! assert!(well.landings(Piece::L, Rules::Tetris2).contains(under));
//! assert_eq!(well.lock(Piece::L, under).well.to_string(), "1ff17f");
//! # Ok::<(), tetris2::ParseError>(())
//! ```

mod board;
pub mod botzone;
mod color;
mod error;
mod landings;
mod outcome;
mod piece;
mod piece_counts;
mod poses;
mod rules;
mod text;
mod well;

pub use board::{Board, Player};
pub use color::Color;
pub use error::{IllegalMove, ParseError};
pub use landings::{Landings, LandingsIter};
pub use outcome::{Outcome, Reason};
pub use piece::{Move, Orientation, Piece, Placement};
pub use piece_counts::PieceCounts;
pub use rules::Rules;
pub use well::{FULL_ROW, Footprint, Garbage, HEIGHT, Locked, WIDTH, Well};
