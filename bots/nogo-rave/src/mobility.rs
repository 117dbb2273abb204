//! What this bot knows about a move: the difference of legal points after it.

use nogo::{Board, Point, PointSet};

/// What a search is told about positions and moves. The search itself knows the rules and how to count.
pub trait Knowledge {
    /// Sets the [rates](Candidate::rate) of the legal moves of `board`, and says what it thinks of the position itself.
    /// `value` is the win rate of the side to move as far as it is known: 0.5 at the root, else the mean result of the
    /// move that led here.
    fn rate(&mut self, board: &Board, value: f32, moves: &mut [Candidate]) -> Opinion;

    /// Whether the side to move wins `board`, where that is certain. `mine` and `theirs` are the legal points of the side
    /// to move and of its opponent. A side without a legal point has lost, so this must be known.
    fn decided(&self, board: &Board, mine: PointSet, theirs: PointSet) -> Option<bool>;
}

/// What knowledge says of a position without playing it out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The win rate of the side to move, 0 to 1.
    pub rate: f32,
    /// How much of the result of a simulation it is, 0 to 1; the rest is what the playout says.
    pub weight: f32,
}

/// A legal move that gets into the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Own minus opponent's legal points after it.
    pub lead: i32,
    /// The win rate, 0 to 1, that it starts with; 0.5 until somebody knows better.
    pub rate: f32,
}

/// Rates by the legal points after a move and knows the end of the game when it is there.
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
