//! The principal variation search.

use gomoku::{Cell, CellSet, Color};
use search::{Budget, HashTable};

use crate::field::Field;
use crate::kind;
use crate::params::Params;
use crate::table::{Bound, Entry};
use crate::threats::Threats;

/// More than any value.
const INFINITE: i16 = i16::MAX;
/// The value of a win, less the number of plies until then: a win that comes earlier is better.
pub const WIN: i16 = 30_000;
/// Values from here on are wins.
pub const WINS: i16 = WIN - 300;
/// Deepest iteration.
const MAX_DEPTH: i8 = 60;
/// The depth down to which a leaf where an open three has to be answered is searched on.
const BELOW: i8 = -6;
/// From this place in the order on, a move that makes no four and no open three is searched a ply less deep first.
const LATE: usize = 4;
/// From this iteration on a move that becomes the best one is checked by threat search.
const CHECKED: i8 = 3;

/// The worth of each kind of cell in the order of moves: to take it, and to take it from the other side.
const ORDER: [[u32; kind::COUNT]; 2] = [
    [
        0, 1, 3, 5, 10, 12, 16, 22, 40, 50, 90, 44, 60, 200, 400, 1000,
    ],
    [0, 1, 2, 4, 8, 10, 13, 18, 30, 38, 60, 34, 46, 100, 200, 500],
];

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move.
    pub cell: Cell,
    /// Its value for the side to move; of a move that is not best, no more than that is known: it is at most this.
    pub value: i16,
    /// Nodes that the last iteration spent on it.
    pub nodes: u64,
    /// True if it was checked by threat search.
    is_checked: bool,
    /// True if threat search has refuted it.
    is_refuted: bool,
}

impl RootMove {
    fn new(cell: Cell) -> Self {
        RootMove {
            cell,
            value: -INFINITE,
            nodes: 0,
            is_checked: false,
            is_refuted: false,
        }
    }
}

/// The choices of the side to move.
enum Forced {
    /// The end is known.
    Value(i16),
    /// One of these.
    Cells(CellSet),
    /// Anything.
    No,
}

/// A search for one turn.
pub struct Search<'a> {
    /// The position.
    pub field: Field<'a>,
    /// The budget that is left.
    pub budget: Budget,
    /// The threat searches of this turn.
    pub threats: &'a mut Threats,
    params: &'a Params,
    table: &'a mut HashTable,
}

impl<'a> Search<'a> {
    /// A search with tables in which nothing is known of positions with the field's hash.
    pub fn new(
        field: Field<'a>,
        tables: (&'a mut HashTable, &'a mut Threats),
        params: &'a Params,
        budget: Budget,
    ) -> Self {
        Search {
            field,
            budget,
            threats: tables.1,
            params,
            table: tables.0,
        }
    }

    /// Searches one ply deeper again and again until the budget is spent: the moves, best first, and the last complete iteration.
    pub fn root(&mut self, mover: Color) -> (Vec<RootMove>, i8) {
        let (cells, mut is_narrow) = match self.forced(mover, 0) {
            Forced::Cells(cells) => (self.ordered(cells, Cell::COUNT, mover, None), false),
            Forced::Value(_) | Forced::No => (self.candidates(mover, None), true),
        };
        let mut moves: Vec<RootMove> = cells.into_iter().map(RootMove::new).collect();
        let mut depth = 0;
        while depth < MAX_DEPTH && moves.len() > 1 {
            if !self.iterate(&mut moves, mover, depth + 1) {
                break;
            }
            depth += 1;
            if moves[0].value <= -WINS && is_narrow {
                // All that looked promising loses: perhaps another move does not, or takes longer to.
                is_narrow = false;
                let others = self.ordered(self.field.useful(), Cell::COUNT, mover, None);
                let others = others.into_iter().skip(moves.len());
                moves.extend(others.map(RootMove::new));
                depth -= 1;
            } else if moves[0].value.abs() >= WINS {
                break;
            }
        }
        (moves, depth)
    }

