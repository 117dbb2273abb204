//! The exact end: win, draw or loss, by a search that leaves nothing out.
//!
//! Alpha-beta over these three values, with a table of bounds. Far from the end the moves come first that are best by the
//! estimate and leave the opponent the fewest answers, corners at their head; close to it, those in a quarter of the board
//! with an odd number of empty cells, where the mover gets the last one. The last cell is counted, not played.

use reversi::{Board, Cell, CellSet, Move};
use search::Budget;

use crate::value::Value as Estimate;

/// Positions that the table of a turn holds: 2^20, 24 MiB.
pub const TABLE_BITS: u32 = 20;
/// With fewer empty cells than this estimates do not pay.
const FAR: usize = 11;
/// With no more empty cells than this neither table nor counts of answers pay.
const CLOSE: usize = 6;

const CORNERS: CellSet = CellSet::from_bits(0x8100_0000_0000_0081);
/// The quarters of the board.
const QUARTERS: [CellSet; 4] = [
    CellSet::from_bits(0x0f0f_0f0f),
    CellSet::from_bits(0xf0f0_f0f0),
    CellSet::from_bits(0x0f0f_0f0f << 32),
    CellSet::from_bits(0xf0f0_f0f0 << 32),
];

/// The value of a position for the side to move: 1 if it wins, 0 for a draw, -1 if it loses.
pub type Value = i8;

/// The search and what it remembers.
pub struct Solver<'a> {
    estimate: &'a Estimate,
    /// By [`hash`]: the discs of the side to move and of the other, and the bounds of the value. Zeros are free; as plain
    /// words they cost nothing before they are used.
    table: Vec<[u64; 3]>,
    /// Of a hash to its place in the table.
    shift: u32,
}

impl<'a> Solver<'a> {
    /// A solver with an empty table that has room for 2^`bits` positions of 24 bytes; it tries moves in the order of
    /// this estimate.
    pub fn new(bits: u32, estimate: &'a Estimate) -> Self {
        Solver {
            estimate,
            table: vec![[0; 3]; 1 << bits],
            shift: 64 - bits,
        }
    }

    /// The value of a position, and a move that reaches it; `None` if the budget, in positions looked at, runs out
    /// first, or if the game is over.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> Option<(Value, Move)> {
        let mut best: Option<(Value, Move)> = None;
        if board.legal_moves(board.to_move()).is_empty() {
            let mv = board.moves().next()?;
            return Some((-self.value(&after(board, mv), -1, 1, budget)?, mv));
        }
        for (cell, next) in Ordered::new(board, self.estimate) {
            let low = best.map_or(-1, |(value, _)| value);
            let value = -self.value(&next, -1, -low, budget)?;
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, Move::Place(cell)));
            }
            if value == 1 {
                break;
            }
        }
        best
    }

    /// The value, exact if it is between `low` and `high`, else a bound on the same side of them.
    fn value(
        &mut self,
        board: &Board,
        mut low: Value,
        mut high: Value,
        budget: &mut Budget,
    ) -> Option<Value> {
        let empty = board.empty();
        if empty.len() <= CLOSE {
            return close(board, empty, low, high, budget);
        }
        if budget.exhausted() {
            return None;
        }
        budget.spend(1);
        let me = board.to_move();
        if !board.can_move(me) {
            if !board.can_move(me.opponent()) {
                return Some(counted(board));
            }
            let next = after(board, Move::Pass);
            return self.value(&next, -high, -low, budget).map(|value| -value);
        }
        let discs = [board.discs(me).bits(), board.discs(me.opponent()).bits()];
        let slot = (hash(discs) >> self.shift) as usize;
        let (mut least, mut most) = (-1, 1);
        if self.table[slot][..2] == discs {
            let bounds = self.table[slot][2];
            least = (bounds & 3) as Value - 1;
            most = (bounds >> 2) as Value - 1;
            low = low.max(least);
            high = high.min(most);
            if low >= high {
                return Some(if least >= high { least } else { most });
            }
        }
        let mut best = -1;
        let mut bound = low;
        for (_, next) in Ordered::new(board, self.estimate) {
            let value = -self.value(&next, -high, -bound, budget)?;
            best = best.max(value);
            bound = bound.max(value);
            if best >= high {
                break;
            }
        }
        if best > low {
            least = best;
        }
        if best < high {
            most = best;
        }
        let bounds = (least + 1) | (most + 1) << 2;
        self.table[slot] = [discs[0], discs[1], bounds as u64];
        Some(best)
    }
}

/// [`Solver::value`] of a position with these few empty cells.
fn close(
    board: &Board,
    empty: CellSet,
    low: Value,
    high: Value,
    budget: &mut Budget,
) -> Option<Value> {
    if budget.exhausted() {
        return None;
    }
    budget.spend(1);
    if empty.len() == 1 {
        return empty.first().map(|cell| last(board, cell));
    }
    let odd = odd_quarters(empty);
    let mut best = None;
    let mut bound = low;
    for part in [empty & odd, empty - odd] {
        for cell in part {
            let Some(next) = board.after(cell) else {
                continue;
            };
            let value = -close(&next, empty - CellSet::of(cell), -high, -bound, budget)?;
            best = best.max(Some(value));
            bound = bound.max(value);
            if value >= high {
                return best;
            }
        }
    }
    if best.is_some() {
        return best;
    }
    if !board.can_move(board.to_move().opponent()) {
        return Some(counted(board));
    }
    let next = after(board, Move::Pass);
    close(&next, empty, -high, -low, budget).map(|value| -value)
}

