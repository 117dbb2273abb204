//! The search tree as human-readable text.

use std::cmp::Reverse;

use search::tree::Branch;
use tetris2::{Color, PieceCounts, Player};

use crate::node::{Node, Tally};
use crate::search::Search;

/// Own placements by visits, under each the piece that comes next (as if no garbage came), under that the
/// placements of that piece.
pub fn placements(search: &Search, color: Color) -> Vec<Branch> {
    let gifts = search.player(color.opponent()).given;
    let mut branches = candidates(search.root(color));
    for branch in &mut branches {
        let mut next = *search.player(color);
        if let Ok(placement) = branch.mv.parse() {
            next.lock(placement, search.rules());
            branch.replies = next_pieces(search, color, &next, gifts);
        }
    }
    branches
}

/// The pieces that can be given, by visits; values are the giver's.
pub fn pieces(search: &Search, color: Color) -> Vec<Branch> {
    let theirs = search.root(color.opponent());
    let choices = search.player(color).given.choices();
    let mut branches: Vec<Branch> = choices
        .map(|piece| {
            let tally = theirs.record.pieces[piece.index()];
            let value = percent(tally.mean().map(|mean| 1.0 - mean));
            branch(piece.to_string(), tally, value)
        })
        .collect();
    branches.sort_by_key(|branch| Reverse(branch.visits));
    branches
}

/// The nodes that the search has visited for a player whose next piece is open.
fn next_pieces(search: &Search, color: Color, next: &Player, gifts: PieceCounts) -> Vec<Branch> {
    let mut branches: Vec<Branch> = gifts
        .choices()
        .filter_map(|piece| {
            let mut gifts = gifts;
            gifts.add(piece);
            let node = search.find(color, &Player { piece, ..*next }, gifts)?;
            let value = percent(node.record.all.mean());
            let replies = candidates(node);
            Some(Branch {
                replies,
                ..branch(piece.to_string(), node.record.all, value)
            })
        })
        .collect();
    branches.sort_by_key(|branch| Reverse(branch.visits));
    branches
}

/// A node's placements by visits.
fn candidates(node: Node<'_>) -> Vec<Branch> {
    let mut candidates: Vec<_> = node.candidates.iter().collect();
    candidates.sort_by_key(|candidate| Reverse(candidate.tally.visits));
    candidates
        .iter()
        .map(|candidate| {
            let mean = percent(candidate.tally.mean());
            let value = format!("{mean} (prior {:.2})", candidate.prior());
            branch(candidate.placement.to_string(), candidate.tally, value)
        })
        .collect()
}

fn branch(mv: String, tally: Tally, value: String) -> Branch {
    Branch {
        mv,
        visits: tally.visits.into(),
        value,
        replies: Vec::new(),
    }
}

fn percent(mean: Option<f32>) -> String {
    match mean {
        Some(mean) => format!("{:.2} %", 100.0 * mean),
        None => "-".to_owned(),
    }
}
