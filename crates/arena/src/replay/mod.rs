//! The replay page: one HTML file that shows the games of a match log in any browser, without server or network.
//!
//! | module | does |
//! | --- | --- |
//! | [`mod@page`] | the file: page, style, scripts and data put together |
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

pub use botzone::Position;
pub use page::page;

#[cfg(test)]
mod tests;
