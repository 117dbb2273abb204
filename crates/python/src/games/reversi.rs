//! Reversi. The action 8 * y + x puts a disc on (x, y), 64 passes, which is legal only where no disc can be placed. Planes are
//! indexed by y and x, so that a plane laid flat is indexed by action.

use gameplay::games::reversi::Reversi;
use gameplay::games::reversi::rules::{Board, Cell, Color, Move};

use super::alternating::Actions;
use crate::rules::mark;

const CELLS: usize = 64;

impl Actions for Reversi {
    const ACTIONS: usize = CELLS + 1;
    const ACTION: &'static str = "8 * y + x: a disc on (x, y); 64 passes";
    const PLANES: &'static [&'static str] = &[
        "own discs",
        "the opponent's discs",
        "where the player may put a disc",
        "where the opponent might",
    ];
    const SIZE: (usize, usize) = (8, 8);

    fn number(mv: Move) -> u32 {
        match mv {
            Move::Place(cell) => cell.index() as u32,
            Move::Pass => CELLS as u32,
        }
    }

    fn mv(action: u32) -> Option<Move> {
        if action as usize == CELLS {
            return Some(Move::Pass);
        }
        Cell::from_index(action as usize).map(Move::Place)
    }

    fn winner(board: &Board) -> Option<usize> {
        Some(board.outcome()?.winner()?.index())
    }

    fn observe(board: &Board, player: usize, planes: &mut [u8]) {
        let colors = [Color::Black, Color::White];
        let (own, theirs) = (colors[player], colors[1 - player]);
        let shown = [
            board.discs(own),
            board.discs(theirs),
            board.legal_moves(own),
            board.legal_moves(theirs),
        ];
        for (plane, cells) in planes.chunks_exact_mut(CELLS).zip(shown) {
            mark(plane, cells.iter().map(|cell| cell.index()));
        }
    }
}
