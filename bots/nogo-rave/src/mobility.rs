//! The knowledge of this bot about a move: the difference of legal points after it.

use nogo::{Board, Point, PointSet};

/// The estimates of positions and moves for a search. The search itself has only the rules and the counts.
pub trait Knowledge {
    /// Sets the [rates](Candidate::rate) of the legal moves of `board`, and returns an opinion on the position itself.
    /// `value` is the win rate of the side to move as far as it is known: 0.5 at the root, else the mean result of the
    /// move that led here.
    fn rate(&mut self, board: &Board, value: f32, moves: &mut [Candidate]) -> Opinion;

    /// Returns `Some(true)` if the side to move certainly wins `board`, and `Some(false)` if it certainly loses. `mine`
    /// and `theirs` are the legal points of the side to move and of its opponent. A side without a legal point has
    /// lost, so that case must be decided.
    fn decided(&self, board: &Board, mine: PointSet, theirs: PointSet) -> Option<bool>;
}

/// An estimate of a position without a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The win rate of the side to move, 0 to 1.
    pub rate: f32,
    /// Its share in the result of a simulation, 0 to 1; the rest comes from the playout.
    pub weight: f32,
}

/// A legal move that gets into the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Own minus opponent's legal points after it.
    pub lead: i32,
    /// The win rate, 0 to 1, that it starts with; 0.5 until there is a better estimate.
    pub rate: f32,
}

/// Rates by the legal points after a move, and decides a position at the end of the game only.
pub struct Mobility {
    /// The rate by lead + 81.
    rates: Vec<f32>,
}

impl Mobility {
    /// The rate of a lead k is 1 / (1 + e^(-slope * k)).
    pub fn new(slope: f64) -> Mobility {
        let most = Point::COUNT as i32;
        let rate = |k| 1.0 / (1.0 + libm::exp(-slope * f64::from(k)));
        Mobility {
            rates: (-most..=most).map(|k| rate(k) as f32).collect(),
        }
    }
}

impl Knowledge for Mobility {
    fn rate(&mut self, _: &Board, value: f32, moves: &mut [Candidate]) -> Opinion {
        let most = Point::COUNT as i32;
        for candidate in moves {
            let lead = candidate.lead.clamp(-most, most);
            candidate.rate = self.rates[(most + lead) as usize];
        }
        Opinion {
            rate: value,
            weight: 0.0,
        }
    }

    #[inline]
    fn decided(&self, _: &Board, mine: PointSet, _: PointSet) -> Option<bool> {
        mine.is_empty().then_some(false)
    }
}
