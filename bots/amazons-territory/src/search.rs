//! The tree search: best first, with static values at the leaves.

use std::cmp::Reverse;
use std::sync::Arc;

use ::search::tree::{Branch, by_visits};
use ::search::{Budget, on_this_processor};
use amazons::{Board, Move};

use crate::net::Net;
use crate::node::{Node, Powers, Proof, before, keep};
use crate::params::Params;
use crate::regions::Filler;
use crate::value::logit;

/// Most nodes of a tree: about 130 MB.
const MOST_NODES: usize = 3_500_000;
/// The net looks at this many moves of a node, however far behind they are.
const LEAST_REFINED: usize = 2;

/// A search from one position.
pub struct Search {
    params: Params,
    net: Arc<Net>,
    powers: Powers,
    board: Board,
    /// The root first; the children of a node in a row, best first by static value.
    nodes: Vec<Node>,
    /// Scratch: the moves of a node and their static values.
    moves: Vec<(i32, Move)>,
    filler: Filler,
    /// The cost so far.
    pub effort: Effort,
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Nodes whose moves have been valued.
    pub expanded: u64,
    /// Positions valued, and moves looked at to count moves.
    pub valued: u64,
    /// Positions that the net has looked at.
    pub refined: u64,
    /// Nodes proven by counting moves.
    pub counted: u64,
}

impl Search {
    /// A search that has only the root, a position in which there is a move.
    pub fn new(board: &Board, params: &Params, net: &Arc<Net>) -> Self {
        let mut search = Self {
            params: params.clone(),
            net: Arc::clone(net),
            powers: Powers::new(params.temperature),
            board: *board,
            nodes: Vec::new(),
            moves: Vec::new(),
            filler: Filler::default(),
            effort: Effort::default(),
        };
        search.restart(board);
        search
    }

    /// Forgets the tree and starts from another position in which there is a move, in the same memory.
    pub fn restart(&mut self, board: &Board) {
        self.board = *board;
        self.effort = Effort::default();
        self.filler = Filler::default();
        self.nodes.clear();
        let nowhere = board.moves().next();
        self.nodes.extend(nowhere.map(|mv| Node {
            sum: 0.5,
            ..Node::new(mv, 0)
        }));
    }

    /// Goes on from `board`, if the tree has moves of it two plies below the root: keeps what is known below it, and
    /// forgets the rest. `false` if it has none; then the tree is as before.
    pub fn follow(&mut self, board: &Board) -> bool {
        let root = self.two_plies_to(board);
        let Some(root) = root.filter(|&root| self.nodes[root].children > 0) else {
            return false;
        };
        keep(&mut self.nodes, root);
        self.board = *board;
        self.effort = Effort::default();
        true
    }

