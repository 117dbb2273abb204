//! What rings decide, and what is left to the searches.

use snakego::{Operation, Position};
use snakego_omega_fantasy::choice::Preference;

use crate::params::Params;
use crate::rings::{Ring, rings, rounds_left};

/// What to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Search: the snake is short, or no ring is worth keeping.
    None,
    /// Search, but keep the ring.
    Prefer(Preference),
    /// Go on with this ring.
    Play(Ring),
}

/// What the rings of the snake to act decide.
pub fn advice(params: &Params, position: &Position) -> Advice {
    let keeping = &params.keeping;
    let board = &position.board;
    let length = board.snake().total();
    if length < keeping.long {
        return Advice::None;
    }
    let rounds = rounds_left(position);
    let early = (rounds.saturating_sub(1) as f32 / keeping.many_rounds).min(1.0);
    let mut rings = rings(&params.rings, position);
    for ring in rings.iter_mut().filter(|ring| ring.moves == 1) {
        ring.worth -= early * (keeping.close + keeping.close_length * length as f32);
    }
    rings.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let Some(best) = rings.first() else {
        return Advice::None;
    };
    if best.worth < keeping.rate * length as f32 {
        return Advice::None;
    }
    if best.moves == 1 || best.moves + keeping.spare_rounds >= rounds {
        return Advice::Play(best.clone());
    }
    let kept = rings
        .iter()
        .filter(|ring| ring.worth >= best.worth - keeping.tolerance);
    let split = (length < keeping.split).then_some(Operation::Split);
    let others = split.into_iter().chain([Operation::Fire]);
    Advice::Prefer(Preference {
        operations: kept.map(|ring| ring.operation).chain(others).collect(),
        objection: keeping.objection,
    })
}

#[cfg(test)]
mod tests;
