//! The choice of the placement and the piece that a simulation tries next at a node.

use tetris2::{Piece, PieceCounts};

use crate::node::{NewNode, Node, Tally};
use crate::params::Params;

/// The weight of the random order of untried pieces.
const JITTER: f32 = 0.01;

/// The sums of all priors of a node, of placements and of pieces, each with its floor.
pub fn priors(node: &NewNode, gifts: PieceCounts, params: &Params) -> [f32; 2] {
    let placements = node.candidates.iter();
    let placements = placements.map(|candidate| candidate.prior() + params.prior_floor);
    let pieces = gifts.choices().map(|piece| {
        let prior = node.pieces[piece.index()];
        f32::from(prior) * (1.0 / 255.0) + params.piece_prior_floor
    });
    [placements.sum(), pieces.sum()]
}

/// The owner's placement, as an index into the node's list: mean result + exploration, as in PUCT (Rosin 2011, in
/// the form of AlphaGo Zero).
#[inline]
pub fn placement(node: Node<'_>, params: &Params) -> usize {
    let untried = node.record.all.mean().unwrap_or(0.5) - params.untried;
    let urge = params.placement_exploration * root_of_visits(node) / node.priors[0];
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
    let urge = params.piece_exploration * root_of_visits(node) / node.priors[1];
    let (visits, sums) = (&node.record.visits, &node.record.sums);
    // All at once, in vector instructions; the means of untried ones are not used.
    let means: [f32; 8] = std::array::from_fn(|i| 1.0 - sums[i] / visits[i] as i32 as f32);
    let explorations: [f32; 8] = std::array::from_fn(|i| {
        let prior = f32::from(node.pieces[i]) * (1.0 / 255.0) + params.piece_prior_floor;
        urge * prior / (visits[i] + 1) as i32 as f32
    });
    let mut best = (f32::NEG_INFINITY, Piece::L);
    for piece in gifts.choices() {
        let i = piece.index();
        let mean = match visits[i] {
            0 => untried + JITTER * random.f32(),
            _ => means[i],
        };
        let value = mean + explorations[i];
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
