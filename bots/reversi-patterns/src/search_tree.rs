//! The search.

use reversi::{Board, Cell, CellSet, Move};
use search::{Budget, HashTable};

use crate::patterns::{MOST, UNIT};
use crate::table::{Entry, key};
use crate::value::Value;

/// The value of a won end.
pub const WIN: i32 = 2 * MOST;
/// More than any value.
const INFINITE: i32 = WIN + 1;
/// Cells on which a side has moves at once, at most.
const MOST_MOVES: usize = 64;

const CORNERS: CellSet = CellSet::from_bits(0x8100_0000_0000_0081);
/// The diagonal neighbors of the corners.
const BESIDE: CellSet = CellSet::from_bits(0x0042_0000_0000_4200);

/// Depths of a shallow search that may stand for a deep one, by the depth of that from [`CUT_FROM`] on: of the same
/// parity, so that the same side has the last word.
pub const SHALLOW: [u8; 9] = [1, 2, 1, 2, 3, 4, 3, 4, 5];
/// The least depth of a deep search for which a shallow one may stand.
pub const CUT_FROM: u8 = 3;
/// The standard deviations, in logits, of the differences between both with up to 25, up to 35 and more empty cells:
/// `measure-reversi-patterns cuts`.
const DEVIATIONS: [[f64; 9]; 3] = [
    [0.74, 0.75, 1.38, 1.34, 1.20, 1.16, 1.47, 1.36, 1.08],
    [0.58, 0.68, 0.97, 0.88, 0.75, 0.49, 0.76, 0.74, 0.85],
    [0.67, 0.21, 0.72, 0.30, 0.35, 0.39, 0.43, 0.41, 0.40],
];
/// Standard deviations that a cut needs.
const CONFIDENCE: f64 = 1.3;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move; of a move that is not best, no more than that is known: it is at most this.
    pub value: i32,
    /// Nodes that the last iteration spent on it.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Debug)]
pub struct Found {
    /// The moves, best first.
    pub moves: Vec<RootMove>,
    /// The last complete iteration.
    pub depth: u8,
    /// Nodes of all iterations.
    pub nodes: u64,
}

/// A search and what it remembers.
pub struct Search<'a> {
    value: &'a Value,
    table: HashTable,
    budget: Budget,
    cuts: bool,
}

impl<'a> Search<'a> {
    /// A search by this value, with a table of 2^`bits` entries; `cuts` allows those that are right most of the time only.
    pub fn new(value: &'a Value, bits: u32, cuts: bool, budget: Budget) -> Self {
        Search {
            value,
            table: HashTable::new(bits),
            budget,
            cuts,
        }
    }

    /// Goes on with another budget.
    pub fn renew(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Searches one ply deeper again and again until the depth is reached or the budget spent; unless `whole` is set
    /// no iteration begins with the second half of it.
    ///
    /// # Panics
    /// If the game is over.
    pub fn run(&mut self, board: &Board, deepest: u8, whole: bool) -> Found {
        let mut moves: Vec<RootMove> = Vec::new();
        if board.can_move(board.to_move()) {
            let ordered = Ordered::new(board, None, |next| -self.value.of(next));
            moves.extend(ordered.map(|(cell, next)| RootMove {
                mv: Move::Place(cell),
                value: -self.value.of(&next),
                nodes: 0,
            }));
        } else {
            moves.push(RootMove {
                mv: Move::Pass,
                value: self.value.of(board),
                nodes: 0,
            });
        }
        let before = self.budget.nodes();
        let deepest = deepest.min(board.empty().len() as u8);
        let mut depth = 0;
        while depth < deepest && (whole || !self.budget.soft_exhausted()) {
            if !self.iterate(board, &mut moves, depth + 1) {
                break;
            }
            depth += 1;
        }
        Found {
            moves,
            depth,
            nodes: self.budget.nodes() - before,
        }
    }

    /// One iteration over the moves of the root, which are in the order of the last one. Whether it was completed; if
    /// not, a move that has turned out better than the first is first.
    fn iterate(&mut self, board: &Board, moves: &mut [RootMove], depth: u8) -> bool {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let before = self.budget.nodes();
            let mut next = *board;
            next.play_unchecked(moves[i].mv);
            let value = self.scout(&next, i == 0, best, INFINITE, depth - 1);
            if self.budget.exhausted() {
                return false;
            }
            moves[i].nodes = self.budget.nodes() - before;
            moves[i].value = value;
            if value > best {
                best = value;
                moves[..=i].rotate_right(1);
            }
        }
        true
    }

    /// The value of a position for the side that is not to move: of the first move in the order with the whole
    /// window, any other one is first asked whether it is better than alpha.
    fn scout(&mut self, next: &Board, is_first: bool, alpha: i32, beta: i32, depth: u8) -> i32 {
        if !is_first {
            let value = -self.value(next, -alpha - 1, -alpha, depth);
            if value <= alpha || value >= beta {
                return value;
            }
        }
        -self.value(next, -beta, -alpha, depth)
    }

