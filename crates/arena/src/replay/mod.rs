//! The replay page: one HTML file that shows the games of a match log in any browser, without server or network.
//!
//! | module | does |
//! | --- | --- |
//! | [`page`] | the parts of the file: page, style and scripts, and the data of a game |
//! | [`writer`] | the file as it is written, game by game |
//! | `source` | the games of a match log or a league, one by one |
//! | `film` | the boards of a game, each as what has changed since the one before |
//! | `botzone`, `snakego` | a game's boards, as its rules give them |
//! | [`command`] | `arena replay` |
//!
//! The page has no rules of its own: what it draws is what the rules crates said about every turn.

mod botzone;
pub mod command;
mod film;
pub mod page;
mod snakego;
mod source;
pub mod writer;

pub use botzone::Position;

#[cfg(test)]
mod tests;
