//! Gomoku, and its variant with the swap. The action 15 * y + x puts a stone on (x, y); in the variant 225 swaps, which is legal
//! only in white's first turn. Planes are indexed by y and x, so that a plane laid flat is indexed by action.

use gameplay::games::gomoku::rules::{Board, Cell, Color, Move, SIZE, Swap};
use gameplay::games::gomoku::{Gomoku, GomokuSwap};

use super::alternating::Actions;
use crate::rules::mark;

const CELLS: usize = Cell::COUNT;

macro_rules! actions {
    ($game:ty, swap: $is_variant:literal) => {
        impl Actions for $game {
            const ACTIONS: usize = CELLS + $is_variant as usize;
            const ACTION: &'static str = if $is_variant {
                "15 * y + x: a stone on (x, y); 225 swaps"
            } else {
                "15 * y + x: a stone on (x, y)"
            };
            const PLANES: &'static [&'static str] = &["own stones", "the opponent's stones"];
            const SIZE: (usize, usize) = (SIZE, SIZE);

            fn number(mv: Move) -> u32 {
                match mv {
                    Move::Place(cell) => cell.index() as u32,
                    Move::Swap => CELLS as u32,
                }
            }

            fn mv(action: u32) -> Option<Move> {
                if action as usize == CELLS {
                    return Some(Move::Swap);
                }
                Cell::from_index(action as usize).map(Move::Place)
            }

            fn winner(board: &Board) -> Option<usize> {
                Some(board.player(board.outcome()?.winner()?))
            }

            fn observe(board: &Board, player: usize, planes: &mut [u8]) {
                let own = match board.player(Color::Black) == player {
                    true => Color::Black,
                    false => Color::White,
                };
                let shown = [own, own.opponent()].map(|color| board.stones(color));
                for (plane, cells) in planes.chunks_exact_mut(CELLS).zip(shown) {
                    mark(plane, cells.iter().map(|cell| cell.index()));
                }
            }

            fn position(text: &str) -> Result<Board, String> {
                let board: Board = text.parse()?;
                match (board.swap() != Swap::Never) == $is_variant {
                    true => Ok(board),
                    false => Err(
                        "`swap1` makes a position of gomoku-swap, without it it is one of gomoku"
                            .to_owned(),
                    ),
                }
            }
        }
    };
}

actions!(Gomoku, swap: false);
actions!(GomokuSwap, swap: true);
