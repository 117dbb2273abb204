//! UCT: Monte Carlo tree search with the formula mean + sqrt(C ln N / n).
//!
//! Each simulation descends the tree by the formula to a leaf, plays on by a [rollout](crate::rollout), and adds the
//! result to every move on its path. A leaf that is visited for the second time is expanded. A new child starts with a
//! few virtual visits at a prior win rate, which depends on the difference of legal moves. The move with the most visits
//! is played.

use nogo::{Board, Point};
use search::Budget;
use search::tree::Branch;

use crate::params::Params;
use crate::rollout::{Truncation, rollout};
use crate::tables::LookupTables;

/// Most nodes of the tree: 64 MiB. When they are used up the search goes on without new ones.
const CAPACITY: usize = 4 << 20;

/// The result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The move to play.
    pub best: Point,
    /// Its mean reward for the side to move, 0 to 1.
    pub value: f32,
    /// Simulations, one rollout each.
    pub rollouts: u32,
    /// The principal variation: the most visited moves of both sides, `best` first.
    pub line: Vec<Point>,
    /// Top of the tree, most visited first; empty unless it was requested.
    pub tree: Vec<Branch>,
}

/// A move in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// Sum of rewards for the side that made the move, prior visits included.
    reward: f32,
    /// Simulations through this move, prior visits included.
    visits: u32,
    /// Index of its first child.
    first: u32,
    /// Number of children; 0 until it is expanded, and always 0 where the game is over.
    count: u8,
    /// The move itself; none at the root.
    point: Option<Point>,
}

/// Searches a position. `None` if there is no legal move. `truncation` ends rollouts early; `tree`: whether to keep the
/// top of the tree.
///
/// A node of the budget is a ply played, in the tree or in a rollout.
pub fn search(
    board: &Board,
    params: &Params,
    tables: &LookupTables,
    truncation: Option<&Truncation>,
    budget: &mut Budget,
    random: &mut fastrand::Rng,
    tree: bool,
) -> Option<Finding> {
    let mut search = Search {
        params,
        tables,
        truncation,
        random,
        nodes: vec![Node {
            reward: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            point: None,
        }],
        path: Vec::with_capacity(Point::COUNT + 1),
    };
    search.expand(0, board);
    if search.nodes[0].count == 0 {
        return None;
    }
    while !budget.exhausted() {
        budget.spend(search.simulate(board));
    }
    search.finding(tree)
}

struct Search<'a> {
    params: &'a Params,
    tables: &'a LookupTables,
    truncation: Option<&'a Truncation>,
    random: &'a mut fastrand::Rng,
    /// The tree; the root comes first, and siblings are adjacent.
    nodes: Vec<Node>,
    /// The path of the current simulation.
    path: Vec<u32>,
}

impl Search<'_> {
    /// One simulation. Returns the plies played.
    fn simulate(&mut self, root: &Board) -> u64 {
        let mut board = *root;
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        loop {
            let Node { visits, count, .. } = self.nodes[node];
            // A move that is tried only once is not worth the memory for its children.
            let tried = visits > self.params.uct.prior_visits;
            if count == 0 && tried && self.nodes.len() < CAPACITY {
                self.expand(node, &board);
            }
            if self.nodes[node].count == 0 {
                break;
            }
            node = self.select(node);
            self.path.push(node as u32);
            if let Some(point) = self.nodes[node].point {
                board.play_unchecked(point);
            }
        }
        // The reward is for the side to move at the leaf; the move that led there was the other side's.
        let (mut reward, plies) = rollout(
            &mut board,
            &self.params.eye,
            self.params.uct.noise,
            self.truncation,
            self.random,
        );
        for &node in self.path.iter().rev() {
            reward = 1.0 - reward;
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.reward += reward;
        }
        (self.path.len() - 1) as u64 + plies
    }

    /// The child with the largest mean + sqrt(C ln N / n).
    fn select(&self, node: usize) -> usize {
        let parent = self.nodes[node];
        let priors = u32::from(parent.count) * self.params.uct.prior_visits;
        let width = self.tables.parent(parent.visits + priors);
        let first = parent.first as usize;
        let mut best = first;
        let mut best_bound = f32::NEG_INFINITY;
        for (i, child) in self.nodes[first..first + usize::from(parent.count)]
            .iter()
            .enumerate()
        {
            let bound =
                child.reward / child.visits as f32 + width * self.tables.child(child.visits);
            if bound > best_bound {
                (best, best_bound) = (first + i, bound);
            }
        }
        best
    }

    /// Gives a node its children, with their prior win rates.
    fn expand(&mut self, node: usize, board: &Board) {
        let me = board.to_move();
        let moves = board.legal_moves(me);
        self.nodes[node].first = self.nodes.len() as u32;
        self.nodes[node].count = moves.len() as u8;
        let visits = self.params.uct.prior_visits;
        for point in moves {
            let mut next = *board;
            next.play_unchecked(point);
            let ours = next.legal_moves(me).len() as i32;
            let theirs = next.legal_moves(me.opponent()).len() as i32;
            self.nodes.push(Node {
                reward: self.tables.win_rate(ours - theirs) * visits as f32,
                visits,
                first: 0,
                count: 0,
                point: Some(point),
            });
        }
    }
}

