//! The search: a tree in which every simulation asks the net about one new position.
//!
//! A simulation goes down by the largest
//!
//! ```text
//! mean + exploration prior sqrt(N) / (1 + n)
//! ```
//!
//! where N counts the simulations of the position, n and mean are those of the move, and prior is its share in the
//! policy of the net (PUCT, as in AlphaZero). If the game is over, its result counts, otherwise the value of the net. A
//! node of the budget is a simulation.

use nogo::{Board, Point};
use search::Budget;
use search::layers::SUM;
use search::tree::{Branch, percent};

use crate::net::Net;
use crate::params::Params;

/// Most moves in the tree, 20 bytes each. When they are used up, new positions are looked at but not kept.
const MOST_EDGES: usize = 4_000_000;

/// A move of a position in the tree.
struct Edge {
    point: Point,
    prior: f32,
    /// Simulations that began with it, and the sum of their results, from -1 to 1, for the side that plays it.
    visits: u32,
    sum: f32,
    /// The position after it; 0 if that is not in the tree.
    child: u32,
}

/// A position in the tree: where its moves are.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    count: u32,
}

/// The search of one position.
pub struct Search<'a> {
    params: Params,
    net: &'a mut Net,
    root: Board,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Search<'_> {
    /// A search that has only asked the net about the root, which must have a legal move.
    pub fn new<'a>(params: Params, net: &'a mut Net, root: &Board) -> Search<'a> {
        let mut search = Search {
            params,
            net,
            root: *root,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        search.expand(root);
        search
    }

    /// Simulates until the budget is spent.
    pub fn run(&mut self, budget: &mut Budget) {
        let mut path = Vec::new();
        while !budget.exhausted() {
            self.simulate(&mut path);
            budget.spend(1);
        }
    }

    fn simulate(&mut self, path: &mut Vec<usize>) {
        path.clear();
        let mut board = self.root;
        let mut node = 0;
        // The result for the side to move at the end of the walk.
        let mut result = loop {
            let edge = self.select(node);
            path.push(edge);
            board.play_unchecked(self.edges[edge].point);
            if board.outcome().is_some() {
                break -1.0;
            }
            node = self.edges[edge].child as usize;
            if node == 0 {
                let (child, value) = self.expand(&board);
                self.edges[edge].child = child;
                break value;
            }
        };
        for &edge in path.iter().rev() {
            result = -result;
            self.edges[edge].visits += 1;
            self.edges[edge].sum += result;
        }
    }

    fn select(&self, node: usize) -> usize {
        let Node { first, count } = self.nodes[node];
        let (first, count) = (first as usize, count as usize);
        let edges = &self.edges[first..first + count];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let sum: f32 = edges.iter().map(|edge| edge.sum).sum();
        let unknown = sum / visits.max(1) as f32 - self.params.first_play;
        let width = self.params.exploration * (visits.max(1) as f32).sqrt();
        let mut best = (first, f32::MIN);
        for (i, edge) in edges.iter().enumerate() {
            let mean = edge.mean().unwrap_or(unknown);
            let bound = mean + width * edge.prior / (1 + edge.visits) as f32;
            if bound > best.1 {
                best = (first + i, bound);
            }
        }
        best.0
    }

    /// Asks the net about a position and puts it into the tree; its node, and its value for the side to move.
    fn expand(&mut self, board: &Board) -> (u32, f32) {
        let said = self.net.look(board);
        let value = libm::tanhf(0.5 * said.value as f32 / SUM as f32);
        if self.edges.len() + Point::COUNT > MOST_EDGES {
            return (0, value);
        }
        let moves = board.legal_moves(board.to_move());
        let most = moves.iter().map(|point| said.policy[point.index()]).max();
        let first = self.edges.len();
        let mut total = 0.0;
        for point in moves {
            let below = i64::from(said.policy[point.index()]) - i64::from(most.unwrap_or(0));
            let prior = libm::expf(below as f32 / SUM as f32);
            total += prior;
            self.edges.push(Edge {
                point,
                prior,
                visits: 0,
                sum: 0.0,
                child: 0,
            });
        }
        for edge in &mut self.edges[first..] {
            edge.prior /= total;
        }
        let count = self.edges.len() - first;
        self.nodes.push(Node {
            first: first as u32,
            count: count as u32,
        });
        ((self.nodes.len() - 1) as u32, value)
    }

    /// The moves of a position, the one to play first: the most visited, of equals the one with the larger prior.
    fn best_first(&self, node: usize) -> Vec<&Edge> {
        let Node { first, count } = self.nodes[node];
        let mut edges: Vec<&Edge> = (self.edges[first as usize..].iter())
            .take(count as usize)
            .collect();
        edges.sort_by(|a, b| (b.visits.cmp(&a.visits)).then(b.prior.total_cmp(&a.prior)));
        edges
    }

    /// The move to play, and its mean result from -1 to 1 if it was visited.
    pub fn best(&self) -> (Point, Option<f32>) {
        let best = self.best_first(0)[0];
        (best.point, best.mean())
    }

    /// The top of the tree, best moves first.
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_of(0, LEVELS)
    }

    fn branches_of(&self, node: usize, levels: usize) -> Vec<Branch> {
        let branch = |edge: &Edge| Branch {
            mv: edge.point.to_string(),
            visits: u64::from(edge.visits),
            value: percent(edge.mean().map(|mean| 0.5 + 0.5 * f64::from(mean))),
            replies: match edge.child as usize {
                child if child > 0 && levels > 1 => self.branches_of(child, levels - 1),
                _ => Vec::new(),
            },
        };
        self.best_first(node).into_iter().map(branch).collect()
    }
}

impl Edge {
    fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

/// Levels of the tree that `explain` prints.
const LEVELS: usize = 3;
