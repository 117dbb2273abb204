//! The games, a module each: action numbers and planes are documented there.

mod amazons;
mod ataxx;
mod gomoku;
mod goose_tetris;
mod nogo;
mod reversi;
mod snake;
mod snakego;
mod tetris2;

pub use amazons::Amazons;
pub use ataxx::Ataxx;
pub use gomoku::Gomoku;
pub use goose_tetris::GooseTetris;
pub use nogo::NoGo;
pub use reversi::Reversi;
pub use snake::Snake;
pub use snakego::SnakeGo;
pub use tetris2::Tetris2;
