//! The exact end: win, draw or loss, by a search that leaves nothing out.
//!
//! Alpha-beta over these three values, with a table of bounds and moves. Far from the end the moves come first that are best by the
//! estimate, at the root of large trees by that of the best reply, and leave the opponent the fewest answers, corners at their head;
//! close to it, those in a quarter of the board with an odd number of empty cells, where the mover gets the last one. The last cell
//! is counted, not played.

use arrayvec::ArrayVec;
use reversi::{Board, Cell, CellSet, Move};
use search::Budget;
use search::alphabeta::INFINITE;

use crate::node::{Node, counted};
use crate::patterns::{MOST, Patterns, Sums};

/// Positions that the table of a turn holds: 2^20, 24 MiB.
pub const TABLE_BITS: u32 = 20;
/// With fewer empty cells than this neither estimates pay nor a look at the table for the positions after each move.
const FAR: usize = 11;
/// With fewer empty cells than this the best replies do not pay.
const DEEP: usize = 16;
/// With no more empty cells than this neither table nor counts of answers pay.
const CLOSE: usize = 6;

/// More than the rank of any move by what is estimated of it.
const FIRST: i32 = 1 << 20;

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

/// The bounds of a value, and the best move so far.
#[derive(Clone, Copy)]
struct Known {
    least: Value,
    most: Value,
    cell: Option<Cell>,
}

/// The search and what it remembers.
pub struct Solver<'a> {
    estimate: &'a Patterns,
    /// By [`hash`]: the discs of the side to move and of the other, and what is [known](Known). Zeros are free; as plain
    /// words they cost nothing before they are used.
    table: Vec<[u64; 3]>,
    /// Of a hash to its place in the table.
    shift: u32,
}

impl<'a> Solver<'a> {
    /// A solver with an empty table that has room for 2^`bits` positions of 24 bytes; it tries moves in the order of
    /// this estimate.
    pub fn new(bits: u32, estimate: &'a Patterns) -> Self {
        Solver {
            estimate,
            table: vec![[0; 3]; 1 << bits],
            shift: 64 - bits,
        }
    }

    /// The least and the greatest value that a position may have, which are one unless a win is still open when the budget runs out,
    /// and a move that has at least the least; `None` if the budget, in positions of more than one empty cell, runs out before
    /// anything is known, or if the game is over.
    pub fn solve(&mut self, board: &Board, budget: &mut Budget) -> Option<([Value; 2], Move)> {
        let node = Node::new(*board);
        if node.moves.is_empty() {
            let mv = board.moves().next()?;
            let Node { board, sums, .. } = node.passed();
            return Some(([-self.value(&board, Some(&sums), -1, 1, budget)?; 2], mv));
        }
        let (mut least, mut most, mut best) = (-1, 1, None);
        // The likely one of a win and a loss is asked for first.
        let questions = match node.value(self.estimate) >= 0 {
            true => [1, 0],
            false => [0, 1],
        };
        for &high in &questions {
            if least >= high || most < high {
                continue;
            }
            most = high - 1;
            for (cell, next) in Ordered::new(
                board,
                node.moves,
                Some(&node.sums),
                best,
                self.estimate,
                budget,
            ) {
                let sums = node.sums.after(board, &next);
                best.get_or_insert(cell);
                let Some(value) = self.value(&next, Some(&sums), -high, 1 - high, budget) else {
                    let drawn = best.filter(|_| least == 0);
                    return drawn.map(|cell| ([0, 1], Move::Place(cell)));
                };
                if -value >= high {
                    best = Some(cell);
                    (least, most) = (high, 1);
                    break;
                }
            }
        }
        best.map(|cell| ([least; 2], Move::Place(cell)))
    }

    /// The value, exact if it is between `low` and `high`, else a bound on the same side of them. The sums are those of a position
    /// that is [`FAR`].
    fn value(
        &mut self,
        board: &Board,
        sums: Option<&Sums>,
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
        let moves = board.legal_moves(me);
        if moves.is_empty() {
            if !board.can_move(me.opponent()) {
                return Some(counted(board));
            }
            let next = after(board, Move::Pass);
            let sums = sums.map(Sums::passed);
            let value = self.value(&next, sums.as_ref(), -high, -low, budget);
            return value.map(|value| -value);
        }
        let mut known = self.known(board).unwrap_or(Known {
            least: -1,
            most: 1,
            cell: None,
        });
        low = low.max(known.least);
        high = high.min(known.most);
        if low >= high {
            return Some(if known.least >= high {
                known.least
            } else {
                known.most
            });
        }
        let sums = sums.filter(|_| empty.len() >= FAR);
        if sums.is_some() {
            let wins = |cell: &Cell| {
                let known = self.known(&after(board, Move::Place(*cell)));
                known.is_some_and(|known| known.most <= -high)
            };
            if let Some(cell) = moves.into_iter().find(wins) {
                (known.least, known.cell) = (high, Some(cell));
                self.keep(board, known);
                return Some(high);
            }
        }
        let mut best = -1;
        let mut bound = low;
        for (cell, next) in Ordered::new(board, moves, sums, known.cell, self.estimate, budget) {
            let sums = sums.map(|sums| sums.after(board, &next));
            let value = -self.value(&next, sums.as_ref(), -high, -bound, budget)?;
            if value > best {
                best = value;
                known.cell = Some(cell);
            }
            bound = bound.max(value);
            if best >= high {
                break;
            }
        }
        if best > low {
            known.least = best;
        }
        if best < high {
            known.most = best;
        }
        self.keep(board, known);
        Some(best)
    }

