//! Nodes: one player's position each, with the best placements by static value and the pieces that it can give.

use std::cmp::Reverse;

use tetris2::{HEIGHT, Piece, PieceCounts, Placement, Player, Rules};

use crate::params::Params;
use crate::value;

/// The key by which a node is found: everything in a player's position that its choices depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    rows: [u16; HEIGHT],
    piece: Piece,
    given: PieceCounts,
    /// Clearing turns in a row. From two on it makes no difference how many: the next one sends a row more.
    combo: u8,
}

impl Key {
    /// The key of a player's position.
    pub fn of(player: &Player) -> Self {
        Self {
            rows: *player.well.rows(),
            piece: player.piece,
            given: player.given,
            combo: player.combo.min(2) as u8,
        }
    }
}

/// The number of times that something was drawn, and the number of those that were wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Simulations that went through it.
    pub visits: u32,
    /// Those among its side's best so far.
    pub wins: u32,
}

impl Tally {
    /// Counts a simulation.
    pub fn add(&mut self, won: bool) {
        self.visits += 1;
        self.wins += u32::from(won);
    }

    /// Wins a visit, 0 without one.
    pub fn rate(self) -> f64 {
        f64::from(self.wins) / f64::from(self.visits.max(1))
    }

    /// The rate by which it is drawn: as if a win and a loss had come before.
    pub fn smoothed(self) -> f64 {
        f64::from(self.wins + 1) / f64::from(self.visits + 2)
    }
}

/// A placement that a node considers.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The placement.
    pub placement: Placement,
    /// The static value, scaled to 0 (the worst candidate) .. 1 (the best).
    pub prior: f64,
    /// The results of simulations.
    pub tally: Tally,
}

/// A player's position.
#[derive(Clone, Debug)]
pub struct Node {
    /// Number of landings that were valued.
    pub landings: usize,
    /// The best placements, best first; none if there is no room for the piece.
    pub candidates: Vec<Candidate>,
    /// The pieces that it can give, by code.
    pub pieces: [Tally; 7],
}

impl Node {
    /// Values all landings of the player's piece and keeps the best `width` and those that are as good as the last of
    /// these.
    pub fn new(player: &Player, width: usize, params: &Params, rules: Rules) -> Self {
        let Player {
            well, piece, combo, ..
        } = *player;
        let landings = well.landings(piece, rules).distinct(piece);
        let valued = landings.iter().map(|placement| {
            let locked = well.lock(piece, placement);
            let value = value::landing(&params.landing, piece, placement, &locked, combo);
            (value, placement)
        });
        let mut best: Vec<(i32, Placement)> = valued.collect();
        best.sort_by_key(|&(value, _)| Reverse(value));
        let high = best.first().map_or(0, |best| best.0);
        let low = best.get(width - 1).or(best.last()).map_or(0, |last| last.0);
        let kept = best.iter().take_while(|(value, _)| *value >= low);
        let candidate = |&(value, placement): &(i32, Placement)| Candidate {
            placement,
            prior: match high - low {
                0 => 1.0,
                range => f64::from(value - low) / f64::from(range),
            },
            tally: Tally::default(),
        };
        Self {
            landings: best.len(),
            candidates: kept.map(candidate).collect(),
            pieces: [Tally::default(); 7],
        }
    }
}
