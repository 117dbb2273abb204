//! The inner level: from one board to all boards after the next clear.

use std::cmp::Reverse;

use goose_tetris::{Board, GAINS, Move, Piece, Poses, PosesIter, start_state};
use solvers::hash::seeded_hash;

use crate::transitions::{MOST_TRANSITIONS, Walled, transitions};

/// Cells that a clear must leave.
pub const LEAST_CELLS: u32 = 100;

/// The limits that decide the result of a stage.
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
#[derive(Clone, Copy)]
struct Candidate {
    parent: u32,
    mv: Move,
}

/// The boards after the locks on the boards of a layer.
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
        for (removed, best) in children.best_cleared(limits).iter().enumerate().rev() {
            let gone = 10 * removed as u32;
            if filled < LEAST_CELLS + gone {
                continue;
            }
            ends.extend(best.iter().map(|(transitions, _, inner)| End {
                place: Start {
                    board: inner.board,
                    score: start.score + filled * GAINS[removed],
                    index: index + 1,
                },
                cells: filled - gone,
                transitions: *transitions,
                moves: moves(&layers, *inner),
            }));
        }
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
    /// Code made for each piece saves 6 % of the search's time.
    fn expand(&mut self, from: &[Inner], piece: Piece, start: u8) {
        match piece {
            Piece::I => self.expand_constant(from, Piece::I, start),
            Piece::L => self.expand_constant(from, Piece::L, start),
            Piece::J => self.expand_constant(from, Piece::J, start),
            Piece::T => self.expand_constant(from, Piece::T, start),
            Piece::O => self.expand_constant(from, Piece::O, start),
            Piece::S => self.expand_constant(from, Piece::S, start),
            Piece::Z => self.expand_constant(from, Piece::Z, start),
        }
    }

    /// [`Children::expand`] for a piece known to the compiler.
    #[inline(always)]
    fn expand_constant(&mut self, from: &[Inner], piece: Piece, start: u8) {
        for (parent, inner) in (0..).zip(from) {
            let poses = Poses::new(&inner.board, piece, start);
            let completing = poses.completing(&inner.board, piece);
            let walled = Walled::new(&inner.board);
            for (y, completing) in completing.iter().enumerate().take(poses.depth) {
                for mv in PosesIter::new(y, poses.locks(piece, y, *completing)) {
                    if *completing != 0 {
                        let mut board = inner.board;
                        board.fill(piece, mv);
                        let removed = board.remove_full_rows();
                        if removed > 0 {
                            self.cleared.push((Inner { board, parent, mv }, removed));
                            continue;
                        }
                    }
                    self.by_transitions[walled.after(piece, mv) as usize]
                        .push(Candidate { parent, mv });
                }
            }
        }
    }

    /// The boards with rows removed that can matter to a bucket, by the number of these: transitions, tie and board, the
    /// best first, equal boards once. Leaves none of them behind.
    fn best_cleared(&mut self, limits: &Limits) -> [Vec<(u32, u64, Inner)>; GAINS.len()] {
        let mut best = [const { Vec::new() }; GAINS.len()];
        for (inner, removed) in self.cleared.drain(..) {
            let best: &mut Vec<(u32, u64, Inner)> = &mut best[removed];
            let own = transitions(&inner.board);
            if best.len() == limits.bucket_size && best.last().is_some_and(|last| last.0 < own) {
                continue;
            }
            let own = (own, seeded_hash(&inner.board, limits.seed));
            let rank = |other: &(u32, u64, Inner)| (other.0, other.1);
            let at = best.partition_point(|other| rank(other) < own);
            if best.get(at).is_none_or(|next| rank(next) != own) {
                best.insert(at, (own.0, own.1, inner));
                best.truncate(limits.bucket_size);
            }
        }
        best
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
            // A stable sort: of equal boards the one found first stays.
            tied.sort_by_key(|(tie, _)| *tie);
            tied.dedup_by_key(|(tie, _)| *tie);
            let room = limits.layer_width - next.len();
            next.extend(tied.into_iter().take(room).map(|(_, kept)| build(kept)));
        }
        next
    }
}

/// The locks from the start of the stage.
fn moves(layers: &[Vec<Inner>], last: Inner) -> Vec<Move> {
    let mut at = last;
    let mut moves = Vec::with_capacity(layers.len());
    for layer in layers.iter().rev() {
        moves.push(at.mv);
        at = layer[at.parent as usize];
    }
    moves.reverse();
    moves
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
