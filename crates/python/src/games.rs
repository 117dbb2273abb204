//! The games, a module each: action numbers and planes are documented there.

mod alternating;
mod amazons;
mod ataxx;
mod gomoku;
mod goose_tetris;
mod nogo;
mod reversi;
mod snake;
mod snakego;
mod tetris2;

pub use alternating::Sides;
pub use amazons::Amazons;
pub use goose_tetris::GooseTetris;
pub use snake::Snake;
pub use snakego::SnakeGo;
pub use tetris2::Tetris2;
