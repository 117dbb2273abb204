//! A bot that looks one ply ahead: the best of its moves, by the value that each leads to.

use std::cmp::Reverse;
use std::fmt::Display;

use judges_common::{Answer, Turn};

use crate::tree::{Branch, top_levels};

/// The move with the largest value, a random one if there are several.
///
/// # Panics
/// Without a move.
pub fn best<M: Copy>(rated: &[(i64, M)], turn: &Turn) -> Answer<M> {
    let best = rated.iter().map(|&(value, _)| value).max().unwrap_or(0);
    let equals: Vec<M> = (rated.iter())
        .filter(|&&(value, _)| value == best)
        .map(|&(_, mv)| mv)
        .collect();
    let mut random = fastrand::Rng::with_seed(turn.seed);
    Answer {
        mv: equals[random.usize(..equals.len())],
        value: best,
        nodes: rated.len() as u64,
        debug: format!("{best:+}, one of {}", equals.len()),
    }
}

/// The moves as a tree of one level, the best first, and the answer.
///
/// # Panics
/// Without a move.
pub fn explain<M: Copy + Display>(rated: &[(i64, M)], turn: &Turn) -> String {
    let mut sorted = rated.to_vec();
    sorted.sort_by_key(|&(value, _)| Reverse(value));
    let branch = |&(value, mv): &(i64, M)| Branch {
        mv: mv.to_string(),
        visits: 1,
        value: format!("{value:+}"),
        replies: Vec::new(),
    };
    let branches: Vec<Branch> = sorted.iter().map(branch).collect();
    format!("{}{}", top_levels(&branches), best(rated, turn))
}
