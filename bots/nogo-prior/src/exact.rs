//! The exact end: who wins a position, by a search that leaves nothing out.
//!
//! Depth first over wins and losses only, with a table of positions that are known. [Counting](crate::reserves) ends
//! most lines long before the last move. The points that both sides may play come first, those that hurt the opponent
//! most at their head; a move in reserve is tried last, because it is there later too.

use nogo::{Board, Color, Point, PointSet};
use search::Budget;

use crate::reserves;

/// Positions that the table holds: 2^16, 3 MiB.
const TABLE_BITS: u32 = 16;

/// The search and what it remembers.
pub struct Solver {
    table: Vec<Entry>,
}

/// A position that is known. The stones tell the side to move; a free entry has those of the empty board, which is never
/// looked up.
#[derive(Clone, Copy, Default)]
struct Entry {
    stones: [PointSet; 2],
    mover_wins: bool,
}

impl Solver {
    /// A solver with an empty table.
    pub fn new() -> Solver {
        Solver {
            table: vec![Entry::default(); 1 << TABLE_BITS],
        }
    }

    /// A move that wins, `Some(None)` if there is none; `None` if the budget, in positions looked at, is spent first.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> Option<Option<Point>> {
        for point in Ordered::new(board) {
            if !self.mover_wins(&after(board, point), budget)? {
                return Some(Some(point));
            }
        }
        Some(None)
    }

    fn mover_wins(&mut self, board: &Board, budget: &mut Budget) -> Option<bool> {
        let me = board.to_move();
        let (mine, theirs) = (board.legal_moves(me), board.legal_moves(me.opponent()));
        if let Some(wins) = reserves::decided(board, mine, theirs) {
            return Some(wins);
        }
        if budget.exhausted() {
            return None;
        }
        budget.spend(1);
        let stones = [Color::Black, Color::White].map(|color| board.stones(color));
        let slot = slot(stones);
        if self.table[slot].stones == stones {
            return Some(self.table[slot].mover_wins);
        }
        let mut mover_wins = false;
        for point in Ordered::new(board) {
            if !self.mover_wins(&after(board, point), budget)? {
                mover_wins = true;
                break;
            }
        }
        self.table[slot] = Entry { stones, mover_wins };
        Some(mover_wins)
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

/// The place of a position in the table: the multiplicative hash of its two halves.
fn slot(stones: [PointSet; 2]) -> usize {
    let mut hash = 0u64;
    for half in stones {
        for word in [half.bits() as u64, (half.bits() >> 64) as u64] {
            hash = (hash.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    (hash >> (64 - TABLE_BITS)) as usize
}

fn after(board: &Board, point: Point) -> Board {
    let mut next = *board;
    next.play_unchecked(point);
    next
}

/// The legal moves of a position, the most promising first.
struct Ordered {
    /// Rank and index of the point in one number, in falling order; only the first `left` are still to come.
    keys: [u16; Point::COUNT],
    left: usize,
}

impl Ordered {
    fn new(board: &Board) -> Ordered {
        let me = board.to_move();
        let theirs = board.legal_moves(me.opponent());
        let mut ordered = Ordered {
            keys: [0; Point::COUNT],
            left: 0,
        };
        for point in board.legal_moves(me) {
            let next = after(board, point);
            let lead =
                next.legal_moves(me).len() + Point::COUNT - next.legal_moves(me.opponent()).len();
            let shared = usize::from(theirs.contains(point));
            // At most 256 + 162, so the key fits.
            ordered.keys[ordered.left] = ((256 * shared + lead) << 7 | point.index()) as u16;
            ordered.left += 1;
        }
        ordered.keys[..ordered.left].sort_unstable();
        ordered
    }
}

impl Iterator for Ordered {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        self.left = self.left.checked_sub(1)?;
        Point::from_index(usize::from(self.keys[self.left] & 127))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Every move, nothing known beforehand.
    fn slow(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
        if let Some(&wins) = known.get(board) {
            return wins;
        }
        let mut moves = board.legal_moves(board.to_move()).iter();
        let wins = moves.any(|point| !slow(&after(board, point), known));
        known.insert(*board, wins);
        wins
    }

    /// The first position of a random game in which at most `most` points are open to both sides.
    fn late(most: usize, random: &mut fastrand::Rng) -> Board {
        let mut board = Board::new();
        loop {
            let moves = board.legal_moves(board.to_move());
            let shared = moves & board.legal_moves(board.to_move().opponent());
            if shared.len() <= most || moves.is_empty() {
                return board;
            }
            board.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
    }

    #[test]
    fn it_agrees_with_a_slow_search() {
        agree(50);
    }

    /// A minute of a core with `cargo test --profile bot -p nogo-prior -- --ignored`.
    #[test]
    #[ignore = "takes a minute: scripts/ci --all"]
    fn it_agrees_with_a_slow_search_in_ten_thousand_positions() {
        agree(10_000);
    }

    fn agree(positions: usize) {
        let mut random = fastrand::Rng::with_seed(1);
        let mut solver = Solver::new();
        let mut results = [0; 2];
        for i in 0..positions {
            let board = late(1 + i % 10, &mut random);
            let win = solver
                .solve(&board, &mut Budget::of_nodes(u64::MAX))
                .unwrap();
            let mut known = HashMap::new();
            assert_eq!(win.is_some(), slow(&board, &mut known), "{board:#}");
            if let Some(win) = win {
                assert!(
                    !slow(&after(&board, win), &mut known),
                    "{:#}: {}",
                    board,
                    win
                );
            }
            results[usize::from(win.is_some())] += 1;
        }
        assert!(
            results.iter().all(|&count| count > positions / 4),
            "{:?}",
            results
        );
    }

    #[test]
    fn it_gives_up_when_the_budget_is_spent() {
        let mut budget = Budget::of_nodes(1_000);
        assert_eq!(Solver::new().solve(&Board::new(), &mut budget), None);
        assert_eq!(budget.nodes(), 1_000);
    }
}
