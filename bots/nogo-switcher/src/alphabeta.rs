//! Alpha-beta with iterative deepening, until the budget is spent or the result is proven.
//!
//! The value of a leaf is the difference of the numbers of legal moves, nothing else. The pattern evaluation only
//! decides in which order moves are searched and how many of them: the best few for the bot, some more for the
//! opponent, which may be smarter than the evaluation. So it also decides between moves of equal value, because the
//! first one found stays.
//!
//! Wins and losses are proven all the same: where the chosen few all lose, the others are searched as well.

use std::ops::Range;

use nogo::{Board, Color, Point, PointSet};
use search::tree::Branch;
use search::{Budget, HashTable};

use crate::eye::Ratings;
use crate::moves::{Moves, Rated};
use crate::params::Params;
use crate::transposition::{self, Bound, Entry, TABLE_BITS};

/// Value of a position that is won, less the ply of the board at its end: quick wins and slow losses are better.
pub const WIN: i32 = 10_000;
/// Values from here on are proven wins, and their negatives proven losses.
pub const PROVEN: i32 = WIN - Point::COUNT as i32;

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The move to play.
    pub best: Point,
    /// Its value for the side to move: a difference of legal moves, or a proven result (see [`PROVEN`]).
    pub value: i32,
    /// Plies of the last iteration that was finished.
    pub depth: u32,
    /// The principal variation, `best` first.
    pub line: Vec<Point>,
    /// Top of the tree of the last finished iteration, best first; empty unless it was requested.
    pub tree: Vec<Branch>,
}

/// Searches a position. `None` if there is no legal move. `tree`: whether to keep the top of the tree.
///
/// A node of the budget is a position visited, leaves included.
pub fn search(
    board: &Board,
    params: &Params,
    budget: &mut Budget,
    random: &mut fastrand::Rng,
    tree: bool,
) -> Option<Finding> {
    let mut perturbation = [0; Point::COUNT];
    for shift in &mut perturbation {
        *shift = random.i32(0..=params.alpha_beta.perturbation);
    }
    let mut search = Search::new(board, params, budget, perturbation, tree);
    // No game is longer than the board has empty points, so the last iterations are proofs.
    search.deepen(&Node::root(board), board.empty().len() as u32)
}

struct Search<'a> {
    params: &'a Params,
    budget: &'a mut Budget,
    table: HashTable,
    perturbation: [i32; Point::COUNT],
    /// The side that the search is for.
    me: Color,
    /// Ply of the board at the root.
    root: usize,
    /// Branches under construction at plies 0, 1 and 2 of the tree, if wanted, each with its value.
    branches: Option<[Vec<(i32, Branch)>; 3]>,
}

/// The budget ran out in mid-search: the values on the way up are meaningless.
struct Spent;

/// A position with its hash.
struct Node {
    board: Board,
    hash: u64,
}

impl Node {
    fn root(board: &Board) -> Node {
        Node {
            board: *board,
            hash: transposition::hash(board),
        }
    }

    fn after(&self, point: Point) -> Node {
        let mut board = self.board;
        board.play_unchecked(point);
        Node {
            board,
            hash: self.hash ^ transposition::stone(self.board.to_move(), point),
        }
    }
}

impl<'a> Search<'a> {
    fn new(
        board: &Board,
        params: &'a Params,
        budget: &'a mut Budget,
        perturbation: [i32; Point::COUNT],
        tree: bool,
    ) -> Self {
        Search {
            params,
            budget,
            table: HashTable::new(TABLE_BITS),
            perturbation,
            me: board.to_move(),
            root: board.ply(),
            branches: tree.then(Default::default),
        }
    }

    /// Iterative deepening, to at most `most` plies.
    fn deepen(&mut self, node: &Node, most: u32) -> Option<Finding> {
        let me = node.board.to_move();
        let ours = node.board.legal_moves(me);
        let theirs = node.board.legal_moves(me.opponent());
        let moves: Vec<Rated> = self.rated(&node.board, ours, theirs).collect();
        let mut finding = Finding {
            best: moves.first()?.point,
            value: 0,
            depth: 0,
            line: Vec::new(),
            tree: Vec::new(),
        };
        for depth in 1..=most {
            if self.iteration(node, &moves, depth, &mut finding).is_err() {
                break;
            }
            finding.depth = depth;
            finding.tree = self.tree();
            if finding.value.abs() >= PROVEN {
                break;
            }
        }
        finding.line = self.line(node, finding.best);
        Some(finding)
    }

    /// Searches the moves of the root, given by falling rating, to `depth`; the best one so far comes first.
    /// An iteration that is interrupted counts as far as it got.
    fn iteration(
        &mut self,
        node: &Node,
        moves: &[Rated],
        depth: u32,
        finding: &mut Finding,
    ) -> Result<(), Spent> {
        let width = self.width(&node.board, moves.len());
        let first = finding.best;
        let (best, others): (Vec<Rated>, Vec<Rated>) =
            moves.iter().partition(|rated| rated.point == first);
        let mut found: Option<Rated> = None;
        for (i, &Rated { point, rating }) in best.iter().chain(&others).enumerate() {
            if i >= width && finding.value > -PROVEN {
                break;
            }
            // Between equal values the rating decides, so a move that is rated better need only reach the value.
            let alpha = match found {
                None => -WIN,
                Some(best) => finding.value - i32::from(rating > best.rating),
            };
            let value = self.child(node, point, depth, alpha, WIN)?;
            if found.is_none() || value > alpha {
                found = Some(Rated { point, rating });
                finding.best = point;
                finding.value = value;
            }
            if value >= PROVEN {
                break;
            }
        }
        Ok(())
    }