    fn known(&self, board: &Board) -> Option<Known> {
        let discs = board.discs_of_both().map(CellSet::bits);
        let [mine, theirs, word] = self.table[(hash(discs) >> self.shift) as usize];
        let [least, most, cell, ..] = word.to_le_bytes();
        let known = Known {
            least: least as Value,
            most: most as Value,
            cell: Cell::from_index(cell.into()),
        };
        Some(known).filter(|_| [mine, theirs] == discs)
    }

    fn keep(&mut self, board: &Board, known: Known) {
        let discs = board.discs_of_both().map(CellSet::bits);
        let cell = known.cell.map_or(u8::MAX, |cell| cell.index() as u8);
        let word = [known.least as u8, known.most as u8, cell, 0, 0, 0, 0, 0];
        let place = (hash(discs) >> self.shift) as usize;
        self.table[place] = [discs[0], discs[1], u64::from_le_bytes(word)];
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
    let odd = match empty.len() {
        1 | 2 => empty,
        _ => odd_quarters(empty),
    };
    let mut best = None;
    let mut bound = low;
    for part in [empty & odd, empty - odd] {
        for cell in part {
            let Some(next) = board.after(cell) else {
                continue;
            };
            let rest = empty - CellSet::of(cell);
            let value = match (empty.len(), rest.first()) {
                (2, Some(cell)) => -last(&next, cell),
                _ => -close(&next, rest, -high, -bound, budget)?,
            };
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
    let [mine, _] = board.discs_of_both().map(CellSet::len);
    let flips = board.flips(cell).len();
    let mine = if flips > 0 {
        mine + 1 + flips
    } else if board.can_move(board.to_move().opponent()) {
        mine - after(board, Move::Pass).flips(cell).len()
    } else {
        return counted(board);
    };
    mine.cmp(&(Cell::COUNT / 2)) as Value
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
    /// Rank and cell in one number, of the moves that are still to come.
    keys: ArrayVec<i32, { Cell::COUNT }>,
}

impl<'a> Ordered<'a> {
    /// `first`, then the others; with sums by the estimate, too.
    fn new(
        board: &'a Board,
        moves: CellSet,
        sums: Option<&Sums>,
        first: Option<Cell>,
        estimate: &Patterns,
        budget: &mut Budget,
    ) -> Self {
        let mut keys = ArrayVec::new();
        let empty = board.empty();
        let odd = odd_quarters(empty);
        for cell in moves {
            let next = after(board, Move::Place(cell));
            let [answers, others] = next.moves_of_both();
            let corners = (answers & CORNERS).len();
            let mut rank = 64 * i32::from(CORNERS.contains(cell))
                + 4 * i32::from(odd.contains(cell))
                - 16 * (answers.len() + corners) as i32;
            if let Some(sums) = sums {
                let next = Node {
                    board: next,
                    moves: answers,
                    others,
                    sums: sums.after(board, &next),
                };
                rank -= match empty.len() {
                    DEEP.. if !answers.is_empty() => {
                        next.best(estimate, INFINITE, 0, budget).min(MOST)
                    }
                    _ => next.value(estimate),
                };
            }
            if first == Some(cell) {
                rank = FIRST;
            }
            keys.push(rank << 6 | cell.index() as i32);
        }
        Ordered { board, keys }
    }
}

impl Iterator for Ordered<'_> {
    type Item = (Cell, Board);

    fn next(&mut self) -> Option<(Cell, Board)> {
        let (best, &key) = self.keys.iter().enumerate().max_by_key(|&(_, &key)| key)?;
        self.keys.swap_remove(best);
        let cell = Cell::from_index((key & 63) as usize)?;
        Some((cell, after(self.board, Move::Place(cell))))
    }
}

#[cfg(test)]
mod tests;
