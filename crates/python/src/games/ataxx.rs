//! Ataxx. The action 49 * from + to moves a piece, a cell (x, y) being 7 * y + x. Planes are indexed by y and x. The legal moves
//! are those that repeat no step, which would lose at once, unless all do.

use gameplay::games::ataxx::Ataxx;
use gameplay::games::ataxx::rules::{Cell, Color, LAST_PLY, Move, Position};

use super::alternating::Actions;
use crate::rules::mark;

const CELLS: usize = 49;

impl Actions for Ataxx {
    const ACTIONS: usize = CELLS * CELLS;
    const ACTION: &'static str = "49 * from + to, a cell being 7 * y + x";
    const PLANES: &'static [&'static str] = &[
        "own pieces",
        "the opponent's pieces",
        "half the plies that are left, everywhere",
    ];
    const SIZE: (usize, usize) = (7, 7);

    fn number(mv: Move) -> u32 {
        (CELLS * mv.from.index() + mv.to.index()) as u32
    }

    fn mv(action: u32) -> Option<Move> {
        Some(Move {
            from: Cell::from_index(action as usize / CELLS)?,
            to: Cell::from_index(action as usize % CELLS)?,
        })
    }

    fn winner(position: &Position) -> Option<usize> {
        Some(position.outcome()?.winner()?.index())
    }

    fn observe(position: &Position, player: usize, planes: &mut [u8]) {
        let (board, colors) = (position.board(), [Color::Black, Color::White]);
        let shown = [colors[player], colors[1 - player]].map(|color| board.pieces(color));
        for (plane, cells) in planes.chunks_exact_mut(CELLS).zip(shown) {
            mark(plane, cells.iter().map(Cell::index));
        }
        planes[2 * CELLS..].fill(((LAST_PLY - board.ply()) / 2).min(255) as u8);
    }
}