    /// The node that two moves from the root lead to `board` through.
    fn two_plies_to(&self, board: &Board) -> Option<usize> {
        let own = self.nodes.first()?.child_range();
        for first in own {
            let mut middle = self.board;
            middle.play_unchecked(self.nodes[first].mv);
            let replies = self.nodes[first].child_range();
            let found = replies.into_iter().find(|&reply| {
                let mut end = middle;
                end.play_unchecked(self.nodes[reply].mv);
                end == *board
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The expected line of play: the best move, the best answer, and so on.
    pub fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = self.nodes.first();
        while let Some(best) = at.and_then(|node| self.best_child(node)) {
            line.push(best.mv);
            at = Some(best);
        }
        line
    }

    /// Returns `true` if the result is proven.
    pub fn is_proven(&self) -> bool {
        self.nodes
            .first()
            .is_some_and(|root| root.proof != Proof::Open)
    }

    /// Nodes of the tree.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Expands nodes until the budget is spent or the result is proven. A node of the budget for each position valued.
    pub fn run(&mut self, budget: &mut Budget) {
        while !budget.exhausted() && self.nodes.len() < MOST_NODES {
            if self.nodes.is_empty() || self.nodes[0].proof != Proof::Open {
                return;
            }
            let before = self.effort.valued;
            self.descend();
            budget.spend((self.effort.valued - before).max(1));
            if self.nodes[0].children == 1 {
                return;
            }
        }
    }

    /// Walks down to a node that has not been expanded, expands it, and counts what came out on the way back.
    fn descend(&mut self) {
        let mut board = self.board;
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].children > 0 {
            at = self.select(at, &board);
            board.play_unchecked(self.nodes[at].mv);
            path.push(at);
        }
        // The best that the side to move there can get.
        let best = match self.count(at, &board) {
            Some(best) => best,
            None => self.expand(at, &board),
        };
        let mut value = 1.0 - best;
        for &at in path.iter().rev() {
            self.prove(at);
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += value;
            value = 1.0 - value;
        }
    }

    /// The child with the largest mean + exploration, as in PUCT (Rosin 2011, in the form of AlphaGo Zero).
    fn select(&mut self, at: usize, board: &Board) -> usize {
        let node = &self.nodes[at];
        let urge = self.params.exploration * (node.visits as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, node.first_child as usize);
        for child in node.candidates() {
            let known = &self.nodes[child];
            if known.proof == Proof::Lost {
                continue;
            }
            let value = known.mean() + urge * known.prior / (known.visits + 1) as f32;
            if value > best.0 {
                best = (value, child);
            }
        }
        let next = (node.first_child + u32::from(node.opened)) as usize;
        if best.1 == next && node.opened < node.children {
            self.nodes[at].opened += 1;
            self.ready(at, board);
        }
        best.1
    }

    /// Readies the next child of a node for the search.
    fn ready(&mut self, at: usize, board: &Board) {
        let node = self.nodes[at];
        if node.opened >= node.children {
            return;
        }
        let best = self.nodes[node.first_child as usize].logit;
        let next = (node.first_child + u32::from(node.opened)) as usize;
        if node.opened >= node.refined {
            let Node { mv, logit, .. } = self.nodes[next];
            self.nodes[next].logit = self.refined(board, mv, logit);
        }
        let child = &mut self.nodes[next];
        child.prior = self.powers.of(best.saturating_sub(child.logit)) / node.weights;
        child.sum = before(child.logit);
    }

    /// The logit of a move with what the net adds to it.
    fn refined(&mut self, board: &Board, mv: Move, logit: i32) -> i32 {
        if self.params.refined == 0 || logit == i32::MAX {
            return logit;
        }
        self.effort.refined += 1;
        let mut next = *board;
        next.play_unchecked(mv);
        let net = &*self.net;
        let more = on_this_processor(
            #[inline(always)]
            move || net.correction(&next),
        );
        // Never a win.
        logit.saturating_sub(more).min(i32::MAX - 1)
    }

    /// Proves a node below the root by counting moves, if neither side can enter a region of the other; the chance of the
    /// side to move.
    fn count(&mut self, at: usize, board: &Board) -> Option<f32> {
        if at == 0 {
            return None;
        }
        let before = self.filler.effort;
        let counts = self.filler.counts(board);
        self.effort.valued += self.filler.effort - before;
        let [own, theirs] = counts?;
        let (proof, chance) = if own.least > theirs.most {
            (Proof::Lost, 1.0)
        } else if own.most <= theirs.least {
            (Proof::Won, 0.0)
        } else {
            return None;
        };
        self.nodes[at].proof = proof;
        self.effort.counted += 1;
        Some(chance)
    }

    /// Values all moves of a node and keeps the best; the chance of the best one.
    fn expand(&mut self, at: usize, board: &Board) -> f32 {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let (value, valued) = (&self.params.value, &mut moves);
        on_this_processor(
            #[inline(always)]
            move || {
                for mv in board.moves() {
                    let mut next = *board;
                    next.play_unchecked(mv);
                    let value = match next.can_move(next.to_move()) {
                        true => -logit(value, &next),
                        false => i32::MAX,
                    };
                    valued.push((value, mv));
                }
            },
        );
        self.effort.expanded += 1;
        self.effort.valued += moves.len() as u64;
        let order = |&(value, mv): &(i32, Move)| (Reverse(value), mv);
        if moves.len() > self.params.width {
            moves.select_nth_unstable_by_key(self.params.width, order);
            moves.truncate(self.params.width);
        }
        moves.sort_unstable_by_key(order);
        let refined = self.refine(board, &mut moves);
        moves[..refined].sort_unstable_by_key(order);
        let best = moves.first().map_or(0, |best| best.0);
        let weights = moves
            .iter()
            .map(|&(value, _)| self.powers.of(best.saturating_sub(value)));
        let weights = weights.sum();
        let first_child = self.nodes.len() as u32;
        let children = moves.iter().map(|&(value, mv)| Node::new(mv, value));
        self.nodes.extend(children);
        let node = &mut self.nodes[at];
        node.first_child = first_child;
        node.children = moves.len() as u16;
        node.refined = refined as u16;
        node.weights = weights;
        self.ready(at, board);
        self.moves = moves;
        before(best)
    }

    /// Has the net look at the first moves, which are sorted; how many those are.
    fn refine(&mut self, board: &Board, moves: &mut [(i32, Move)]) -> usize {
        let mut best = i32::MIN;
        for (i, (value, mv)) in moves.iter_mut().enumerate() {
            let is_behind = *value < best.saturating_sub(self.params.margin);
            if i >= self.params.refined || i >= LEAST_REFINED && is_behind {
                return i;
            }
            *value = self.refined(board, *mv, *value);
            best = best.max(*value);
        }
        moves.len()
    }

    /// A move after which the other side has a winning one is lost; one after which all its moves lose is won, if all of
    /// them are known.
    fn prove(&mut self, at: usize) {
        let node = self.nodes[at];
        if node.children == 0 || node.proof != Proof::Open {
            return;
        }
        let children = &self.nodes[node.candidates()];
        if children.iter().any(|child| child.proof == Proof::Won) {
            self.nodes[at].proof = Proof::Lost;
        } else if usize::from(node.children) < self.params.width
            && node.opened == node.children
            && children.iter().all(|child| child.proof == Proof::Lost)
        {
            self.nodes[at].proof = Proof::Won;
        }
    }

    /// The answer and its chance to win: a proven win, else the move with the most visits that is not proven to lose.
    /// `None` if there is no legal move.
    pub fn best(&self) -> Option<(Move, f32)> {
        let root = self.nodes.first()?;
        match self.best_child(root) {
            Some(best) => Some((best.mv, best.mean())),
            // Nothing was expanded.
            None => Some((root.mv, 0.5)),
        }
    }

    fn best_child(&self, node: &Node) -> Option<&Node> {
        let order = |node: &&Node| match node.proof {
            Proof::Won => (2, node.visits),
            Proof::Open => (1, node.visits),
            Proof::Lost => (0, node.visits),
        };
        // The first of equals: the best by static value.
        self.nodes[node.child_range()]
            .iter()
            .rev()
            .max_by_key(order)
    }

    /// The tree as text: the most visited moves first.
    pub fn branches(&self) -> Vec<Branch> {
        match self.nodes.first() {
            Some(root) => self.below(root, 3),
            None => Vec::new(),
        }
    }

    fn below(&self, node: &Node, levels: u32) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let branch = |child: &Node| Branch {
            mv: child.mv.to_string(),
            visits: child.visits.into(),
            value: match child.proof {
                Proof::Open => format!("{:.2} % (prior {:.3})", 100.0 * child.mean(), child.prior),
                Proof::Won => "won".to_owned(),
                Proof::Lost => "lost".to_owned(),
            },
            replies: self.below(child, levels - 1),
        };
        by_visits(self.nodes[node.candidates()].iter().map(branch))
    }
}
