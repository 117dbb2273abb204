//! The decisions by rings, and those that are left to the searches.

use snakego::{Operation, Position};
use snakego_omega_fantasy::choice::Preference;

use crate::params::Params;
use crate::rings::{Ring, rings, rounds_left};

/// The decision by the rings.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Search; unless the snake is short or no ring is worth keeping, with a preference for the moves that keep it.
    Search(Option<Preference>),
    /// Go on with this ring.
    Play(Ring),
}

/// The rings of the snake to act, the best first.
pub fn rings_of(params: &Params, position: &Position) -> Vec<Ring> {
    let keeping = &params.keeping;
    let length = position.board.snake().total() as f32;
    let early = (rounds_left(position).saturating_sub(1) as f32 / keeping.many_rounds).min(1.0);
    let closing = early * (keeping.close + keeping.close_length * length);
    rings(&params.rings, position, closing)
}

/// The decision by the rings of the snake to act.
pub fn advice(params: &Params, position: &Position) -> Advice {
    let keeping = &params.keeping;
    let board = &position.board;
    let length = board.snake().total();
    if length < keeping.long {
        return Advice::Search(None);
    }
    let rounds = rounds_left(position);
    let rings = rings_of(params, position);
    let Some(best) = rings.first() else {
        return Advice::Search(None);
    };
    if best.worth < keeping.rate * length as f32 {
        return Advice::Search(None);
    }
    let is_due = best.moves + keeping.spare_rounds >= rounds;
    let is_last = board.snakes(board.player()).len() == 1;
    if best.moves == 1 && is_last && !is_due {
        // A side without snakes gets nothing more, so the last one may have a better way out, such as a split.
        return Advice::Search(None);
    }
    if best.moves == 1 || is_due {
        return Advice::Play(best.clone());
    }
    let kept = rings
        .iter()
        .filter(|ring| ring.worth >= best.worth - keeping.tolerance);
    let split = (length < keeping.split).then_some(Operation::Split);
    let others = split.into_iter().chain([Operation::Fire]);
    Advice::Search(Some(Preference {
        operations: kept.map(|ring| ring.operation).chain(others).collect(),
        objection: keeping.objection,
    }))
}

#[cfg(test)]
mod tests;