    /// The value of the position for the side to move, as exact as the window asks for; without meaning once the
    /// budget is spent.
    pub fn value(&mut self, board: &Board, mut alpha: i32, beta: i32, depth: u8) -> i32 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        let me = board.to_move();
        if !board.can_move(me) {
            if !board.can_move(me.opponent()) {
                return counted(board);
            }
            let mut next = *board;
            next.play_unchecked(Move::Pass);
            return -self.value(&next, -beta, -alpha, depth);
        }
        if depth == 0 {
            return self.value.of(board);
        }
        if depth == 1 {
            return self.last_ply(board, alpha, beta);
        }
        let key = key(board);
        let (mut low, mut high, mut first) = (-INFINITE, INFINITE, None);
        if let Some(entry) = self.table.get(key).map(Entry::unpacked) {
            first = entry.cell;
            if entry.depth >= depth {
                low = entry.low.into();
                high = entry.high.into();
                if low >= beta || low == high {
                    return low;
                }
                if high <= alpha {
                    return high;
                }
            }
            if entry.depth > depth {
                low = -INFINITE;
                high = INFINITE;
            }
        }
        if self.cuts && beta - alpha == 1 {
            if let Some(value) = self.cut(board, alpha, depth) {
                return value;
            }
        }
        let (mut best, mut best_cell, start) = (-INFINITE, None, alpha);
        let value = self.value;
        let ordered = match depth {
            2 => Ordered::new(board, first, quick),
            _ => Ordered::new(board, first, |next| -value.of(next) + quick(next)),
        };
        for (cell, next) in ordered {
            let value = self.scout(&next, best_cell.is_none(), alpha, beta, depth - 1);
            if self.budget.exhausted() {
                return 0;
            }
            if value > best || best_cell.is_none() {
                best = value;
                best_cell = Some(cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best < beta {
            high = best;
        }
        if best > start {
            low = best;
        }
        let entry = Entry {
            low: low as i16,
            high: high as i16,
            depth,
            cell: best_cell,
        };
        self.table.put(key, entry.packed());
        best
    }

    /// The value one ply before the leaves.
    fn last_ply(&mut self, board: &Board, alpha: i32, beta: i32) -> i32 {
        let mut best = -INFINITE;
        for cell in board.legal_moves(board.to_move()) {
            if let Some(next) = board.after(cell) {
                best = best.max(-self.value(&next, -beta, -alpha.max(best), 0));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }

    /// ProbCut (Buro 1995): a bound that a shallow search makes likely for a null window above alpha.
    fn cut(&mut self, board: &Board, alpha: i32, depth: u8) -> Option<i32> {
        let at = usize::from(depth.checked_sub(CUT_FROM)?).min(SHALLOW.len() - 1);
        let stage = match board.empty().len() {
            0..=25 => 0,
            26..=35 => 1,
            _ => 2,
        };
        let margin = (CONFIDENCE * UNIT * DEVIATIONS[stage][at]) as i32;
        let guess = self.value.of(board);
        let shallow = SHALLOW[at];
        if guess > alpha {
            let high = alpha + 1 + margin;
            if high < MOST && self.value(board, high - 1, high, shallow) >= high {
                return Some(alpha + 1);
            }
        } else {
            let low = alpha - margin;
            if low > -MOST && self.value(board, low, low + 1, shallow) <= low {
                return Some(alpha);
            }
        }
        None
    }
}

/// The value of an end.
fn counted(board: &Board) -> i32 {
    let me = board.to_move();
    let [mine, theirs] = [me, me.opponent()].map(|color| board.discs(color).len());
    WIN * (i32::from(mine > theirs) - i32::from(mine < theirs))
}

/// A cheap estimate of a position for the side that has just moved: few answers are good, a corner among them is bad.
fn quick(next: &Board) -> i32 {
    let answers = next.legal_moves(next.to_move());
    -16 * (answers.len() + 4 * (answers & CORNERS).len()) as i32
}

/// The moves of a position and the positions after them, the most promising first.
struct Ordered<'a> {
    board: &'a Board,
    /// Rank and cell in one number; only the first `left` are still to come.
    keys: [i32; MOST_MOVES],
    left: usize,
}

impl<'a> Ordered<'a> {
    /// `first`, then in the order of `rank`.
    fn new(board: &'a Board, first: Option<Cell>, rank: impl Fn(&Board) -> i32) -> Self {
        let mut ordered = Ordered {
            board,
            keys: [0; MOST_MOVES],
            left: 0,
        };
        for cell in board.legal_moves(board.to_move()) {
            let Some(next) = board.after(cell) else {
                continue;
            };
            let rank = match first == Some(cell) {
                true => 1 << 20,
                false => {
                    rank(&next) + 64 * i32::from(CORNERS.contains(cell))
                        - 64 * i32::from(BESIDE.contains(cell))
                }
            };
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
        Some((cell, self.board.after(cell)?))
    }
}
