//! A player in a simulation, and the exchange of pieces and garbage between the two.

use arrayvec::ArrayVec;
use tetris2::{Garbage, Piece, Player, Well};

use crate::params::MOST_TURNS;
use crate::threats::is_stuck;

/// The events in a well in one turn of a simulation.
#[derive(Clone, Copy)]
pub struct Step {
    /// Index of the node.
    pub node: u32,
    /// Index of the candidate that was played.
    pub candidate: u8,
    /// The piece that comes next.
    pub next: Piece,
}

/// A player in a simulation.
pub struct Side {
    /// The player.
    pub player: Player,
    /// True if it has lost.
    pub dead: bool,
    /// Its steps so far.
    pub steps: ArrayVec<Step, MOST_TURNS>,
}

impl Side {
    /// At the root.
    pub fn new(player: Player) -> Self {
        Self {
            player,
            dead: false,
            steps: ArrayVec::new(),
        }
    }
}

/// The rest of a turn after both have placed their pieces, in the judge's order: the next pieces, the garbage, the
/// room test. `steps` and `garbage` are by player.
pub fn exchange(sides: &mut [Side; 2], steps: [Step; 2], garbage: [Garbage; 2]) {
    for (i, side) in sides.iter_mut().enumerate() {
        side.steps.push(steps[i]);
        side.player.piece = steps[i].next;
        side.player.given.add(steps[1 - i].next);
        side.dead = Well::overflows(side.player.height.into(), garbage[1 - i].len());
    }
    if sides.iter().any(|side| side.dead) {
        return;
    }
    for (i, side) in sides.iter_mut().enumerate() {
        let Player { well, piece, .. } = &mut side.player;
        let garbage = &garbage[1 - i];
        if !garbage.is_empty() {
            well.raise(garbage.rows());
        }
        side.dead = is_stuck(well, *piece);
    }
}