/// Reading the result from the tree.
impl Search<'_> {
    fn finding(&self, tree: bool) -> Option<Finding> {
        let root = self.nodes[0];
        let best = *self.best_first(&root).first()?;
        Some(Finding {
            best: best.point?,
            value: best.mean(),
            rollouts: root.visits,
            line: self.line(&root),
            tree: if tree {
                self.branches(&root, LEVELS)
            } else {
                Vec::new()
            },
        })
    }

    /// The children of a node, most visited first, then by reward.
    fn best_first(&self, node: &Node) -> Vec<Node> {
        let first = node.first as usize;
        let mut children = self.nodes[first..first + usize::from(node.count)].to_vec();
        children.sort_by(|a, b| (b.visits.cmp(&a.visits)).then(b.reward.total_cmp(&a.reward)));
        children
    }

    /// The most visited moves, as long as they were visited at all.
    fn line(&self, root: &Node) -> Vec<Point> {
        let mut line = Vec::new();
        let mut node = *root;
        while line.len() < LONGEST_LINE {
            match self.best_first(&node).first() {
                Some(&child) if child.visits > self.params.uct.prior_visits => {
                    line.extend(child.point);
                    node = child;
                }
                _ => break,
            }
        }
        line
    }

    fn branches(&self, node: &Node, levels: usize) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let branch = |child: &Node| Branch {
            mv: child.point.map_or(String::new(), |point| point.to_string()),
            visits: u64::from(child.visits),
            value: format!("{:.1} %", 100.0 * child.mean()),
            replies: self.branches(child, levels - 1),
        };
        self.best_first(node).iter().map(branch).collect()
    }
}

impl Node {
    fn mean(&self) -> f32 {
        self.reward / self.visits.max(1) as f32
    }
}

/// Levels of the tree that `explain` prints.
const LEVELS: usize = 3;

/// Longest principal variation that is shown: it has to fit into the debug text.
const LONGEST_LINE: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> (Params, LookupTables) {
        let params = Params::own();
        let tables = LookupTables::new(params.uct.exploration, params.uct.prior_slope);
        (params, tables)
    }

    fn run(board: &Board, nodes: u64, seed: u64, tree: bool) -> Finding {
        let (params, tables) = params();
        let mut budget = Budget::of_nodes(nodes);
        let mut random = fastrand::Rng::with_seed(seed);
        search(
            board,
            &params,
            &tables,
            None,
            &mut budget,
            &mut random,
            tree,
        )
        .unwrap()
    }

    #[test]
    fn the_tree_adds_up() {
        let board = Board::new();
        let found = run(&board, 100_000, 1, true);
        let (params, _) = params();
        let prior = u64::from(params.uct.prior_visits);
        assert_eq!(found.tree.len(), 81);
        let visits: u64 = found.tree.iter().map(|branch| branch.visits - prior).sum();
        assert_eq!(visits, u64::from(found.rollouts));
        assert!(found.tree.is_sorted_by(|a, b| a.visits >= b.visits));
        assert_eq!(found.tree[0].mv, found.best.to_string());
        assert_eq!(found.line[0], found.best);
        // The first visit of a move gives it no children, every later one goes on to a child.
        for branch in found.tree.iter().filter(|branch| branch.visits > prior) {
            let below: u64 = branch
                .replies
                .iter()
                .map(|reply| reply.visits - prior)
                .sum();
            assert_eq!(branch.visits - prior, 1 + below);
        }
    }

    #[test]
    fn a_lost_position_and_a_spent_budget_have_an_answer() {
        let board = Board::new();
        for nodes in [0, 1, 2] {
            let found = run(&board, nodes, 1, false);
            assert!(board.is_legal(found.best));
        }
    }
}
