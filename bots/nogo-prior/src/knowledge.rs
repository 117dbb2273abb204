//! What this bot knows and the yardstick does not: learned rates of moves, and ends that can be counted.

use nogo::{Board, Point, PointSet};
use nogo_rave::mobility::{Candidate, Knowledge};

use crate::features::{Patterns, WEIGHTS, Weights};
use crate::params::Params;
use crate::reserves;

/// Weights are in this many parts of a unit of the logistic function's argument.
pub const UNIT: i32 = 1024;

/// Arguments of the logistic function that are told apart: from -8 to 8 in steps of 1/64.
const STEPS: i32 = 1024;

/// Rates a move by 1 / (1 + e^-(v + scale * (s - most) + lift)): v is the argument that gives the value of the position,
/// s the sum of the weights of the move's features, `most` the largest such sum of the position.
pub struct Learned {
    patterns: Patterns,
    weights: Weights,
    /// The logistic function by step.
    rates: Vec<f32>,
    scale: f32,
    lift: f32,
    sums: Vec<i32>,
}

impl Learned {
    /// The weights of the bot, with the scale and the lift of its parameters.
    pub fn own(params: &Params) -> Learned {
        match read_weights(include_str!("../data/weights.txt")) {
            Ok(weights) => Learned::new(weights, params),
            Err(error) => panic!("{error}"),
        }
    }

    /// Knowledge with these weights; there are [`WEIGHTS`] of them.
    pub fn new(weights: Vec<i16>, params: &Params) -> Learned {
        let rate = |step: i32| {
            let argument = f64::from(step - STEPS / 2) * 16.0 / f64::from(STEPS);
            (1.0 / (1.0 + libm::exp(-argument))) as f32
        };
        let patterns = Patterns::new();
        Learned {
            weights: Weights::new(&patterns, &weights),
            patterns,
            rates: (0..STEPS).map(rate).collect(),
            scale: params.scale,
            lift: params.lift,
            sums: Vec::with_capacity(Point::COUNT),
        }
    }
}

impl Knowledge for Learned {
    fn rate(&mut self, board: &Board, value: f32, moves: &mut [Candidate]) {
        let view = self.patterns.view(board);
        self.sums.clear();
        for candidate in &*moves {
            let Candidate { point, lead, .. } = *candidate;
            let sum = self.weights.sum(&self.patterns, &view, point, lead);
            self.sums.push(sum);
        }
        let most = self.sums.iter().copied().max().unwrap_or(0);
        // At a rate of nearly 0 or 1 all moves would look alike.
        let value = value.clamp(0.1, 0.9);
        let base = libm::logf(value / (1.0 - value)) + self.lift;
        for (candidate, &sum) in moves.iter_mut().zip(&self.sums) {
            let argument = base + self.scale * (sum - most) as f32 / UNIT as f32;
            let step = (argument * (STEPS / 16) as f32) as i32 + STEPS / 2;
            candidate.rate = self.rates[step.clamp(0, STEPS - 1) as usize];
        }
    }

    #[inline]
    fn decided(&self, board: &Board, mine: PointSet, theirs: PointSet) -> Option<bool> {
        reserves::decided(board, mine, theirs)
    }
}

/// Reads weights: numbers with blanks between them.
///
/// # Errors
/// If a word is no number of 16 bits, or there are not [`WEIGHTS`] of them.
pub fn read_weights(text: &str) -> Result<Vec<i16>, String> {
    let weights: Result<Vec<i16>, String> = text
        .split_ascii_whitespace()
        .map(|word| {
            word.parse()
                .map_err(|_| format!("weights: `{word}` is no number of 16 bits"))
        })
        .collect();
    let weights = weights?;
    if weights.len() != WEIGHTS {
        return Err(format!(
            "weights: {} numbers, not {WEIGHTS}: train them anew",
            weights.len()
        ));
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(board: &Board) -> Vec<Candidate> {
        let me = board.to_move();
        let candidate = |point| {
            let mut next = *board;
            next.play(point);
            let lead =
                next.legal_moves(me).len() as i32 - next.legal_moves(me.opponent()).len() as i32;
            Candidate {
                point,
                lead,
                rate: 0.5,
            }
        };
        board.legal_moves(me).iter().map(candidate).collect()
    }

    #[test]
    fn the_best_move_is_rated_a_lift_above_the_position() {
        let params = Params::own();
        let mut learned = Learned::own(&params);
        for text in include_str!("../bench.txt").lines() {
            let board: Board = text.parse().unwrap();
            let mut moves = candidates(&board);
            for value in [0.2f32, 0.5, 0.7] {
                learned.rate(&board, value, &mut moves);
                let best = moves
                    .iter()
                    .map(|candidate| candidate.rate)
                    .fold(0.0, f32::max);
                let argument = libm::logf(value / (1.0 - value)) + params.lift;
                let expected = 1.0 / (1.0 + libm::expf(-argument));
                // The table has steps of 1/64.
                assert!((best - expected).abs() < 0.005, "{best} {expected}");
                assert!(moves.iter().all(|candidate| candidate.rate > 0.0));
            }
        }
    }

    #[test]
    fn the_first_move_is_no_filled_eye() {
        // Black's eye at 0,0 is a move in reserve; there is nothing to fight for on that side of the board.
        let board: Board =
            ".X....O../XX....OO./......... /........./....X..../....O..../........./........./........."
                .replace(' ', "")
                .parse()
                .unwrap();
        let mut moves = candidates(&board);
        Learned::own(&Params::own()).rate(&board, 0.5, &mut moves);
        let rate = |name: &str| {
            let point = name.parse().unwrap();
            moves
                .iter()
                .find(|candidate| candidate.point == point)
                .unwrap()
                .rate
        };
        let mean = moves.iter().map(|candidate| candidate.rate).sum::<f32>() / moves.len() as f32;
        assert!(rate("0,0") < mean);
    }

    #[test]
    fn wrong_weights_are_refused() {
        let text = include_str!("../data/weights.txt");
        assert!(read_weights(text).is_ok());
        let few = text.rsplit_once(' ').unwrap().0;
        assert!(read_weights(few).unwrap_err().contains("train them anew"));
        let wrong = text.replacen(' ', " x ", 1);
        assert!(read_weights(&wrong).unwrap_err().contains("`x`"));
    }
}
