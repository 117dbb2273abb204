//! One tree for one piece.

use goose_tetris::{Board, FULL, GAINS, Move, Piece, Poses, PosesIter, start_state};

use crate::eval::value;
use crate::params::Params;

/// The value of a node without children: the game ends there.
const LOST: f32 = -1e6;

/// The start of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The field.
    pub board: Board,
    /// The pieces to come.
    pub pieces: &'a [Piece],
    /// Number of the first of them in the game.
    pub index: usize,
    /// The parameters of the search and of its evaluation.
    pub params: &'a Params,
}

#[derive(Clone, Copy)]
struct Node {
    board: Board,
    mv: Move,
    /// Points since the root.
    score: u32,
    /// Over all moves since the root: rows removed times cells of the piece among them.
    eroded_cells: u32,
    value: f32,
    visits: u32,
    /// Children, next to each other; none yet if the node was not expanded.
    first: u32,
    count: u32,
}

const EMPTY: Node = Node {
    board: Board::new(),
    mv: Move {
        y: 0,
        state: 0,
        x: 0,
    },
    score: 0,
    eroded_cells: 0,
    value: LOST,
    visits: 0,
    first: 0,
    count: 0,
};

/// A move of the root with its estimate by the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vote {
    /// The lock.
    pub mv: Move,
    /// Playouts through it.
    pub visits: u32,
    /// The best value below it.
    pub value: f32,
}

/// The root's moves after `playouts` playouts, the best evaluation first. Empty if the game is lost.
pub fn search(root: &Root, playouts: u32, seed: u64) -> Vec<Vote> {
    let mut nodes = vec![Node {
        board: root.board,
        ..EMPTY
    }];
    let mut path = Vec::new();
    for _ in 0..playouts {
        path.clear();
        path.push(0);
        let mut at = 0;
        while nodes[at].count > 0 {
            at = select(&nodes, at, root.params.exploration);
            path.push(at);
        }
        // A visited leaf has no children: the end of the game, good or bad.
        if nodes[at].visits == 0 {
            expand(root, &mut nodes, at, path.len() - 1, seed);
        }
        for &at in path.iter().rev() {
            nodes[at].visits += 1;
            if nodes[at].count > 0 {
                let best = children(&nodes, at).map(|child| child.value);
                nodes[at].value = best.fold(LOST, f32::max);
            }
        }
    }
    let vote = |node: &Node| Vote {
        mv: node.mv,
        visits: node.visits,
        value: node.value,
    };
    children(&nodes, 0).map(vote).collect()
}

fn children(nodes: &[Node], at: usize) -> impl Iterator<Item = &Node> {
    let first = nodes[at].first as usize;
    nodes[first..first + nodes[at].count as usize].iter()
}

fn select(nodes: &[Node], at: usize, exploration: f32) -> usize {
    let logarithm = libm::logf(nodes[at].visits as f32 + 1.0);
    let mut best = (f32::MIN, 0);
    for (i, child) in children(nodes, at).enumerate() {
        let bonus = exploration * (logarithm / (child.visits as f32 + 1.0)).sqrt();
        if child.value + bonus > best.0 {
            best = (child.value + bonus, i);
        }
    }
    nodes[at].first as usize + best.1
}

/// Adds the best children of a leaf `depth` pieces below the root. Past the last piece there are none.
fn expand(root: &Root, nodes: &mut Vec<Node>, at: usize, depth: usize, seed: u64) {
    let Some(&piece) = root.pieces.get(depth) else {
        return;
    };
    let node = nodes[at];
    let poses = Poses::new(&node.board, piece, start_state(root.index + depth));
    let completing = poses.completing(&node.board, piece);
    let mut fresh = Vec::with_capacity(32);
    for (y, completing) in completing.iter().enumerate().take(poses.depth) {
        for mv in PosesIter::new(y, poses.locks(piece, y, *completing)) {
            let mut board = node.board;
            board.fill(piece, mv);
            let cells = board.cells();
            let own = own_cells_in_full_rows(&board, piece, mv);
            let removed = board.remove_full_rows();
            let score = node.score + cells * GAINS[removed];
            let eroded_cells = node.eroded_cells + removed as u32 * own;
            let weights = &root.params.evaluation;
            let value = value(&board, score, eroded_cells, weights, seed);
            fresh.push(Node {
                board,
                mv,
                score,
                eroded_cells,
                value,
                ..EMPTY
            });
        }
    }
    if fresh.is_empty() {
        nodes[at].value = LOST;
        return;
    }
    fresh.sort_by(|a, b| b.value.total_cmp(&a.value));
    fresh.truncate(root.params.children);
    (nodes[at].first, nodes[at].count) = (nodes.len() as u32, fresh.len() as u32);
    nodes.append(&mut fresh);
}

/// Cells of a locked piece in full rows, which are still there.
fn own_cells_in_full_rows(board: &Board, piece: Piece, mv: Move) -> u32 {
    let shape = piece.shape(mv.state);
    let top = (mv.y as i8 + shape.dy.0) as usize;
    let rows = board.rows.iter().skip(top).zip(&shape.row_masks);
    rows.filter(|(row, _)| **row == FULL)
        .map(|(_, mask)| mask.count_ones())
        .sum()
}
