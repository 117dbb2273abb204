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

/// The pieces that can be given, by visits.
pub fn pieces(search: &Search, color: Color) -> Vec<Branch> {
    let root = search.root(color);
    let choices = search.player(color).given.choices();
    by_visits(choices.map(|piece| branch(&piece, root.pieces[piece.index()], "", Vec::new())))
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
    by_visits(choices.filter_map(|piece| {
        let player = Player {
            piece,
            given,
            ..*next
        };
        let node = search.find(color, &player)?;
        let tallies = node.candidates.iter().map(|candidate| candidate.tally);
        let all = Tally {
            visits: tallies.clone().map(|tally| tally.visits).sum(),
            wins: tallies.map(|tally| tally.wins).sum(),
        };
        let replies = candidates(node, |_| Vec::new());
        Some(branch(&piece, all, "", replies))
    }))
}

/// A node's placements by visits.
fn candidates(node: &Node, replies: impl Fn(Placement) -> Vec<Branch>) -> Vec<Branch> {
    by_visits(node.candidates.iter().map(|candidate| {
        let prior = format!(" (prior {:.2})", candidate.prior);
        let replies = replies(candidate.placement);
        branch(&candidate.placement, candidate.tally, &prior, replies)
    }))
}

/// Its value is the part of wins.
fn branch(mv: &impl Display, tally: Tally, note: &str, replies: Vec<Branch>) -> Branch {
    let wins = (tally.visits > 0).then(|| tally.rate());
    Branch {
        mv: mv.to_string(),
        visits: tally.visits.into(),
        value: percent(wins) + note,
        replies,
    }
}
