//! The lock map: for each cell of a body, the number of steps after which its snake has left it.

use snakego::{Board, Cell, CellSet};

/// The longest path considered, in steps.
pub const HORIZON: usize = 32;

/// When the cells of bodies become free.
pub struct Locks {
    /// The cells without body and wall.
    free: CellSet,
    /// For each number of steps the cells that become free after it; none at 0.
    opening: [CellSet; HORIZON + 1],
    /// The number of steps for each cell of a body.
    steps: [u16; 256],
}

impl Locks {
    /// The lock map of a position: in a body of n cells with bank b, cell number i from the head is left after
    /// n - i + b steps.
    pub fn new(board: &Board) -> Locks {
        let mut locks = Locks {
            free: board.free(),
            opening: [CellSet::EMPTY; HORIZON + 1],
            steps: [0; 256],
        };
        for snake in board.snakes(0).iter().chain(board.snakes(1)) {
            let mut cell = snake.tail;
            for step in 1..=snake.len {
                let left = snake.bank.saturating_add(step);
                locks.steps[usize::from(cell.index())] = left;
                if let Some(opening) = locks.opening.get_mut(usize::from(left)) {
                    opening.insert(cell);
                }
                cell = cell.wrapping_step(board.toward_head(cell));
            }
        }
        locks
    }

    /// The cells that can be entered with step 0: those that are free now.
    pub fn free(&self) -> CellSet {
        self.free
    }

    /// The cells that become free with this step of a path, from 1.
    pub fn opening(&self, step: usize) -> CellSet {
        self.opening.get(step).copied().unwrap_or_default()
    }

    /// After how many steps a body leaves this cell; 0 where no body is.
    pub fn steps(&self, cell: Cell) -> u16 {
        self.steps[usize::from(cell.index())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snakego::Position;

    #[test]
    fn the_tail_goes_first_unless_there_is_a_bank() {
        let text = "round=20/512 acting=0 next=2 0=0:0:-:444546 1=1:2:-:a4a5 walls0=00";
        let position: Position = text.parse().unwrap();
        let locks = Locks::new(&position.board);
        let steps =
            ["46", "45", "44", "a5", "a4", "00"].map(|cell| locks.steps(cell.parse().unwrap()));
        assert_eq!(steps, [1, 2, 3, 3, 4, 0]);
        let opening: Vec<usize> = (0..=HORIZON + 1)
            .map(|step| locks.opening(step).len())
            .collect();
        assert_eq!(
            (&opening[..6], opening[6..].iter().sum()),
            (&[0, 1, 1, 2, 1, 0][..], 0)
        );
        assert_eq!(locks.free().len(), 256 - 6);
    }
}
