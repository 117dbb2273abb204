//! The knowledge that sets this bot apart from the yardstick: a learned net, and ends that can be counted.

use nogo::{Board, Point, PointSet};
use nogo_rave::mobility::{Candidate, Knowledge, Opinion};
use search::on_this_processor;

use crate::net::Net;
use crate::params::Params;
use crate::reserves;

/// Arguments of the logistic function that are told apart: from -8 to 8 in steps of 1/64.
const STEPS: i32 = 1024;

/// Rates a move by 1 / (1 + e^-(v + scale * (s - most) + lift)): v is the logit of the value of the position, s the net's
/// logit of the move, `most` the largest one of the position.
pub struct Learned {
    net: Net,
    /// The logistic function by step.
    rates: Vec<f32>,
    scale: f32,
    lift: f32,
    trust: f32,
    weight: f32,
    logits: Vec<f32>,
}

impl Learned {
    /// This net, with the numbers of these parameters.
    pub fn new(net: Net, params: &Params) -> Learned {
        let rate = |step: i32| {
            let argument = f64::from(step - STEPS / 2) * 16.0 / f64::from(STEPS);
            (1.0 / (1.0 + libm::exp(-argument))) as f32
        };
        Learned {
            net,
            rates: (0..STEPS).map(rate).collect(),
            scale: params.scale,
            lift: params.lift,
            trust: params.trust,
            weight: params.weight,
            logits: Vec::with_capacity(Point::COUNT),
        }
    }

    fn logistic(&self, argument: f32) -> f32 {
        let step = (argument * (STEPS / 16) as f32) as i32 + STEPS / 2;
        self.rates[step.clamp(0, STEPS - 1) as usize]
    }
}

impl Knowledge for Learned {
    fn rate(&mut self, board: &Board, value: f32, moves: &mut [Candidate]) -> Opinion {
        let net = &mut self.net;
        let said = on_this_processor(
            #[inline(always)]
            move || net.look(board),
        );
        self.logits.clear();
        let mut most = f32::MIN;
        for &Candidate { point, lead, .. } in &*moves {
            let logit = said.points[point.index()] + self.net.gain(&said, lead);
            most = if logit > most { logit } else { most };
            self.logits.push(logit);
        }
        // At a rate of nearly 0 or 1 all moves would look alike.
        let value = value.clamp(0.1, 0.9);
        let known = libm::logf(value / (1.0 - value));
        let base = known + self.trust * (said.value.clamp(-3.0, 3.0) - known) + self.lift;
        for (i, candidate) in moves.iter_mut().enumerate() {
            candidate.rate = self.logistic(base + self.scale * (self.logits[i] - most));
        }
        Opinion {
            rate: self.logistic(said.value),
            weight: self.weight,
        }
    }

    #[inline]
    fn decided(&self, board: &Board, mine: PointSet, theirs: PointSet) -> Option<bool> {
        reserves::decided(board, mine, theirs)
    }
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
        // The rate that the move came with counts alone.
        let params = Params {
            trust: 0.0,
            ..Params::own()
        };
        let mut learned = Learned::new(Net::own(), &params);
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
                assert!((best - expected).abs() < 0.005, "{} {}", best, expected);
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
        Learned::new(Net::own(), &Params::own()).rate(&board, 0.5, &mut moves);
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
}