    /// The value of a move for the side that makes it, searched to `depth` plies with the move itself.
    fn child(
        &mut self,
        node: &Node,
        point: Point,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        let before = self.budget.nodes();
        let value = -self.position(&node.after(point), depth - 1, -beta, -alpha)?;
        if self.branches.is_some() {
            self.keep_branch(node, point, before, value, alpha..beta);
        }
        Ok(value)
    }

    /// The value of a position for the side to move. At or below `alpha` it is an upper bound, at or above `beta`
    /// a lower one.
    fn position(
        &mut self,
        node: &Node,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        if self.budget.exhausted() {
            return Err(Spent);
        }
        self.budget.spend(1);
        let board = &node.board;
        let ours = board.legal_moves(board.to_move());
        let theirs = board.legal_moves(board.to_move().opponent());
        if ours.is_empty() {
            return Ok(board.ply() as i32 - WIN);
        }
        if theirs.is_empty() {
            return Ok(WIN - 1 - board.ply() as i32);
        }
        if depth == 0 {
            return Ok(ours.len() as i32 - theirs.len() as i32);
        }

        let entry = self.table.get(node.hash).and_then(Entry::unpacked);
        if let Some(value) = entry.and_then(|entry| known(entry, depth, alpha, beta)) {
            return Ok(value);
        }
        let mut moves = self.rated(board, ours, theirs);
        if let Some(entry) = entry {
            moves.put_first(entry.best);
        }
        let width = self.width(board, ours.len());
        let mut best = -WIN;
        let mut best_move = None;
        let mut bound = Bound::AtMost;
        for (i, Rated { point, .. }) in moves.enumerate() {
            if i >= width && best > -PROVEN {
                break;
            }
            let value = self.child(node, point, depth, alpha, beta)?;
            if value > best {
                best = value;
                best_move = Some(point);
            }
            if value >= beta {
                bound = Bound::AtLeast;
                break;
            }
            if value > alpha {
                alpha = value;
                bound = Bound::Exact;
            }
        }
        if let Some(best_move) = best_move {
            let entry = Entry {
                best: best_move,
                depth: depth as u8,
                value: best as i16,
                bound,
            };
            self.table.put(node.hash, entry.packed());
        }
        Ok(best)
    }

    /// The number of moves that are searched, of `legal` ones.
    fn width(&self, board: &Board, legal: usize) -> usize {
        let params = &self.params.alpha_beta;
        if legal <= params.full_width {
            legal
        } else if board.to_move() == self.me {
            params.own_width
        } else {
            params.opponent_width
        }
    }

    /// The legal moves `ours` of the side to move with their perturbed ratings; the opponent's are `theirs`.
    fn rated(&self, board: &Board, ours: PointSet, theirs: PointSet) -> Moves {
        let ratings = Ratings::new(board, ours, theirs, &self.params.eye);
        Moves::new(ours, |point| {
            ratings.of(point) + self.perturbation[point.index()]
        })
    }

    /// The principal variation, as far as the table still has it.
    fn line(&self, node: &Node, best: Point) -> Vec<Point> {
        let mut line = vec![best];
        let mut node = node.after(best);
        while line.len() < LONGEST_LINE {
            match self.table.get(node.hash).and_then(Entry::unpacked) {
                Some(entry) if node.board.is_legal(entry.best) => {
                    line.push(entry.best);
                    node = node.after(entry.best);
                }
                _ => break,
            }
        }
        line
    }
}

/// The value that an entry gives to a search to `depth` between `alpha` and `beta`; `None` if it does not decide it.
fn known(entry: Entry, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    let value = i32::from(entry.value);
    // Values of other depths are not comparable: one side has made one more move. Proofs hold at any depth.
    let comparable = u32::from(entry.depth) == depth || value.abs() >= PROVEN;
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= beta,
        Bound::AtMost => value <= alpha,
    };
    (comparable && enough).then_some(value)
}

/// The top of the tree, for `explain`.
impl Search<'_> {
    fn keep_branch(
        &mut self,
        node: &Node,
        point: Point,
        before: u64,
        value: i32,
        window: Range<i32>,
    ) {
        let level = node.board.ply() - self.root;
        let Some(branches) = &mut self.branches else {
            return;
        };
        let replies = branches.get_mut(level + 1).map(std::mem::take);
        if let Some(branches) = branches.get_mut(level) {
            let relation = match value {
                _ if value <= window.start => "at most ",
                _ if value >= window.end => "at least ",
                _ => "",
            };
            let branch = Branch {
                mv: point.to_string(),
                visits: self.budget.nodes() - before,
                value: format!("{relation}{}", describe(value)),
                replies: best_first(replies.unwrap_or_default()),
            };
            branches.push((value, branch));
        }
    }

    /// The branches of the iteration that has just been finished.
    fn tree(&mut self) -> Vec<Branch> {
        match &mut self.branches {
            Some([first, ..]) => best_first(std::mem::take(first)),
            None => Vec::new(),
        }
    }
}

/// By falling value; a value that is only an upper bound comes after its equals.
fn best_first(mut branches: Vec<(i32, Branch)>) -> Vec<Branch> {
    branches.sort_by_key(|(value, branch)| (-value, branch.value.starts_with("at most")));
    branches.into_iter().map(|(_, branch)| branch).collect()
}

/// A value as text: `+3`, or `won at ply 61`.
pub fn describe(value: i32) -> String {
    match value {
        PROVEN.. => format!("won at ply {}", WIN - value),
        ..=MINUS_PROVEN => format!("lost at ply {}", WIN + value),
        _ => format!("{value:+}"),
    }
}

const MINUS_PROVEN: i32 = -PROVEN;

/// Longest principal variation that is shown: it has to fit into the debug text.
const LONGEST_LINE: usize = 24;

#[cfg(test)]
mod tests;
