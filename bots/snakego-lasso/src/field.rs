//! The field that a ring goes through: when each cell is open to the snake, when an enemy may be there, and what
//! enclosing it is worth.

use snakego::{Board, Cell, CellSet, MAX_SNAKES};

use crate::params::RingParams;
use crate::reach::{enemy_moves, opening_moves};

/// The board as the snake to act sees it. Moves are counted from 1, the one that it is to make now.
pub struct Field<'a> {
    params: &'a RingParams,
    /// The numbers of [`opening_moves`].
    open: [u8; 256],
    /// The numbers of [`enemy_moves`].
    enemy: [u8; 256],
    worth: [f32; 256],
    /// For each column of squares between four cell centers, what those below a row of cells are worth.
    below: [[f32; 16]; 16],
}

impl<'a> Field<'a> {
    /// The field of the snake to act.
    pub fn new(params: &'a RingParams, board: &Board) -> Field<'a> {
        let worth = worths(params, board);
        let open = opening_moves(board);
        Field {
            params,
            enemy: enemy_moves(board, &open),
            open,
            below: sums_below(&worth),
            worth,
        }
    }

    /// Returns `true` if a move with this number can lead to the cell.
    #[inline]
    pub fn is_open(&self, cell: Cell, number: usize) -> bool {
        usize::from(self.open[usize::from(cell.index())]) <= number
    }

    /// The cost of an enemy that can be on the cell before the snake's move with this number.
    #[inline]
    pub fn risk(&self, cell: Cell, number: usize) -> f32 {
        // Before move n an enemy has made n - 1 moves.
        let enemy = usize::from(self.enemy[usize::from(cell.index())]);
        let late = number.saturating_sub(enemy) as f32;
        (self.params.late * late).min(self.params.latest)
    }

    /// The worth of enclosing a cell.
    #[inline]
    pub fn worth(&self, cell: Cell) -> f32 {
        self.worth[usize::from(cell.index())]
    }

    /// The worth of enclosing some cells.
    pub fn worth_of(&self, cells: CellSet) -> f32 {
        cells.iter().map(|cell| self.worth(cell)).sum()
    }

    /// The worth of the squares below a step, positive to the left and negative to the right: summed up along a closed
    /// loop, that of the squares inside, if the loop turns to the left.
    #[inline]
    pub fn below(&self, from: Cell, to: Cell) -> f32 {
        let (left, right, row) = (
            usize::from(from.x().min(to.x())),
            usize::from(from.x().max(to.x())),
            usize::from(from.y()),
        );
        if left == right {
            0.0
        } else if usize::from(to.x()) == left {
            self.below[left][row]
        } else {
            -self.below[left][row]
        }
    }
}

fn worths(params: &RingParams, board: &Board) -> [f32; 256] {
    let player = board.player();
    let mut worth = [1.0; 256];
    let mut set = |cells: CellSet, value: f32| {
        for cell in cells {
            worth[usize::from(cell.index())] = value;
        }
    };
    set(board.walls(player), 0.0);
    set(board.walls(1 - player), params.enemy_wall);
    for place in 0..MAX_SNAKES {
        if place != board.acting() {
            set(board.body(player, place), params.own_body);
        }
        set(board.body(1 - player, place), params.enemy_body);
    }
    worth
}

/// A square between four cells is worth their mean. So a cell inside a loop counts fully, one on a straight part of the
/// loop half.
fn sums_below(worth: &[f32; 256]) -> [[f32; 16]; 16] {
    let mut below = [[0.0; 16]; 16];
    for (column, sums) in below.iter_mut().enumerate().take(15) {
        for row in 1..16 {
            let cell = 16 * column + row;
            let corners = worth[cell] + worth[cell - 1] + worth[cell + 16] + worth[cell + 15];
            sums[row] = sums[row - 1] + corners / 4.0;
        }
    }
    below
}
