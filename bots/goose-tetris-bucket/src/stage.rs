//! The inner level: from one board to all boards after the next clear.

use std::cmp::Reverse;

use goose_tetris::{Board, GAINS, Move, Piece, Poses, PosesIter, start_state};
use solvers::hash::seeded_hash;

use crate::transitions::{MOST_TRANSITIONS, transitions};

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

/// A child that is not built yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    parent: u32,
    mv: Move,
}

/// What the locks on the boards of a layer lead to.
struct Children {
    /// Those without a clear, by their transitions.
    by_transitions: Vec<Vec<Candidate>>,
    /// Those that clear, full rows removed, and how many these were.
    cleared: Vec<(Inner, usize)>,
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
    let mut children = Children {
        by_transitions: vec![Vec::new(); MOST_TRANSITIONS + 1],
        cleared: Vec::new(),
    };
    let mut filled = start.board.cells();
    let numbered = pieces.iter().enumerate().skip(start.index);
    for (index, piece) in numbered.take(limits.layers) {
        let from = &layers[layers.len() - 1];
        children.expand(from, *piece, start_state(index));
        filled += 4;
        let cleared = children.cleared.drain(..);
        let made = cleared.filter_map(|(inner, removed)| {
            let cells = filled - 10 * removed as u32;
            let place = Start {
                board: inner.board,
                score: start.score + filled * GAINS[removed],
                index: index + 1,
            };
            let end = End {
                place,
                cells,
                transitions: transitions(&inner.board),
                moves: Vec::new(),
            };
            (cells >= LEAST_CELLS).then_some((end, inner))
        });
        ends.extend(best_ends(made.collect(), &layers, limits));
        let next = children.survivors(from, *piece, limits);
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    ends
}

impl Children {
    /// Adds the children of a layer: resting locks, and floating ones that complete a row; none that end the game.
    fn expand(&mut self, from: &[Inner], piece: Piece, start: u8) {
        for (parent, inner) in (0..).zip(from) {
            let poses = Poses::new(&inner.board, piece, start);
            let completing = poses.completing(&inner.board, piece);
            for (y, completing) in completing.iter().enumerate().take(poses.depth) {
                for mv in PosesIter::new(y, poses.locks(piece, y, *completing)) {
                    let mut board = inner.board;
                    board.fill(piece, mv);
                    let removed = match completing {
                        0 => 0,
                        _ => board.remove_full_rows(),
                    };
                    if removed == 0 {
                        self.by_transitions[transitions(&board) as usize]
                            .push(Candidate { parent, mv });
                    } else {
                        self.cleared.push((Inner { board, parent, mv }, removed));
                    }
                }
            }
        }
    }

    /// The boards of the next layer: the fewest transitions, equal boards once, equal numbers of transitions in the
    /// order of the boards' hash. Leaves nothing behind.
    fn survivors(&mut self, from: &[Inner], piece: Piece, limits: &Limits) -> Vec<Inner> {
        let build = |Candidate { parent, mv }| {
            let mut board = from[parent as usize].board;
            board.fill(piece, mv);
            Inner { board, parent, mv }
        };
        let mut next = Vec::new();
        for equals in &mut self.by_transitions {
            let candidates = equals.drain(..);
            if next.len() >= limits.layer_width {
                continue;
            }
            let with_tie = |candidate| {
                let tie = seeded_hash(&build(candidate).board, limits.seed);
                (tie, candidate)
            };
            let mut tied: Vec<(u64, Candidate)> = candidates.map(with_tie).collect();
            tied.sort_unstable();
            tied.dedup_by_key(|(tie, _)| *tie);
            let room = limits.layer_width - next.len();
            next.extend(tied.into_iter().take(room).map(|(_, kept)| build(kept)));
        }
        next
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
