//! The question that a sequential test decides.

use anyhow::Result;
use serde::{Deserialize, Serialize};

/// The hypotheses and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hypotheses {
    /// H0: A is this much stronger than B, or less.
    pub elo0: f64,
    /// H1: A is this much stronger than B, or more.
    pub elo1: f64,
    /// Probability to accept H1 where H0 is true, above 0 and below 0.5.
    pub alpha: f64,
    /// Probability to accept H0 where H1 is true, above 0 and below 0.5.
    pub beta: f64,
}

impl Hypotheses {
    /// Hypotheses that make sense.
    ///
    /// # Errors
    /// Names the number that does not, and what it should be.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self> {
        for (name, elo) in [("--elo0", elo0), ("--elo1", elo1)] {
            require!(
                elo.abs() <= 1000.0,
                "{name} {elo}: give an Elo difference from -1000 to 1000"
            );
        }
        require!(
            elo0 < elo1,
            "--elo0 {elo0} is not below --elo1 {elo1}: H1 must claim the larger difference"
        );
        for (name, p) in [("--alpha", alpha), ("--beta", beta)] {
            require!(
                (1e-6..0.5).contains(&p),
                "{name} {p}: give a probability from 0.000001 to below 0.5, such as 0.05"
            );
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Wald's bounds of the LLR: at the lower one H0 is accepted, at the upper one H1.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }
}
