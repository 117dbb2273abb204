//! The policy as it is used against the policy as it is learned, term by term.

use tetris2::{Color, Piece, Rules};

use super::values::boards;
use crate::features;
use crate::landings;
use crate::node::NewNode;
use crate::params;
use crate::policy::{PIECE_TERMS, PLACEMENTS, Policy, WEIGHTS, piece_terms, prior};

/// Weights that are all different, so that no term can stand for another one.
fn odd_weights() -> (Vec<i16>, Policy) {
    let weights: Vec<i16> = (0..WEIGHTS as i32)
        .map(|i| ((i * i * 7 + i * 31) % 20_011 - 10_000) as i16)
        .collect();
    let policy = Policy::new(&weights).unwrap();
    (weights, policy)
}

fn sum(terms: &[(u16, i16)], weights: &[i16]) -> i32 {
    let terms = terms.iter();
    terms
        .map(|&(at, x)| i32::from(x) * i32::from(weights[usize::from(at)]))
        .sum()
}

#[test]
fn a_placement_is_the_weighted_sum_of_its_terms() {
    let (weights, policy) = odd_weights();
    let mut sent_rows = 0;
    for board in boards(200) {
        for color in Color::ALL {
            let player = board.player(color);
            let gifts = board.player(color.opponent()).given;
            let own = &weights[player.piece.index() * landings::TERMS..];
            let placements = policy.placements(player.piece);
            placements.each(player, gifts, Rules::Tetris2, |landing| {
                let mut after = *player;
                let sent = after.lock(landing.placement, Rules::Tetris2).len();
                sent_rows += sent;
                let counts = features::counts(&after.well);
                assert_eq!(landing.counts(), counts);
                let terms = landings::terms(&counts, gifts, after.combo, sent);
                assert_eq!(landing.worth, sum(&terms, own), "{board:#}");
            });
        }
    }
    assert!(sent_rows > 10, "{}", sent_rows);
}

#[test]
fn a_piece_is_the_weighted_sum_of_its_terms() {
    let (weights, policy) = odd_weights();
    for board in boards(300) {
        for color in Color::ALL {
            let player = board.player(color);
            let gifts = board.player(color.opponent()).given;
            let counts = features::counts(&player.well);
            let terms = piece_terms(&counts, player, gifts);
            let sums = policy.pieces(&counts, player, gifts);
            for piece in Piece::ALL {
                let own = &weights[PLACEMENTS + piece.index() * PIECE_TERMS..];
                assert_eq!(sums[piece.index()], sum(&terms, own), "{board:#}");
            }
        }
    }
}

#[test]
fn the_likeliest_has_the_largest_prior_and_what_is_not_allowed_none() {
    let (params, value) = params::own();
    for board in boards(100) {
        for color in Color::ALL {
            let gifts = board.player(color.opponent()).given;
            let player = board.player(color);
            let node = NewNode::new(player, gifts, params.width, &value, Rules::Tetris2);
            let priors: Vec<f32> = node.candidates.iter().map(|one| one.prior()).collect();
            assert_eq!(priors.first(), Some(&1.0));
            assert!(priors.windows(2).all(|pair| pair[0] >= pair[1]));
            assert_eq!(node.pieces.iter().max(), Some(&255));
            for piece in Piece::ALL
                .iter()
                .copied()
                .filter(|&piece| !gifts.allows(piece))
            {
                assert_eq!(node.pieces[piece.index()], 0);
            }
        }
    }
}

#[test]
fn priors_are_likelihoods() {
    assert_eq!(prior(7, 7), 255);
    let half = prior(-2839, 0);
    assert_eq!(half, 127, "ln 2 below the likeliest");
    assert_eq!(prior(-100_000, 0), 0);
}

#[test]
fn a_policy_needs_all_its_weights() {
    let (weights, _) = odd_weights();
    assert!(Policy::new(&weights[1..]).is_err());
}
