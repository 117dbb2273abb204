//! What a ring goes through: when each cell is open to the snake, when an enemy may be there, and what enclosing it is
//! worth.

use snakego::{Board, Cell, CellSet, MAX_SNAKES};

use crate::params::RingParams;

/// Most moves that are looked ahead.
pub const MOST_MOVES: usize = 48;

/// Where no enemy comes within [`MOST_MOVES`].
const NEVER: u8 = u8::MAX;

/// The board as the snake to act sees it. Moves are counted from 1, the one that it is to make now.
pub struct Field<'a> {
    params: &'a RingParams,
    /// The first of the snake's moves that can lead to a cell; `NEVER` for walls. Bodies are taken to move on each round:
    /// the snake's own surely does, others may lose a round.
    open: [u8; 256],
    /// After how many of its moves an enemy head can be on a cell.
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

    /// Whether a move with this number can lead to the cell.
    #[inline]
    pub fn is_open(&self, cell: Cell, number: usize) -> bool {
        usize::from(self.open[usize::from(cell.index())]) <= number
    }

    /// What it costs that an enemy can be on the cell before the snake's move with this number.
    #[inline]
    pub fn risk(&self, cell: Cell, number: usize) -> f32 {
        // Before move n an enemy has made n - 1 moves.
        let enemy = usize::from(self.enemy[usize::from(cell.index())]);
        let late = number.saturating_sub(enemy) as f32;
        (self.params.late * late).min(self.params.latest)
    }

    /// What enclosing a cell is worth.
    #[inline]
    pub fn worth(&self, cell: Cell) -> f32 {
        self.worth[usize::from(cell.index())]
    }

    /// What enclosing some cells is worth.
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

fn opening_moves(board: &Board) -> [u8; 256] {
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

fn enemy_moves(board: &Board, open: &[u8; 256]) -> [u8; 256] {
    let enemies = board.snakes(1 - board.player());
    let mut moves = [NEVER; 256];
    let mut reached: CellSet = enemies.iter().map(|snake| snake.head).collect();
    for cell in reached {
        moves[usize::from(cell.index())] = 0;
    }
    for number in 1..=MOST_MOVES {
        let is_open = |cell: &Cell| usize::from(open[usize::from(cell.index())]) <= number + 1;
        let mut next: CellSet = (reached.neighbors() - reached)
            .iter()
            .filter(is_open)
            .collect();
        if number == 1 && enemies.len() < MAX_SNAKES {
            // Its end becomes a head when a snake splits.
            let split = enemies.iter().filter(|snake| snake.len > 1);
            next |= split.map(|snake| snake.tail).collect::<CellSet>() - reached;
        }
        for cell in next {
            moves[usize::from(cell.index())] = number as u8;
        }
        reached |= next;
    }
    moves
}
