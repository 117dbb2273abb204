//! The search.

use std::cmp::Reverse;

use ataxx::{Board, LAST_PLY, Move, Outcome, Position};
use search::Budget;

use crate::table::{Bound, Table, key};

/// More than any value.
const INFINITE: i16 = i16::MAX;
/// The value of a win, less the number of plies until then from the start of the game: a win that comes earlier is better.
pub const WIN: i16 = 10_000;
/// Values from here on are wins.
const WINS: i16 = WIN - LAST_PLY as i16;
/// Deepest iteration.
const MAX_DEPTH: u8 = 100;
/// From this place in the order on, a move that flips nothing is searched a ply less deep first.
const LATE: usize = 6;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move; of a move that is not best, no more than that is known: it is at most this.
    pub value: i16,
    /// Nodes that the last iteration spent on it.
    pub nodes: u64,
}

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The moves, best first.
    pub moves: Vec<RootMove>,
    /// The last complete iteration.
    pub depth: u8,
    /// Nodes of all iterations.
    pub nodes: u64,
}

/// Searches one ply deeper again and again until the budget is spent.
pub fn search(position: &Position, budget: Budget) -> Found {
    let mut search = Search {
        position: position.clone(),
        table: Table::new(),
        budget,
    };
    let ordered = search.ordered(None).into_iter();
    let mut moves: Vec<RootMove> = ordered
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

struct Search {
    position: Position,
    table: Table,
    budget: Budget,
}

impl Search {
    /// One iteration over the moves of the root, which are in the order of the last one. Whether it was completed; if not, a move
    /// that has turned out better than the first is first.
    fn iterate(&mut self, moves: &mut [RootMove], depth: u8) -> bool {
        let mut best = -INFINITE;
        for i in 0..moves.len() {
            let before = self.budget.nodes();
            self.position.play_unchecked(moves[i].mv);
            let value = self.scout(i == 0, best, INFINITE, depth, 0);
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

    /// The value, for the side that made it, of the last move: the first one in the order is searched with the whole window, any other
    /// one first asked whether it is better than alpha, `reduced` plies less deep.
    fn scout(&mut self, is_first: bool, alpha: i16, beta: i16, depth: u8, reduced: u8) -> i16 {
        if is_first {
            return -self.value(-beta, -alpha, depth - 1);
        }
        let mut value = -self.value(-alpha - 1, -alpha, depth - 1 - reduced);
        if value > alpha && reduced > 0 {
            value = -self.value(-alpha - 1, -alpha, depth - 1);
        }
        if value > alpha && value < beta {
            value = -self.value(-beta, -alpha, depth - 1);
        }
        value
    }

    /// The value of the position for the side to move, as exact as the window asks for; without meaning once the budget is spent.
    fn value(&mut self, mut alpha: i16, beta: i16, depth: u8) -> i16 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        let board = *self.position.board();
        let lost = board.ply() as i16 - WIN;
        if board.is_over() {
            return match board.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == board.to_move() => -lost,
                Some(_) => lost,
                None => 0,
            };
        }
        if depth == 0 {
            return difference(&board);
        }
        // Which moves lose by repetition depends on the way to the board, of which the table knows nothing.
        let may_repeat = self.position.may_repeat();
        let key = key(&board);
        let mut first = None;
        if let Some(&entry) = self.table.get(key) {
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
            if entry.depth >= depth && is_enough && !may_repeat {
                return entry.value;
            }
            first = entry.mv();
        }
        let (mut best, mut best_move, start) = (lost, None, alpha);
        let mut searched = 0;
        for mv in self.ordered(first) {
            if may_repeat && self.position.repeated(mv).is_some() {
                continue;
            }
            let is_late = depth > 2 && searched >= LATE && gain(&board, mv) <= 1;
            self.position.play_unchecked(mv);
            let value = self.scout(searched == 0, alpha, beta, depth, u8::from(is_late));
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
                break;
            }
        }
        if !may_repeat {
            let bound = match best {
                best if best >= beta => Bound::AtLeast,
                best if best > start => Bound::Exact,
                _ => Bound::AtMost,
            };
            self.table.put(key, best, depth, bound, best_move);
        }
        best
    }

    /// The moves that make different boards: `first`, then by what they gain at once.
    fn ordered(&self, first: Option<Move>) -> Vec<Move> {
        let board = self.position.board();
        let mut moves: Vec<(i16, Move)> = (board.distinct_moves())
            .map(|mv| match Some(mv) == first {
                true => (i16::MAX, mv),
                false => (gain(board, mv), mv),
            })
            .collect();
        moves.sort_by_key(|&(gain, _)| Reverse(gain));
        moves.into_iter().map(|(_, mv)| mv).collect()
    }
}

/// By how much a move changes the difference of pieces.
fn gain(board: &Board, mv: Move) -> i16 {
    let flipped = board.flipped(mv.to).len() as i16;
    2 * flipped + i16::from(!mv.is_jump())
}

/// The pieces of the side to move less those of the other.
pub fn difference(board: &Board) -> i16 {
    let me = board.to_move();
    let [ours, theirs] = [me, me.opponent()].map(|color| board.pieces(color).len() as i16);
    ours - theirs
}
