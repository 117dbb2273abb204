//! Games in a browser: the page that replays a log, without server or network, and the one on which a person plays.
//!
//! Start reading at [`page`], the parts of the file. The page has no rules of its own: what it draws is what the rules
//! said about every turn (`gameplay::game::Replay`), drawn by the script of its game.
//!
//! Not here: what a game's boards are, and how a game is played.
//!
//! | module | does |
//! | --- | --- |
//! | `display` | games that only an official judge knows |
//! | [`page`] | page, style and scripts, and the data of a game |
//! | [`writer`] | the file as it is written, game by game |
//! | [`source`] | the games of a match log or a league, one by one |
//! | `limits` | the time limits of the players |
//! | `result` | the result of a whole match |
//! | [`play`] | a person plays in the browser |
//! | [`league`] | live standings of a league, and each of its games |
//! | [`server`] | the server of pages on the loopback interface |

#[macro_use]
extern crate arena_common;

mod display;
pub mod league;
mod limits;
pub mod page;
pub mod play;
mod result;
pub mod server;
pub mod source;
pub mod writer;

#[cfg(test)]
mod tests;
