//! The common parts of the batch solvers of Goose Tetris around their searches: nobody plays against these programs and
//! no judge talks to them, they run for minutes or hours and write a record.
//!
//! * [`solver`]: a search that goes through the sequence piece by piece, and the loop that drives it: command line,
//!   progress bar, Ctrl-C, checkpoints, the record.
//! * [`checkpoint`]: a search's state in a JSON file that names its program and format.
//! * [`files`]: writing a file so that a kill leaves the old one or the new one.
//! * [`parallel`]: work on several threads whose result does not depend on their number.
//! * [`mod@hash`]: a hash of boards that is the same on every machine.
//!
//! Not here: rules, records and the bound (`goose-tetris`), and everything that decides a solver's moves: search,
//! evaluation, weights, order of boards. Bots that talk to a judge have no use for this crate: they start no threads
//! and write no files.

pub mod checkpoint;
pub mod files;
pub mod hash;
pub mod parallel;
mod progress;
pub mod solver;

pub use progress::Standing;
