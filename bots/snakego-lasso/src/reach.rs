//! When cells open to the snake to act, and when other heads can be there. Moves are counted from 1, the one that it is to
//! make now.

use snakego::{Board, CellSet, MAX_SNAKES, Snake};

/// Most moves that are looked ahead.
pub const MOST_MOVES: usize = 48;

/// The number of a move that never comes: the cell is a wall, or no head gets there within [`MOST_MOVES`].
pub const NEVER: u8 = u8::MAX;

/// For each cell the first move of the snake to act that can lead there: 0 for a free one, [`NEVER`] for walls.
///
/// Bodies are taken to move on each round: the snake's own surely does, others may lose a round.
pub fn opening_moves(board: &Board) -> [u8; 256] {
    let mut open = [0; 256];
    for cell in board.walls(0) | board.walls(1) {
        open[usize::from(cell.index())] = NEVER;
    }
    for player in [0, 1] {
        for (place, snake) in board.snakes(player).iter().enumerate() {
            let own = (player, place) == (board.player(), board.acting());
            // The tail is gone before the move that leads there is tested.
            let first = snake.bank + 1 + u16::from(!own);
            for (cell, number) in board.cells(player, place).iter().rev().zip(first..) {
                open[usize::from(cell.index())] = number.min(u16::from(NEVER - 1)) as u8;
            }
        }
    }
    open
}

/// For each cell after how many moves an enemy head can be there, [`NEVER`] if not within [`MOST_MOVES`]. `open` is what
/// [`opening_moves`] has.
pub fn enemy_moves(board: &Board, open: &[u8; 256]) -> [u8; 256] {
    head_moves(board.snakes(1 - board.player()), open)
}

/// The same for the heads of the other own snakes.
pub fn sibling_moves(board: &Board, open: &[u8; 256]) -> [u8; 256] {
    let mut siblings = board.snakes(board.player()).to_vec();
    siblings.remove(board.acting());
    head_moves(&siblings, open)
}

fn head_moves(snakes: &[Snake], open: &[u8; 256]) -> [u8; 256] {
    let mut moves = [NEVER; 256];
    let mut reached: CellSet = snakes.iter().map(|snake| snake.head).collect();
    for cell in reached {
        moves[usize::from(cell.index())] = 0;
    }
    for number in 1..=MOST_MOVES {
        let mut next: CellSet = (reached.neighbors() - reached)
            .iter()
            .filter(|cell| usize::from(open[usize::from(cell.index())]) <= number + 1)
            .collect();
        if number == 1 && snakes.len() < MAX_SNAKES {
            // Its end becomes a head when a snake splits.
            let split = snakes.iter().filter(|snake| snake.len > 1);
            next |= split.map(|snake| snake.tail).collect::<CellSet>() - reached;
        }
        for cell in next {
            moves[usize::from(cell.index())] = number as u8;
        }
        reached |= next;
    }
    moves
}
