//! The games, a module each: rules, messages and pictures joined to an entry of the table, and beside it
//! the script that draws it.

pub mod alternating;
pub mod amazons;
pub mod ataxx;
pub mod gomoku;
pub mod nogo;
pub mod reversi;
pub mod snake;
pub mod snakego;
pub mod tetris2;

use crate::game::Games;

/// The table of games. A new game is one line here.
pub fn standard() -> Games {
    [
        &amazons::GAME,
        &ataxx::GAME,
        &gomoku::GAME,
        &gomoku::SWAP,
        &nogo::GAME,
        &reversi::GAME,
        &snake::GAME,
        &snakego::GAME,
        &tetris2::GAME,
    ]
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests;
