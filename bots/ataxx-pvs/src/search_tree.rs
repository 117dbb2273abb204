//! The search.

use ataxx::{Board, Color, LAST_PLY, Move, Outcome, Position};
use search::Budget;

use crate::net::{Net, Sums};
use crate::order::{History, Moves};
use crate::table::{Bound, Entry, Table, key};

/// More than any value.
const INFINITE: i32 = i16::MAX as i32;
/// The value of a win, less the number of plies until then from the start of the game: a win that comes earlier is better.
pub const WIN: i32 = 10_000;
/// Values from here on are wins.
pub const WINS: i32 = WIN - LAST_PLY as i32;
/// Deepest iteration.
const MAX_DEPTH: i32 = 100;
/// The worth of a piece if pieces are counted.
pub const PIECE: i32 = 80;

/// Up to this depth, a position whose value is at least beta and [`MARGIN`] for each ply is not searched.
const FUTILE: i32 = 5;
const MARGIN: i32 = 150;
/// Up to this depth, moves are left out: those that flip nothing, after [`LATE`] moves for each ply; and those that
/// leave the value at alpha or less even with their pieces, [`MARGIN`] for each ply and [`HOPE`] added.
const SHALLOW: i32 = 2;
const LATE: usize = 12;
const HOPE: i32 = 150;

/// The value of a leaf.
#[derive(Clone, Debug)]
pub enum Value {
    /// [`PIECE`] for each piece more.
    Pieces,
    /// The value of the net.
    Net(Box<Net>),
}

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
    pub depth: i32,
    /// Nodes of all iterations.
    pub nodes: u64,
}

/// Searches one ply deeper again and again until the budget is spent. The table is cleared first.
pub fn search(position: &Position, budget: Budget, leaf: &Value, table: &mut Table) -> Found {
    table.clear();
    let mut search = Search {
        position: position.clone(),
        table,
        budget,
        leaf,
        sums: match leaf {
            Value::Pieces => Vec::new(),
            Value::Net(net) => vec![net.sums(position.board()); MAX_DEPTH as usize + 2],
        },
        history: History::new(),
    };
    let ordered = Moves::new(position.board(), None, &mut search.history);
    let mut moves: Vec<RootMove> = ordered
        .map(|ranked| ranked.mv)
        .filter(|&mv| position.is_legal(mv))
        .map(|mv| RootMove {
            mv,
            value: -INFINITE,
            nodes: 0,
        })
        .collect();
    let mut depth = 0;
    while depth < MAX_DEPTH && moves.len() > 1 && !search.budget.soft_exhausted() {
        if !search.iterate(&mut moves, depth + 1) {
            break;
        }
        depth += 1;
        if moves[0].value.abs() >= WINS {
            break;
        }
    }
    Found {
        moves,
        depth,
        nodes: search.budget.nodes(),
    }
}

struct Search<'a> {
    position: Position,
    table: &'a mut Table,
    budget: Budget,
    leaf: &'a Value,
    /// By plies from the root; of a net only.
    sums: Vec<Sums>,
    history: History,
}

