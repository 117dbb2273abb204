//! Which placement and which piece a simulation tries next at a node.

use tetris2::{Piece, PieceCounts};

use crate::node::{Node, Tally};
use crate::params::Params;

/// The weight of the random order of untried pieces.
const JITTER: f32 = 0.01;

/// The owner's placement, as an index into the node's list: mean result + exploration, as in PUCT (Rosin 2011, in
/// the form of AlphaGo Zero).
#[inline]
pub fn placement(node: Node<'_>, params: &Params) -> usize {
    let untried = node.record.all.mean().unwrap_or(0.5) - params.untried;
    let priors = node
        .candidates
        .iter()
        .map(|candidate| candidate.prior() + params.prior_floor);
    let sum: f32 = priors.sum();
    let urge = params.placement_exploration * root_of_visits(node) / sum;
    let mut best = (f32::NEG_INFINITY, 0);
    for (i, candidate) in node.candidates.iter().enumerate() {
        let exploration = urge * (candidate.prior() + params.prior_floor) / tries(candidate.tally);
        let value = candidate.tally.mean().unwrap_or(untried) + exploration;
        if value > best.0 {
            best = (value, i);
        }
    }
    best.1
}

/// The piece that the opponent gives, by the same rule: what is good for the owner is bad for the giver.
#[inline]
pub fn piece(
    node: Node<'_>,
    gifts: PieceCounts,
    params: &Params,
    random: &mut fastrand::Rng,
) -> Piece {
    let untried = 1.0 - node.record.all.mean().unwrap_or(0.5) - params.untried;
    let prior = |piece: Piece| {
        f32::from(node.pieces[piece.index()]) * (1.0 / 255.0) + params.piece_prior_floor
    };
    let sum: f32 = gifts.choices().map(prior).sum();
    let urge = params.piece_exploration * root_of_visits(node) / sum;
    let mut best = (f32::NEG_INFINITY, Piece::L);
    for piece in gifts.choices() {
        let tally = node.record.pieces[piece.index()];
        let mean = match tally.mean() {
            Some(mean) => 1.0 - mean,
            None => untried + JITTER * random.f32(),
        };
        let value = mean + urge * prior(piece) / tries(tally);
        if value > best.0 {
            best = (value, piece);
        }
    }
    best.1
}

fn root_of_visits(node: Node<'_>) -> f32 {
    ((node.record.all.visits + 1) as f32).sqrt()
}

fn tries(tally: Tally) -> f32 {
    (tally.visits + 1) as f32
}
