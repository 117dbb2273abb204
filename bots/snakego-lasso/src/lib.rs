//! A SnakeGo bot for which a long snake is a rope: it keeps the largest ring in reach that it can close, and closes it when
//! the half-game ends.
//!
//! A loop of n cells makes up to (n/4 + 1)² cells of wall: one of 12 makes 16, one of 28 makes 64. Bots that seal only
//! when they are trapped get less than a cell for each cell of length, and rays erase half of these walls again.
//!
//! * **Searches and short snakes** are those of [`snakego_omega_fantasy`], with less exploration and shorter rollouts, which
//!   keep out of dead ends.
//! * **The policy** ([`snakego_omega_fantasy::policy`]) was learned from the visits of such searches. In the tree it
//!   takes the place of trying every candidate once, and one of two rollouts draws its operations from it.
//! * **Rings** ([`rings`]): for each move of a long snake, the best ring that it can still close afterwards, by dynamic
//!   programming over the moves until then. Cells that enemies can reach in time count as risk.
//! * **Plans** ([`plans`]): for each free move, the items that the snake can fetch after it in the next rounds. A move after
//!   which there are fewer loses some of its win rate.
//! * **Shots** ([`shots`]): one that hits few walls loses some of its win rate, too.
//! * **Which moves are left to the searches** ([`keeping`]): those after which the best ring is about as good as it was. A
//!   long snake does not split. Once the rounds left are just enough for the best ring, the snake follows it.
//!
//! The parameters are in `params.json`, the weights of the policy among them.

pub mod field;
pub mod keeping;
pub mod params;
pub mod plans;
pub mod reach;
pub mod rings;
pub mod shots;

use saiblo::{Answer, Bot, Turn};
use snakego::{GROW_ROUNDS, Operation, Position};
use snakego_omega_fantasy::OmegaFantasy;
use snakego_omega_fantasy::choice::{Guidance, Preference};

use crate::keeping::Advice;
use crate::params::Params;
use crate::plans::Plan;
use crate::rings::Ring;

/// The bot.
pub struct Lasso {
    params: Params,
    searches: OmegaFantasy,
}

impl Bot for Lasso {
    type State = Position;
    type Move = Operation;

    /// Simulations, of two rollouts each.
    const BENCH_NODES: u64 = 1000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Lasso::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(Lasso::with)
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        match self.advice(position) {
            Advice::Play(ring) => follow(&ring),
            Advice::Search(preference) => {
                let guidance = self.guidance(position, preference, &self.plans(position));
                self.searches.choose_guided(position, turn, &guidance)
            }
        }
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        match self.advice(position) {
            Advice::Play(ring) => follow(&ring).to_string(),
            Advice::Search(preference) => {
                let mut text = String::new();
                if preference.is_some() {
                    text += &listed("rings", &keeping::rings_of(&self.params, position));
                }
                let plans = self.plans(position);
                if !plans.is_empty() {
                    text += &listed("plans", &plans);
                }
                let guidance = self.guidance(position, preference, &plans);
                text + &self.searches.explain_guided(position, turn, &guidance)
            }
        }
    }
}

impl Lasso {
    /// A bot with other parameters.
    pub fn with(params: Params) -> Lasso {
        let searches = OmegaFantasy::with(params.searches.clone());
        Lasso { params, searches }
    }

    /// The number of times that the searches for the last answer visited each candidate, see [`OmegaFantasy::settled`].
    pub fn settled(&self) -> &[(Operation, u32)] {
        self.searches.settled()
    }

    fn advice(&self, position: &Position) -> Advice {
        if position.board.round() <= GROW_ROUNDS {
            return Advice::Search(None);
        }
        keeping::advice(&self.params, position)
    }

    fn plans(&self, position: &Position) -> Vec<Plan> {
        if position.board.round() <= GROW_ROUNDS {
            return Vec::new();
        }
        plans::plans(&self.params.plans, position)
    }

    fn guidance(
        &self,
        position: &Position,
        preference: Option<Preference>,
        plans: &[Plan],
    ) -> Guidance {
        let mut bonuses = plans::bonuses(&self.params.plans, plans);
        let fire = usize::from(Operation::Fire.number()) - 1;
        bonuses[fire] -= shots::loss(&self.params.shots, position);
        Guidance {
            bonuses,
            preference,
        }
    }
}

/// A heading and a line for each.
fn listed(heading: &str, things: &[impl ToString]) -> String {
    let lines = things.iter().map(|thing| thing.to_string() + "\n");
    format!("{heading}\n{}", lines.collect::<String>())
}

/// The answer that continues a ring.
fn follow(ring: &Ring) -> Answer<Operation> {
    Answer {
        mv: ring.operation,
        value: 0,
        nodes: 0,
        debug: ring.to_string(),
    }
}

saiblo::bench_test!(Lasso, snakego::saiblo);

#[cfg(test)]
mod tests;
