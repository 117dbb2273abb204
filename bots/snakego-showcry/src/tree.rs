//! The search: a tree of light nodes, values at the leaves, and a backup that keeps the largest value.
//!
//! Each simulation descends from the root by Q + C sqrt(N) / (1 + n) to an operation that was never visited, playing the
//! operations again on its path, takes the [value](mod@crate::value) of the position there and expands it. Then it backs
//! up: a child's value replaces its parent's Q if it is larger for the side that acts at the parent, and never lowers it.
//! Each node has to store which side that is, because a side acts as often as it has snakes.
//!
//! Values are cells above the value of the root, divided by 30 and clamped to -1..1. A position with value -1 for the side
//! that searches is pruned.

use search::Budget;
use search::tree::{Branch, by_visits};
use snakego::{Board, CellSet, Operation, Rules};

use crate::params::Params;
use crate::value::value;

/// Most nodes of the tree: 32 MiB. When they are used up the search goes on without new ones.
const CAPACITY: usize = 2 << 20;

/// An operation in the tree.
#[derive(Clone, Copy)]
struct Node {
    /// The value for the side that acts after the operation.
    q: f32,
    visits: u32,
    /// Index of its first child.
    first: u32,
    /// Number of children.
    count: u8,
    /// The operation; meaningless at the root.
    operation: Operation,
    /// The player that acts after it.
    player: u8,
}

impl Node {
    fn new(operation: Operation) -> Node {
        Node {
            q: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            operation,
            player: 0,
        }
    }

    /// The value for a player.
    fn q_for(&self, player: u8) -> f32 {
        if player == self.player {
            self.q
        } else {
            -self.q
        }
    }
}

/// A search tree.
pub struct Tree<'a> {
    params: &'a Params,
    rules: &'a Rules,
    root: &'a Board,
    /// Value of the root in cells, for player 0.
    baseline: f32,
    /// The root comes first, and siblings are adjacent.
    nodes: Vec<Node>,
    /// The path of the current simulation.
    path: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// A tree of the root and its candidates.
    pub fn new(params: &'a Params, rules: &'a Rules, root: &'a Board) -> Tree<'a> {
        let mut tree = Tree {
            params,
            rules,
            root,
            baseline: value(&params.value, rules, root),
            nodes: vec![Node::new(Operation::Right)],
            path: Vec::new(),
        };
        tree.visit(0, root);
        tree
    }

    /// Simulates until the budget is used up. A node of the budget is a position.
    pub fn search(&mut self, budget: &mut Budget) {
        while !budget.exhausted() {
            self.simulate();
            budget.spend(1);
        }
    }

    /// Number of candidates at the root.
    pub fn width(&self) -> usize {
        usize::from(self.nodes[0].count)
    }

    /// The most visited candidate with its value for the side to move; of equals the one with the larger value. `None`
    /// only at the end of a half-game.
    pub fn best(&self) -> Option<(Operation, f32)> {
        let player = self.nodes[0].player;
        let key = |child: &Node| (child.visits, child.q_for(player));
        let mut best: Option<&Node> = None;
        for child in &self.nodes[self.children(0)] {
            if best.map_or(true, |best| key(child) > key(best)) {
                best = Some(child);
            }
        }
        best.map(|child| (child.operation, child.q_for(player)))
    }

    fn simulate(&mut self) {
        let mut board = *self.root;
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[node].count > 0 {
            node = self.select(node);
            self.path.push(node);
            board.play_unchecked(self.rules, self.nodes[node].operation);
        }
        if self.nodes[node].visits == 0 {
            self.visit(node, &board);
        }
        for &node in &self.path[1..] {
            self.nodes[node].visits += 1;
        }
        self.nodes[0].visits += 1;
        for pair in (1..self.path.len()).rev() {
            let (parent, child) = (self.path[pair - 1], self.path[pair]);
            let q = self.nodes[child].q_for(self.nodes[parent].player);
            if q <= self.nodes[parent].q {
                break;
            }
            self.nodes[parent].q = q;
        }
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[node];
        first as usize..first as usize + usize::from(count)
    }

    /// The child with the largest Q + C sqrt(N) / (1 + n). A child that was never visited has its parent's Q.
    fn select(&self, node: usize) -> usize {
        let parent = &self.nodes[node];
        let width = self.params.search.exploration * (parent.visits.max(1) as f32).sqrt();
        let children = self.children(node);
        let (mut best, mut best_bound) = (children.start, f32::NEG_INFINITY);
        for place in children {
            let child = &self.nodes[place];
            let q = if child.visits == 0 {
                parent.q
            } else {
                child.q_for(parent.player)
            };
            let bound = q + width / (1 + child.visits) as f32;
            if bound > best_bound {
                (best, best_bound) = (place, bound);
            }
        }
        best
    }

    /// Evaluates a position that was never visited, and expands it.
    fn visit(&mut self, node: usize, board: &Board) {
        let params = &self.params.search;
        let gain = value(&self.params.value, self.rules, board) - self.baseline;
        let scaled = (gain / params.scale).clamp(-1.0, 1.0);
        let for_searcher = if self.root.player() == 0 {
            scaled
        } else {
            -scaled
        };
        let player = board.player() as u8;
        let q = if player == 0 { scaled } else { -scaled };
        let cut = for_searcher <= -1.0 && node > 0;
        let first = self.nodes.len();
        if !board.is_over() && !cut && first < CAPACITY {
            self.expand(board);
        }
        let count = (self.nodes.len() - first) as u8;
        let visited = &mut self.nodes[node];
        (visited.q, visited.player) = (q, player);
        (visited.first, visited.count) = (first as u32, count);
    }

    /// The operations that are not masked out: deadly moves while there is another one, and rays that hit no enemy wall.
    fn expand(&mut self, board: &Board) {
        let kinds = board.move_kinds();
        let legal = board.legal_moves();
        let first = self.nodes.len();
        let mut add = |operation: Operation| self.nodes.push(Node::new(operation));
        kinds.free.iter().for_each(&mut add);
        kinds.sealing.iter().for_each(&mut add);
        if legal.contains(Operation::Fire) && hits(board) {
            add(Operation::Fire);
        }
        if legal.contains(Operation::Split) {
            add(Operation::Split);
        }
        if self.nodes.len() == first {
            kinds
                .deadly
                .iter()
                .for_each(|operation| self.nodes.push(Node::new(operation)));
        }
    }

    /// The top of the tree to print, most visited first.
    pub fn top(&self) -> Vec<Branch> {
        self.branches(0, 3)
    }

    fn branches(&self, node: usize, levels: u32) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let player = self.nodes[node].player;
        let branch = |child: usize| Branch {
            mv: self.nodes[child].operation.to_string(),
            visits: u64::from(self.nodes[child].visits),
            value: if self.nodes[child].visits > 0 {
                format!("{:+.3}", self.nodes[child].q_for(player))
            } else {
                String::new()
            },
            replies: self.branches(child, levels - 1),
        };
        by_visits(self.children(node).map(branch))
    }
}

