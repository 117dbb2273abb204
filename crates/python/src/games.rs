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

use gameplay::games;

use self::alternating::Sides;
use crate::session::{Kind, kind};

/// All games.
pub static KINDS: [Kind; 10] = [
    kind::<Sides<games::nogo::Nogo>>(),
    kind::<amazons::Amazons>(),
    kind::<Sides<games::ataxx::Ataxx>>(),
    kind::<Sides<games::reversi::Reversi>>(),
    kind::<Sides<games::gomoku::Gomoku>>(),
    kind::<Sides<games::gomoku::GomokuSwap>>(),
    kind::<snake::Snake>(),
    kind::<tetris2::Tetris2>(),
    kind::<snakego::SnakeGo>(),
    kind::<goose_tetris::GooseTetris>(),
];
