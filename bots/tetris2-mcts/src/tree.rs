//! The search tree as human-readable text.

use std::cmp::Reverse;

use search::tree::Branch;
use tetris2::{Color, Player};

use crate::node::{Node, Tally};
use crate::search::Search;

/// Own placements by visits, under each the piece that comes next (as if no garbage came), under that the
/// placements of that piece.
pub fn placements(search: &Search, color: Color) -> Vec<Branch> {
    let mut branches = candidates(search.root(color));
    for branch in &mut branches {
        let mut next = *search.player(color);
        if let Ok(placement) = branch.mv.parse() {
            next.lock(placement, search.rules());
            branch.replies = next_pieces(search, color, &next);
        }
    }
    branches
}

/// The pieces that can be given, by visits.
pub fn pieces(search: &Search, color: Color) -> Vec<Branch> {
    let root = search.root(color);
    let choices = search.player(color).given.choices();
    let mut branches: Vec<Branch> = choices
        .map(|piece| {
            let tally = root.pieces[piece.index()];
            branch(piece.to_string(), tally, percent(tally))
        })
        .collect();
    branches.sort_by_key(|branch| Reverse(branch.visits));
    branches
}

/// The nodes that the search has visited for a player whose next piece is open, if it gave the piece that it would give
/// now.
fn next_pieces(search: &Search, color: Color, next: &Player) -> Vec<Branch> {
    let Some(best) = search.best(color) else {
        return Vec::new();
    };
    let mut given = next.given;
    given.add(best.block);
    let choices = search.player(color.opponent()).given.choices();
    let mut branches: Vec<Branch> = choices
        .filter_map(|piece| {
            let node = search.find(
                color,
                &Player {
                    piece,
                    given,
                    ..*next
                },
            )?;
            let visits = node
                .candidates
                .iter()
                .map(|candidate| candidate.tally.visits);
            let wins = node.candidates.iter().map(|candidate| candidate.tally.wins);
            let all = Tally {
                visits: visits.sum(),
                wins: wins.sum(),
            };
            Some(Branch {
                replies: candidates(node),
                ..branch(piece.to_string(), all, percent(all))
            })
        })
        .collect();
    branches.sort_by_key(|branch| Reverse(branch.visits));
    branches
}

/// A node's placements by visits.
fn candidates(node: &Node) -> Vec<Branch> {
    let mut candidates: Vec<_> = node.candidates.iter().collect();
    candidates.sort_by_key(|candidate| Reverse(candidate.tally.visits));
    candidates
        .iter()
        .map(|candidate| {
            let wins = percent(candidate.tally);
            let value = format!("{wins} (prior {:.2})", candidate.prior);
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

/// The part of wins.
fn percent(tally: Tally) -> String {
    match tally.visits {
        0 => "-".to_owned(),
        _ => format!("{:.2} %", 100.0 * tally.rate()),
    }
}
