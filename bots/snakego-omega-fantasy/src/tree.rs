//! The search tree.
//!
//! A simulation descends from the root by mean + sqrt(ln N / n) to a leaf, expands it, plays two
//! [rollouts](crate::rollout) from there, one in each style, and adds both results to every operation of its path. A
//! result is the logistic of how much the value has grown since the root, or of how much it is above the mean of rollouts
//! from there. With a learned [policy](crate::policy) it descends by mean + prior sqrt(N) / (1 + n) instead, and one of the
//! rollouts follows the policy.
//!
//! The tree stores no positions: each simulation plays the operations of its path again. That costs less than a cache
//! miss for each, and the tree of a whole half-round stays below 16 MB.

use fastrand::Rng;
use search::Budget;
use search::tree::{Branch, by_visits};
use snakego::{Board, Operation};

use crate::candidates::candidates;
use crate::context::SearchContext;
use crate::policy::{Policy, View};
use crate::rollout::{Style, rollout};
use crate::value::value;

/// Most nodes of the tree: 16 MiB, more than a half-round of a second can fill. When they are used up the search goes on
/// without new ones.
const CAPACITY: usize = 1 << 20;

/// An operation in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Sum of the results for player 0.
    wins: f32,
    /// Number of results.
    visits: u32,
    /// Index of its first child.
    first: u32,
    /// Number of children; 0 until it is expanded.
    count: u8,
    /// The operation; meaningless at the root.
    operation: Operation,
    /// The probability of it by the policy, in parts of 65,535; 0 without a policy.
    prior: u16,
}

impl Node {
    fn new(operation: Operation) -> Node {
        Node {
            wins: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            operation,
            prior: 0,
        }
    }

    /// Mean result for a player.
    fn mean(&self, player: usize) -> f32 {
        let mean = self.wins / self.visits as f32;
        if player == 0 { mean } else { 1.0 - mean }
    }
}

/// A candidate at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The operation.
    pub operation: Operation,
    /// Mean result for the side to move; `None` without visits.
    pub mean: Option<f32>,
}

/// The value that results are compared with.
fn origin(context: &SearchContext, root: &Board, random: &mut Rng) -> f32 {
    let probes = context.params.search.probes;
    if probes == 0 {
        return value(context, root);
    }
    let probe = |_| Style::ALL.map(|style| value_after(context, root, style, random));
    let sum: f32 = (0..probes).flat_map(probe).sum();
    sum / (2 * probes) as f32
}

/// The value at the end of a rollout.
fn value_after(context: &SearchContext, board: &Board, style: Style, random: &mut Rng) -> f32 {
    let mut end = *board;
    rollout(context, &mut end, style, random);
    value(context, &end)
}

/// A search tree.
pub struct Tree {
    /// Siblings are adjacent.
    nodes: Vec<Node>,
    root: usize,
    /// The path of the current simulation.
    path: Vec<usize>,
}

impl Tree {
    /// A tree of nothing but its root, with the root's candidates.
    pub fn new(context: &SearchContext, board: &Board) -> Tree {
        let mut tree = Tree {
            nodes: vec![Node::new(Operation::Right)],
            root: 0,
            path: Vec::new(),
        };
        tree.expand(0, context, board, board);
        tree
    }

    /// Makes the position after an operation the root, for the next snake of the same half-round. `false` if the
    /// operation is not in the tree.
    pub fn descend(&mut self, operation: Operation) -> bool {
        let found = self
            .children(self.root)
            .find(|&child| self.nodes[child].operation == operation);
        self.root = found.unwrap_or(self.root);
        found.is_some()
    }

    /// Gives the root its candidates, if it has none yet.
    pub fn open(&mut self, context: &SearchContext, board: &Board) {
        if self.nodes[self.root].count == 0 {
            self.expand(self.root, context, board, board);
        }
    }

