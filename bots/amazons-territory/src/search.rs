//! The tree search: best first, with static values at the leaves.

use std::cmp::Reverse;
use std::ops::Range;

use ::search::tree::{Branch, by_visits};
use ::search::{Budget, on_this_processor};
use amazons::{Board, Move};

use crate::params::Params;
use crate::regions::Filler;
use crate::value::{chance, logit};

/// Most nodes of a tree: about 120 MB.
const MOST_NODES: usize = 4_000_000;

/// A search from one position.
pub struct Search {
    params: Params,
    board: Board,
    /// The root first; the children of a node in a row, best first by static value.
    nodes: Vec<Node>,
    /// Scratch: the moves of a node and their static values.
    moves: Vec<(i32, Move)>,
    filler: Filler,
    /// What it has cost so far.
    pub effort: Effort,
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Nodes whose moves have been valued.
    pub expanded: u64,
    /// Positions valued, and moves looked at to count moves.
    pub valued: u64,
    /// Nodes proven by counting moves.
    pub counted: u64,
}

/// What is known to be the end of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proof {
    Open,
    /// The side that made the move to this node wins.
    Won,
    /// It loses.
    Lost,
}

/// A position, by the move that leads to it. Values are those of the side that made it.
#[derive(Clone, Copy, Debug)]
struct Node {
    mv: Move,
    prior: f32,
    /// One for its static value, and one for each search below it.
    visits: u32,
    sum: f32,
    proof: Proof,
    first_child: u32,
    children: u32,
}

impl Node {
    fn mean(&self) -> f32 {
        match self.proof {
            Proof::Open => self.sum / self.visits as f32,
            Proof::Won => 1.0,
            Proof::Lost => 0.0,
        }
    }

    fn child_range(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }
}

impl Search {
    /// A search that has only the root, a position in which there is a move.
    pub fn new(board: &Board, params: &Params) -> Self {
        let mut search = Self {
            params: params.clone(),
            board: *board,
            nodes: Vec::new(),
            moves: Vec::new(),
            filler: Filler::default(),
            effort: Effort::default(),
        };
        let nowhere = board.moves().next();
        search.nodes.extend(nowhere.map(|mv| Node {
            mv,
            prior: 1.0,
            visits: 1,
            sum: 0.5,
            proof: Proof::Open,
            first_child: 0,
            children: 0,
        }));
        search
    }

    /// Goes on from `board`, if the tree has moves of it two plies below the root: keeps what is known below it, and
    /// forgets the rest. `false` if it has none; then the tree is as before.
    pub fn follow(&mut self, board: &Board) -> bool {
        let root = self.two_plies_to(board);
        let Some(root) = root.filter(|&root| self.nodes[root].children > 0) else {
            return false;
        };
        // Children come after their parents, siblings in a row: one pass marks all that is below the new root.
        let mut below = vec![false; self.nodes.len()];
        below[root] = true;
        for at in root..self.nodes.len() {
            if below[at] {
                below[self.nodes[at].child_range()].fill(true);
            }
        }
        let mut count = 0;
        let place: Vec<u32> = below
            .iter()
            .map(|&stays| {
                count += u32::from(stays);
                count.saturating_sub(1)
            })
            .collect();
        for at in root..self.nodes.len() {
            if below[at] {
                let node = self.nodes[at];
                self.nodes[place[at] as usize] = Node {
                    first_child: place[node.first_child as usize],
                    ..node
                };
            }
        }
        self.nodes.truncate(count as usize);
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

    /// What the search expects to be played: the best move, and so on with the answers.
    pub fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = self.nodes.first();
        while let Some(best) = at.and_then(|node| self.best_child(node)) {
            line.push(best.mv);
            at = Some(best);
        }
        line
    }

    /// Whether the result is proven.
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
            at = self.select(at);
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
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let urge = self.params.exploration * (node.visits as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, node.first_child as usize);
        for child in node.child_range() {
            let known = &self.nodes[child];
            if known.proof == Proof::Lost {
                continue;
            }
            let value = known.mean() + urge * known.prior / (known.visits + 1) as f32;
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
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
        moves.sort_unstable_by_key(|&(value, mv)| (Reverse(value), mv));
        moves.truncate(self.params.width);
        let high = moves.first().map_or(0, |best| best.0);
        let temperature = self.params.temperature;
        let weight = |value: i32| {
            let behind = high.saturating_sub(value) as f32;
            libm::expf(-1e-3 * behind / temperature)
        };
        let sum: f32 = moves.iter().map(|&(value, _)| weight(value)).sum();
        let first_child = self.nodes.len() as u32;
        for &(value, mv) in &moves {
            let is_end = value == i32::MAX;
            self.nodes.push(Node {
                mv,
                prior: weight(value) / sum,
                visits: 1,
                sum: if is_end { 1.0 } else { chance(value) },
                proof: if is_end { Proof::Won } else { Proof::Open },
                first_child: 0,
                children: 0,
            });
        }
        let node = &mut self.nodes[at];
        node.first_child = first_child;
        node.children = moves.len() as u32;
        self.moves = moves;
        match high {
            i32::MAX => 1.0,
            high => chance(high),
        }
    }

    /// A move after which the other side has a winning one is lost; one after which all its moves lose is won, if all of
    /// them are known.
    fn prove(&mut self, at: usize) {
        let node = self.nodes[at];
        if node.children == 0 || node.proof != Proof::Open {
            return;
        }
        let children = &self.nodes[node.child_range()];
        if children.iter().any(|child| child.proof == Proof::Won) {
            self.nodes[at].proof = Proof::Lost;
        } else if children.len() < self.params.width
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
        by_visits(self.nodes[node.child_range()].iter().map(branch))
    }
}