/// The value of a position whose last empty cell is this one: whoever can place a disc there does.
fn last(board: &Board, cell: Cell) -> Value {
    if let Some(next) = board.after(cell) {
        return -counted(&next);
    }
    let there = |board: Board| board.after(cell).map(|next| counted(&next));
    let passes = board.can_move(board.to_move().opponent());
    let theirs = passes.then(|| after(board, Move::Pass)).and_then(there);
    theirs.unwrap_or_else(|| counted(board))
}

/// The value by the discs that lie.
fn counted(board: &Board) -> Value {
    let me = board.to_move();
    let [mine, theirs] = [me, me.opponent()].map(|color| board.discs(color).len());
    (mine > theirs) as Value - (mine < theirs) as Value
}

/// The quarters with an odd number of these cells.
fn odd_quarters(empty: CellSet) -> CellSet {
    let odd = QUARTERS
        .iter()
        .filter(|&&part| !(empty & part).len().is_multiple_of(2));
    odd.fold(CellSet::EMPTY, |all, &part| all | part)
}

/// The multiplicative hash of the two halves of a position.
fn hash(discs: [u64; 2]) -> u64 {
    let mut hash = 0u64;
    for half in &discs {
        hash = (hash.rotate_left(29) ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    hash
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = *board;
    next.play_unchecked(mv);
    next
}

/// The cells of the placing moves of a position and the positions after them, the most promising first.
struct Ordered<'a> {
    board: &'a Board,
    /// Rank and cell in one number, in rising order; only the first `left` are still to come.
    keys: [i32; Cell::COUNT],
    left: usize,
}

impl<'a> Ordered<'a> {
    fn new(board: &'a Board, estimate: &Estimate) -> Self {
        let mut ordered = Ordered {
            board,
            keys: [0; Cell::COUNT],
            left: 0,
        };
        let empty = board.empty();
        let odd = odd_quarters(empty);
        for cell in board.legal_moves(board.to_move()) {
            let next = after(board, Move::Place(cell));
            let answers = next.legal_moves(next.to_move());
            let corners = (answers & CORNERS).len();
            let mut rank = 64 * i32::from(CORNERS.contains(cell))
                + 4 * i32::from(odd.contains(cell))
                - 16 * (answers.len() + corners) as i32;
            if empty.len() >= FAR {
                rank -= estimate.of(&next);
            }
            ordered.keys[ordered.left] = rank << 6 | cell.index() as i32;
            ordered.left += 1;
        }
        ordered.keys[..ordered.left].sort_unstable();
        ordered
    }
}

impl Iterator for Ordered<'_> {
    type Item = (Cell, Board);

    fn next(&mut self) -> Option<(Cell, Board)> {
        self.left = self.left.checked_sub(1)?;
        let cell = Cell::from_index((self.keys[self.left] & 63) as usize)?;
        Some((cell, after(self.board, Move::Place(cell))))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use testing::positions;

    use super::*;

    /// Every move, nothing ordered or cut off.
    fn slow(board: &Board, known: &mut HashMap<Board, Value>) -> Value {
        if let Some(&value) = known.get(board) {
            return value;
        }
        let values = board.moves().map(|mv| -slow(&after(board, mv), known));
        let value = values.max().unwrap_or_else(|| counted(board));
        known.insert(*board, value);
        value
    }

    /// The positions of random games with 1 to `most` empty cells in turn.
    fn compare(count: usize, most: usize) {
        let mut random = fastrand::Rng::with_seed(4);
        let (mut values, mut done) = ([0; 3], 0);
        let estimate = Estimate::Cells(vec![0; 10]);
        while done < count {
            let mut board = Board::new();
            while board.outcome().is_none() && board.empty().len() > 1 + done % most {
                let moves: Vec<Move> = board.moves().collect();
                board.play(moves[random.usize(..moves.len())]);
            }
            if board.outcome().is_some() {
                continue;
            }
            done += 1;
            let mut known = HashMap::new();
            let mut budget = Budget::of_nodes(u64::MAX);
            let (value, mv) = Solver::new(14, &estimate)
                .solve(&board, &mut budget)
                .unwrap();
            assert_eq!(value, slow(&board, &mut known), "{:#}", board);
            let next = slow(&after(&board, mv), &mut known);
            assert_eq!(-next, value, "{} in {:#}", mv, board);
            values[(value + 1) as usize] += 1;
        }
        println!("lost, drawn and won: {:?}", values);
    }

    #[test]
    fn ends_are_those_of_a_full_search() {
        compare(60, 9);
    }

    #[test]
    #[ignore = "takes a minute: scripts/ci --all"]
    fn a_thousand_ends_are_those_of_a_full_search() {
        compare(1000, 10);
    }

    #[test]
    fn nothing_is_said_when_the_budget_is_spent() {
        let board = positions!(reversi, 9)
            .into_iter()
            .find(|board| board.empty().len() > 10)
            .unwrap();
        let mut budget = Budget::of_nodes(20);
        let estimate = Estimate::Cells(vec![0; 10]);
        assert_eq!(Solver::new(14, &estimate).solve(&board, &mut budget), None);
        assert!(budget.nodes() <= 20);
    }
}