    /// The operations at the root.
    pub fn candidates(&self, board: &Board) -> impl Iterator<Item = Candidate> + '_ {
        let player = board.player();
        self.children(self.root).map(move |child| {
            let node = &self.nodes[child];
            Candidate {
                operation: node.operation,
                mean: (node.visits > 0).then(|| node.mean(player)),
            }
        })
    }

    /// The candidates at the root and how often each was visited.
    pub fn visits(&self) -> impl Iterator<Item = (Operation, u32)> + '_ {
        let row = move |child: usize| (self.nodes[child].operation, self.nodes[child].visits);
        self.children(self.root).map(row)
    }

    /// Simulates until the budget is used up. A node of the budget is a simulation, which is two rollouts.
    pub fn search(
        &mut self,
        context: &SearchContext,
        board: &Board,
        budget: &mut Budget,
        random: &mut Rng,
    ) {
        let origin = origin(context, board, random);
        while !budget.exhausted() {
            self.simulate(context, board, origin, random);
            budget.spend(1);
        }
    }

    fn simulate(&mut self, context: &SearchContext, root: &Board, origin: f32, random: &mut Rng) {
        let mut board = *root;
        let mut node = self.root;
        self.path.clear();
        self.path.push(node);
        while self.nodes[node].count > 0 {
            node = self.select(context, node, board.player());
            self.path.push(node);
            board.play_unchecked(context.rules, self.nodes[node].operation);
        }
        if self.nodes.len() < CAPACITY {
            self.expand(node, context, &board, root);
        }
        let mut wins = 0.0;
        for style in Style::ALL {
            let gain = value_after(context, &board, style, random) - origin;
            wins += 1.0 / (1.0 + libm::expf(-gain / context.params.search.scale));
        }
        for &node in &self.path {
            self.nodes[node].visits += 2;
            self.nodes[node].wins += wins;
        }
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    /// The child to descend to.
    fn select(&self, context: &SearchContext, node: usize, player: usize) -> usize {
        match context.policy {
            Some(policy) => self.select_by_policy(policy, node, player),
            None => self.select_by_visits(context, node, player),
        }
    }

    /// The child with the largest mean + prior * sqrt(N) / (1 + n) (PUCT, as in AlphaGo Zero: Silver et al. 2017).
    fn select_by_policy(&self, policy: &Policy, node: usize, player: usize) -> usize {
        let parent = &self.nodes[node];
        let root = (parent.visits as f32).sqrt();
        let factor = policy.exploration * root / f32::from(u16::MAX);
        let unvisited = if parent.visits > 0 {
            parent.mean(player) - policy.reduction
        } else {
            0.0
        };
        let children = self.children(node);
        let (mut best, mut best_bound) = (children.start, f32::NEG_INFINITY);
        for place in children {
            let child = &self.nodes[place];
            let mean = if child.visits == 0 {
                unvisited
            } else {
                child.mean(player)
            };
            let bound = mean + factor * f32::from(child.prior) / (1 + child.visits) as f32;
            if bound > best_bound {
                (best, best_bound) = (place, bound);
            }
        }
        best
    }

    /// The child with the largest mean + sqrt(ln N / n).
    fn select_by_visits(&self, context: &SearchContext, node: usize, player: usize) -> usize {
        let params = &context.params.search;
        // Without visits all children are equal.
        let log = libm::logf(self.nodes[node].visits.max(1) as f32);
        let children = self.children(node);
        let (mut best, mut best_bound) = (children.start, f32::NEG_INFINITY);
        for place in children {
            let child = &self.nodes[place];
            let bound = if child.visits == 0 {
                params.unvisited
            } else {
                child.mean(player) + params.exploration * (log / child.visits as f32).sqrt()
            };
            if bound > best_bound {
                (best, best_bound) = (place, bound);
            }
        }
        best
    }

    /// Gives a node its children: its [candidates]; short snakes may be sacrificed in this half-round.
    fn expand(&mut self, node: usize, context: &SearchContext, board: &Board, root: &Board) {
        if board.is_over() {
            return;
        }
        let player = board.player();
        let this_half_round = (board.round(), player) == (root.round(), root.player());
        let is_short = || {
            let own: u32 = board.snakes(player).iter().map(|snake| snake.total()).sum();
            context.params.search.sacrifice * board.snake().total() < own
        };
        let view = View::new(board);
        let sacrificed = this_half_round && is_short();
        let candidates = candidates(context, board, view.kinds, sacrificed).list();
        let (first, count) = (self.nodes.len(), candidates.len());
        self.nodes
            .extend(candidates.iter().map(|&operation| Node::new(operation)));
        if let Some(policy) = context.policy.filter(|_| count > 1) {
            let children = &mut self.nodes[first..];
            let priors = policy.priors(context.schedule, &view, &candidates);
            for (child, prior) in children.iter_mut().zip(priors) {
                child.prior = prior;
            }
        }
        self.nodes[node].first = first as u32;
        self.nodes[node].count = count as u8;
    }

    /// The top of the tree to print, most visited first.
    pub fn top(&self, context: &SearchContext, board: &Board) -> Vec<Branch> {
        self.branches(self.root, context, board, 3)
    }

    fn branches(
        &self,
        node: usize,
        context: &SearchContext,
        board: &Board,
        levels: u32,
    ) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let branch = |child: usize| {
            let node = &self.nodes[child];
            let mut next = *board;
            next.play_unchecked(context.rules, node.operation);
            Branch {
                mv: node.operation.to_string(),
                visits: u64::from(node.visits),
                value: if node.visits > 0 {
                    format!("{:.1} %", 100.0 * node.mean(board.player()))
                } else {
                    String::new()
                },
                replies: self.branches(child, context, &next, levels - 1),
            }
        };
        by_visits(self.children(node).map(branch))
    }
}