/// Returns `true` if the ray of the snake to act would hit an enemy wall.
fn hits(board: &Board) -> bool {
    let snake = board.snake();
    let line = CellSet::ahead(snake.head, snake.direction());
    board.walls(1 - board.player()).meets(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use snakego::Position;

    fn search(text: &str, nodes: u64, look: impl FnOnce(&Tree)) {
        let position: Position = text.parse().unwrap();
        let params = Params::own();
        let mut tree = Tree::new(&params, &position.rules, &position.board);
        tree.search(&mut Budget::of_nodes(nodes));
        look(&tree);
    }

    #[test]
    fn every_simulation_counts_and_no_q_is_below_a_child_s() {
        let text = "round=20/512 acting=0 next=9 0=0:4:-:34333231 0=2:0:-:7776 1=1:4:-:97989959";
        search(&text.replace("97989959", "9798999a"), 5000, |tree| {
            assert_eq!(tree.nodes[0].visits, 5000);
            for (place, node) in tree.nodes.iter().enumerate() {
                assert!((-1.0..=1.0).contains(&node.q));
                let children = tree.children(place);
                let visits: u32 = tree.nodes[children.clone()].iter().map(|n| n.visits).sum();
                // A node's first visit evaluates the node itself, but the root's does not count.
                let own = u32::from(place > 0);
                assert!(children.is_empty() || node.visits == visits + own);
                for child in &tree.nodes[children] {
                    assert!(child.visits == 0 || child.q_for(node.player) <= node.q);
                }
            }
        });
    }

    #[test]
    fn a_loss_of_thirty_cells_is_pruned() {
        // The snake of length 5 and bank 80 has no liberties, and there are four already.
        let text = "round=20/512 acting=0 next=9 0=0:80:-:0001020304 0=2:0:-:f0 0=3:0:-:f2 0=4:0:-:f4 \
            1=1:0:-:ff walls1=10";
        search(text, 500, |tree| {
            let dead = tree
                .nodes
                .iter()
                .filter(|node| node.visits > 0 && node.q_for(0) <= -1.0);
            let mut count = 0;
            for node in dead {
                assert_eq!(node.count, 0);
                count += 1;
            }
            assert!(count > 0);
        });
    }

    #[test]
    fn useless_operations_are_masked_out() {
        let text = "round=20/512 acting=0 next=9 0=0:0:0:7776 1=1:0:-:ff items=70R512@3 walls1=67";
        let operations = |text: &str| {
            let mut operations = Vec::new();
            search(text, 50, |tree| {
                let children = &tree.nodes[tree.children(0)];
                operations = children.iter().map(|node| node.operation).collect();
            });
            operations
        };
        use Operation::{Down, Fire, Right, Split, Up};
        assert_eq!(operations(text), [Right, Up, Down, Split]);
        let target = text.replace("walls1=67", "walls1=677c");
        assert_eq!(operations(&target), [Right, Up, Down, Fire, Split]);
    }
}