impl Search<'_> {
    /// One iteration over the moves of the root, which are in the order of the last one. Whether it was completed; if not, a move
    /// that has turned out better than the first is first.
    fn iterate(&mut self, moves: &mut [RootMove], depth: i32) -> bool {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let before = self.budget.nodes();
            self.play(moves[i].mv, 0);
            let reduced = match i {
                0..=3 => 0,
                _ => reduction(depth, i) / 2,
            };
            let value = self.scout(i == 0, best, INFINITE, [depth, reduced], 0);
            self.position.take_back();
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

    /// Plays a move at this number of plies from the root.
    fn play(&mut self, mv: Move, ply: usize) {
        if let Value::Net(net) = self.leaf {
            let (before, after) = self.sums.split_at_mut(ply + 1);
            net.play(&before[ply], self.position.board(), mv, &mut after[0]);
        }
        self.position.play_unchecked(mv);
    }

    /// The value, for the side that made it, of the last move: the first one in the order is searched with the whole window, any other
    /// one first asked whether it is better than alpha, `reduced` plies less deep.
    fn scout(
        &mut self,
        is_first: bool,
        alpha: i32,
        beta: i32,
        [depth, reduced]: [i32; 2],
        ply: usize,
    ) -> i32 {
        if is_first {
            return -self.value(-beta, -alpha, depth - 1, ply + 1);
        }
        let mut value = -self.value(-alpha - 1, -alpha, depth - 1 - reduced, ply + 1);
        if value > alpha && reduced > 0 {
            value = -self.value(-alpha - 1, -alpha, depth - 1, ply + 1);
        }
        if value > alpha && value < beta {
            value = -self.value(-beta, -alpha, depth - 1, ply + 1);
        }
        value
    }

    /// The value of the position for the side to move, as exact as the window asks for; without meaning once the budget is spent.
    fn value(&mut self, mut alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        let board = *self.position.board();
        let lost = i32::from(board.ply()) - WIN;
        if board.is_over() {
            return match board.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == board.to_move() => -lost,
                Some(_) => lost,
                None => 0,
            };
        }
        if depth <= 0 {
            return self.leaf(&board, ply);
        }
        // The moves that lose by repetition depend on the way to the board, which the table does not record.
        let may_repeat = self.position.may_repeat();
        let key = key(&board);
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => i32::from(entry.value) >= beta,
                Bound::AtMost => i32::from(entry.value) <= alpha,
            };
            if i32::from(entry.depth) >= depth && is_enough && !may_repeat {
                return entry.value.into();
            }
            first = entry.mv;
        }
        let is_scout = beta - alpha == 1;
        let now = self.leaf(&board, ply);
        if is_scout && depth <= FUTILE && now - MARGIN * depth >= beta && beta < WINS {
            return now;
        }
        let (mut best, mut best_move, start) = (lost, None, alpha);
        let mut searched = 0;
        let mut moves = Moves::new(&board, first, &mut self.history);
        while let Some(ranked) = moves.next() {
            let mv = ranked.mv;
            if may_repeat && self.position.repeated(mv).is_some() {
                continue;
            }
            if is_scout && searched > 0 && depth <= SHALLOW && best > -WINS {
                let hoped = now + PIECE * i32::from(ranked.gain) + MARGIN * depth + HOPE;
                if ranked.gain <= 1 && searched >= LATE * depth as usize || hoped <= alpha {
                    continue;
                }
            }
            let reduced = match searched {
                0..=2 => 0,
                _ if depth < 3 => 0,
                _ => reduction(depth, searched) - i32::from(ranked.gain > 3) - i32::from(!is_scout),
            };
            self.play(mv, ply);
            let value = self.scout(
                searched == 0,
                alpha,
                beta,
                [depth, reduced.clamp(0, depth - 1)],
                ply,
            );
            self.position.take_back();
            if self.budget.exhausted() {
                return 0;
            }
            searched += 1;
            if value > best || best_move.is_none() {
                best = value;
                best_move = Some(mv);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.history.learn(board.to_move(), moves.given(), depth);
                break;
            }
        }
        if !may_repeat {
            let bound = match best {
                best if best >= beta => Bound::AtLeast,
                best if best > start => Bound::Exact,
                _ => Bound::AtMost,
            };
            let entry = Entry {
                value: best as i16,
                depth: depth as u8,
                bound,
                mv: best_move,
            };
            self.table.put(key, entry);
        }
        best
    }

    /// The value of a board as it is, for the side to move.
    #[inline]
    fn leaf(&self, board: &Board, ply: usize) -> i32 {
        match self.leaf {
            Value::Pieces => PIECE * difference(board),
            Value::Net(net) => net.value(&self.sums[ply], board.to_move()),
        }
    }
}

/// The number of plies by which a move is searched less deep after `searched` others.
fn reduction(depth: i32, searched: usize) -> i32 {
    let product = (depth as u32).ilog2() * (searched as u32).ilog2();
    (product as i32 + 2) / 3
}

/// The pieces of the side to move less those of the other.
pub fn difference(board: &Board) -> i32 {
    let me = board.to_move();
    let [ours, theirs] = [me, me.opponent()].map(|color: Color| board.pieces(color).len() as i32);
    ours - theirs
}
