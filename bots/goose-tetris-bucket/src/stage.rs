//! The inner level: from one board to all boards after the next clear.

use std::cmp::Reverse;

use goose_tetris::{Board, GAINS, Move, Piece, Poses, PosesIter, start_state};
use solvers::hash::seeded_hash;

use crate::transitions::transitions;

/// Cells that a clear must leave.
pub const LEAST_CELLS: u32 = 100;

/// What decides the result of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Boards of one bucket.
    pub bucket_size: usize,
    /// Boards of one layer.
    pub layer_width: usize,
    /// Layers of a stage, and so pieces from one clear to the next.
    pub layers: usize,
    /// Changes the order of boards that are equal in all that is compared.
    pub seed: u64,
}

/// A board right after a clear, or the empty field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The field.
    pub board: Board,
    /// Points so far.
    pub score: u32,
    /// Pieces placed.
    pub index: usize,
}

/// An end of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The board and where it is in the game.
    pub place: Start,
    /// Filled cells.
    pub cells: u32,
    /// Row and column transitions.
    pub transitions: u32,
    /// The locks from the start of the stage.
    pub moves: Vec<Move>,
}

/// A board of a layer, or of an end that may still be dropped.
#[derive(Clone, Copy)]
struct Inner {
    board: Board,
    /// Number of the parent in the layer before.
    parent: u32,
    mv: Move,
}

/// A child that is not built yet, in the order in which a layer keeps them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    transitions: u32,
    tie: u64,
    parent: u32,
    mv: Move,
}

/// All ends that can matter to a bucket: of those with equal pieces and cells the best `bucket_size`, by pieces,
/// cells and rank.
pub fn stage(start: &Start, pieces: &[Piece], limits: &Limits) -> Vec<End> {
    let none = Move {
        y: 0,
        state: 0,
        x: 0,
    };
    let mut layers = vec![vec![Inner {
        board: start.board,
        parent: 0,
        mv: none,
    }]];
    let mut ends = Vec::new();
    let numbered = pieces.iter().enumerate().skip(start.index);
    for (index, piece) in numbered.take(limits.layers) {
        let from = &layers[layers.len() - 1];
        let mut candidates = Vec::new();
        let mut cleared = Vec::new();
        for (parent, inner) in (0..).zip(from) {
            for_each_child(&inner.board, *piece, start_state(index), |mv, mut board| {
                let filled = board.cells();
                let removed = board.remove_full_rows();
                let cells = filled - 10 * removed as u32;
                if removed == 0 {
                    candidates.push(Candidate {
                        transitions: transitions(&board),
                        tie: seeded_hash(&board, limits.seed),
                        parent,
                        mv,
                    });
                } else if cells >= LEAST_CELLS {
                    let end = End {
                        place: Start {
                            board,
                            score: start.score + filled * GAINS[removed],
                            index: index + 1,
                        },
                        cells,
                        transitions: transitions(&board),
                        moves: Vec::new(),
                    };
                    cleared.push((end, Inner { board, parent, mv }));
                }
            });
        }
        ends.extend(best_ends(cleared, &layers, limits));
        let next = survivors(candidates, from, *piece, limits.layer_width);
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    ends
}

/// Resting locks, and floating ones that complete a row; none that end the game. Full rows are still there.
fn for_each_child(board: &Board, piece: Piece, start: u8, mut child: impl FnMut(Move, Board)) {
    let poses = Poses::new(board, piece, start);
    let completing = poses.completing(board, piece);
    for (y, completing) in completing.iter().enumerate().take(poses.depth) {
        for mv in PosesIter::new(y, poses.locks(piece, y, *completing)) {
            let mut next = *board;
            next.fill(piece, mv);
            child(mv, next);
        }
    }
}

/// The best boards of each number of cells, with their moves.
fn best_ends(
    mut cleared: Vec<(End, Inner)>,
    layers: &[Vec<Inner>],
    limits: &Limits,
) -> impl Iterator<Item = End> {
    cleared.sort_by_cached_key(|(end, _)| (end.cells, end.rank(limits.seed)));
    cleared.dedup_by_key(|(end, _)| end.place.board);
    let mut kept = 0;
    let mut cells = 0;
    cleared.retain(|(end, _)| {
        kept = if end.cells == cells { kept + 1 } else { 1 };
        cells = end.cells;
        kept <= limits.bucket_size
    });
    cleared.into_iter().map(|(mut end, last)| {
        let mut at = last;
        for layer in layers.iter().rev() {
            end.moves.push(at.mv);
            at = layer[at.parent as usize];
        }
        end.moves.reverse();
        end
    })
}

/// The boards of the next layer: the fewest transitions, equal boards once.
fn survivors(
    mut candidates: Vec<Candidate>,
    from: &[Inner],
    piece: Piece,
    width: usize,
) -> Vec<Inner> {
    candidates.sort_unstable();
    candidates.dedup_by_key(|candidate| (candidate.transitions, candidate.tie));
    candidates.truncate(width);
    let build = |candidate: &Candidate| {
        let mut board = from[candidate.parent as usize].board;
        board.fill(piece, candidate.mv);
        Inner {
            board,
            parent: candidate.parent,
            mv: candidate.mv,
        }
    };
    candidates.iter().map(build).collect()
}

impl End {
    /// The order inside a bucket, the best first.
    pub fn rank(&self, seed: u64) -> (Reverse<u32>, u32, u64) {
        let score = Reverse(self.place.score);
        (
            score,
            self.transitions,
            seeded_hash(&self.place.board, seed),
        )
    }
}
