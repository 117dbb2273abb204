//! The games, a module each: action numbers and planes are documented there.

mod amazons;
mod goose_tetris;
mod nogo;
mod snake;
mod snakego;
mod tetris2;

pub use amazons::Amazons;
pub use goose_tetris::GooseTetris;
pub use nogo::NoGo;
pub use snake::Snake;
pub use snakego::SnakeGo;
pub use tetris2::Tetris2;
