//! Foresight: a wide beam search through the known sequence of Goose Tetris.
//!
//! The pieces are known in advance, so the only question is geometry. If pieces were liquid, a small dynamic program
//! over (piece number, filled cells) would find the best future score exactly; that is the [`goose_tetris::Bound`]. The
//! beam orders boards by
//!
//! ```text
//! score so far + bound of the future - cost of the shape
//! ```
//!
//! so the order accounts for when to wait for an I and when to clear, how full the field should be for the pieces that
//! come, and how to end the game. The cost ([`weights::Weights`]) is learned: one number for each row pattern at each
//! height, for each surface of three columns and for each covered cell, trained so that boards whose descendants
//! survive rank high. The coming pieces change it: a gap for a Z is worth more before a Z. That is the [`outlook`],
//! learned in the same way from the boards of whole games.
//!
//! One layer ([`beam::Beam::advance`]):
//!
//! 1. The costs for the pieces that come next are added up. From a sample of boards the value of the last survivor is
//!    estimated.
//! 2. [`expand`]: every board's useful locks are valued by what they change: resting ones, floating ones that
//!    complete a row, and those that float one row above a rest (seldom good, but then nothing else is). Those
//!    clearly below the estimate are dropped at once, the best of the others are hashed.
//! 3. [`select`]: equal boards are merged, each bucket of (filled cells, well column, rows ready for the well)
//!    gets at most a tenth of the beam, and the best of what is left survive. Without the quota a drought of I
//!    pieces leaves boards of one kind only, and the record suffers.
//! 4. If too few survive, the estimate was too high: again, with a lower one. So it never changes the result.
//! 5. Boards are built for the survivors only. [`history`] keeps parents and moves of living branches.
//!
//! The same arguments give the same record, on any number of threads and with any vectors ([`vectors`]).
//!
//! Not here: the loop around the search, threads and files (`solvers`); trainers, comparisons and plots (`examples/`).

pub mod beam;
pub mod bench;
pub mod checkpoint;
pub mod cli;
pub mod expand;
pub mod history;
mod locks;
pub mod node;
pub mod outlook;
pub mod position;
pub mod run;
pub mod select;
mod sums;
pub mod vectors;
pub mod weights;
#[cfg(target_arch = "x86_64")]
mod wide;
