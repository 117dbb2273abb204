//! The search tree as human-readable text.

use std::fmt::Display;

use search::tree::{Branch, by_visits, percent};
use tetris2::{Color, Placement, Player};

use crate::node::{Node, Tally};
use crate::search::Search;

/// Own placements by visits, under each the piece that comes next (as if no garbage came), under that the
/// placements of that piece.
pub fn placements(search: &Search, color: Color) -> Vec<Branch> {
    candidates(search.root(color), |placement| {
        let mut next = *search.player(color);
        next.lock(placement, search.rules());
        next_pieces(search, color, &next)
    })
}

/// The pieces that can be given, by visits; values are the giver's.
pub fn pieces(search: &Search, color: Color) -> Vec<Branch> {
    let theirs = search.root(color.opponent()).record;
    let choices = search.player(color).given.choices();
    by_visits(choices.map(|piece| {
        let tally = theirs.piece(piece);
        Branch {
            value: percent(tally.mean().map(|mean| f64::from(1.0 - mean))),
            ..branch(&piece, tally, "", Vec::new())
        }
    }))
}

/// The nodes that the search has visited for a player whose next piece is open.
fn next_pieces(search: &Search, color: Color, next: &Player) -> Vec<Branch> {
    let gifts = search.player(color.opponent()).given;
    by_visits(gifts.choices().filter_map(|piece| {
        let mut gifts = gifts;
        gifts.add(piece);
        let node = search.find(color, &Player { piece, ..*next }, gifts)?;
        let replies = candidates(node, |_| Vec::new());
        Some(branch(&piece, node.record.all, "", replies))
    }))
}

/// A node's placements by visits.
fn candidates(node: Node<'_>, replies: impl Fn(Placement) -> Vec<Branch>) -> Vec<Branch> {
    by_visits(node.candidates.iter().map(|candidate| {
        let prior = format!(" (prior {:.2})", candidate.prior());
        let replies = replies(candidate.placement);
        branch(&candidate.placement, candidate.tally, &prior, replies)
    }))
}

/// Its value is the mean result.
fn branch(mv: &impl Display, tally: Tally, note: &str, replies: Vec<Branch>) -> Branch {
    Branch {
        mv: mv.to_string(),
        visits: tally.visits.into(),
        value: percent(tally.mean().map(f64::from)) + note,
        replies,
    }
}