    /// One iteration over the moves of the root, which are in the order of the last one. Whether it was completed; if not, a move
    /// that has turned out better than the first is first.
    fn iterate(&mut self, moves: &mut [RootMove], mover: Color, depth: i8) -> bool {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let before = self.budget.nodes();
            if !moves[i].is_refuted {
                self.field.place(moves[i].cell, mover);
                let value = self.scout(i == 0, best, INFINITE, mover, depth, 0, 0);
                if !self.budget.exhausted() {
                    moves[i].value = value;
                    if value > best && depth >= CHECKED && !moves[i].is_checked {
                        self.check(&mut moves[i], mover);
                    }
                }
                self.field.take_back(moves[i].cell, mover);
            }
            if self.budget.exhausted() {
                return false;
            }
            moves[i].nodes = self.budget.nodes() - before;
            if moves[i].value > best {
                best = moves[i].value;
                moves[..=i].rotate_right(1);
            }
        }
        true
    }

    /// Looks for a win of the other side after a move that has just been made.
    fn check(&mut self, root: &mut RootMove, mover: Color) {
        root.is_checked = true;
        let mut part = self.budget.part(self.params.check);
        let (field, other) = (&mut self.field, mover.opponent());
        let win = self.threats.by_threes(field, other, &mut part);
        self.budget.spend(part.nodes());
        if let Some(win) = win {
            root.is_refuted = true;
            root.value = win.len() as i16 + 1 - WIN;
        }
    }

    /// The value, for the side that made it, of the last move: the first one in the order is searched with the whole window, any other
    /// one first asked whether it is better than alpha, `reduced` plies less deep.
    #[allow(clippy::too_many_arguments)]
    fn scout(
        &mut self,
        is_first: bool,
        alpha: i16,
        beta: i16,
        mover: Color,
        depth: i8,
        reduced: i8,
        ply: i16,
    ) -> i16 {
        let other = mover.opponent();
        if is_first {
            return -self.value(-beta, -alpha, other, depth - 1, ply + 1);
        }
        let mut value = -self.value(-alpha - 1, -alpha, other, depth - 1 - reduced, ply + 1);
        if value > alpha && reduced > 0 {
            value = -self.value(-alpha - 1, -alpha, other, depth - 1, ply + 1);
        }
        if value > alpha && value < beta {
            value = -self.value(-beta, -alpha, other, depth - 1, ply + 1);
        }
        value
    }

    /// The value of the position for the side to move, as exact as the window asks for; without meaning once the budget is spent.
    fn value(&mut self, mut alpha: i16, beta: i16, mover: Color, depth: i8, ply: i16) -> i16 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        let forced = self.forced(mover, ply);
        if let Forced::Value(value) = forced {
            return value;
        }
        let key = self.field.hash() ^ if mover == Color::Black { 0 } else { SIDE };
        let mut first = None;
        if let Some(entry) = self.table.get(key).map(Entry::unpacked) {
            let value = from_here(entry.value, -ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if entry.depth >= depth && is_enough {
                return value;
            }
            first = entry.cell;
        }
        let moves = match forced {
            Forced::Cells(cells) if depth > BELOW => self.ordered(cells, Cell::COUNT, mover, first),
            _ if depth <= 0 => return self.leaf(mover, ply, beta),
            _ => self.candidates(mover, first),
        };
        let (mut best, mut best_cell, start) = (-INFINITE, None, alpha);
        for (searched, &cell) in moves.iter().enumerate() {
            let is_late = depth > 2
                && searched >= LATE
                && self.field.kind(cell, mover) < kind::OPEN_THREE
                && self.field.kind(cell, mover.opponent()) < kind::OPEN_THREE;
            // An answer without a choice costs no depth.
            let depth = depth + i8::from(moves.len() == 1 && depth > 0);
            let reduced = i8::from(is_late);
            self.field.place(cell, mover);
            let value = self.scout(searched == 0, alpha, beta, mover, depth, reduced, ply);
            self.field.take_back(cell, mover);
            if self.budget.exhausted() {
                return 0;
            }
            if value > best {
                best = value;
                best_cell = Some(cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            best if best >= beta => Bound::AtLeast,
            best if best > start => Bound::Exact,
            _ => Bound::AtMost,
        };
        let entry = Entry {
            value: from_here(best, ply),
            depth,
            bound,
            cell: best_cell,
        };
        self.table.put(key, entry.packed());
        best
    }

    /// The value of a position that is not searched on: the weights', or a win by fours if that is not enough for beta.
    fn leaf(&mut self, mover: Color, ply: i16, beta: i16) -> i16 {
        let value = self.field.value(mover);
        if value >= beta {
            return value;
        }
        let depth = self.params.leaf_fours;
        let mut line = Vec::new();
        let (field, budget) = (&mut self.field, &mut self.budget);
        match self.threats.fours(field, mover, depth, budget, &mut line) {
            true => WIN - ply - line.len() as i16,
            false => value,
        }
    }

    /// The choices that fives and open fours leave.
    fn forced(&mut self, mover: Color, ply: i16) -> Forced {
        let other = mover.opponent();
        if !self.field.fives(mover).is_empty() {
            return Forced::Value(WIN - ply - 1);
        }
        let fives = self.field.fives(other);
        match fives.len() {
            0 => {}
            1 => return Forced::Cells(fives),
            _ => return Forced::Value(ply + 2 - WIN),
        }
        if !self.field.open_fours(mover).is_empty() {
            return Forced::Value(WIN - ply - 3);
        }
        if self.field.open_fours(other).is_empty() {
            return match self.field.empty().is_empty() {
                true => Forced::Value(0),
                false => Forced::No,
            };
        }
        let cells = self.field.defenses(other) | self.field.fours(mover);
        match cells.is_empty() {
            true => Forced::Value(ply + 4 - WIN),
            false => Forced::Cells(cells),
        }
    }

    /// The moves that a node without a threat tries: the first ones in the order.
    fn candidates(&self, mover: Color, first: Option<Cell>) -> Vec<Cell> {
        let useful = self.field.useful();
        let cells = match useful.is_empty() {
            true => self.field.empty(),
            false => useful,
        };
        self.ordered(cells, self.params.moves, mover, first)
    }

    /// The first ones of these cells: `first`, then by what they make and prevent.
    fn ordered(&self, cells: CellSet, most: usize, mover: Color, first: Option<Cell>) -> Vec<Cell> {
        let other = mover.opponent();
        let key = |cell: Cell| {
            let of = |side: usize, color| ORDER[side][usize::from(self.field.kind(cell, color))];
            let score = match Some(cell) == first {
                true => 0,
                false => 2000 - of(0, mover) - of(1, other),
            };
            score << 16 | from_center(cell) << 8 | cell.index() as u32
        };
        let mut keys: Vec<u32> = cells.iter().map(key).collect();
        if keys.len() > most {
            keys.select_nth_unstable(most);
            keys.truncate(most);
        }
        keys.sort_unstable();
        let cells = keys
            .into_iter()
            .map(|key| Cell::from_index((key & 0xff) as usize));
        cells.flatten().collect()
    }
}

/// Of the positions in which white is to move.
const SIDE: u64 = 0x0f1e_2d3c_4b5a_6978;

/// A value with its wins counted from a position that many plies further on, or back.
fn from_here(value: i16, plies: i16) -> i16 {
    match value {
        value if value >= WINS => value + plies,
        value if value <= -WINS => value - plies,
        value => value,
    }
}

/// Steps from the center.
fn from_center(cell: Cell) -> u32 {
    let [x, y] = [cell.x(), cell.y()].map(|at| (i32::from(at) - 7).unsigned_abs());
    x.max(y)
}
