//! Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983) where the energy is not known: what is known is the score of
//! one set of parameters against another over some games.

use std::path::Path;

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::confirm::Confirmation;
use super::params::neighbour;
use journal::schedule::step_seed;

/// Temperature of the first step: how far below one half a score may be that is accepted once in e times.
const HOT: f64 = 0.1;
/// Temperature of the last step.
const COLD: f64 = 0.01;
/// The part of the spread that is left in the last step.
const LAST_SPREAD: f64 = 0.2;
/// The most neighbors that are tried until the bot accepts one.
const TRIES: u32 = 100;

/// The plan of a tuning. Two runs with the same plan have the same result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Name of the bot.
    pub bot: String,
    /// The parameters to start from.
    pub start: Value,
    /// Paths of the numbers that vary.
    pub varied: Vec<String>,
    /// Number of steps.
    pub steps: u32,
    /// Games of a step.
    pub games: u32,
    /// Node budget of a turn.
    pub nodes: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// The largest change of a number in the first step, as a fraction of its initial value.
    pub spread: f64,
    /// Rounds of a half of SnakeGo.
    pub max_round: Option<u16>,
    /// The confirmation after the steps. Older files do not have it.
    #[serde(default)]
    pub confirmation: Confirmation,
}

/// The progress of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The parameters that the next step starts from.
    pub current: Value,
    /// The trials so far, one for each step.
    pub trials: Vec<Trial>,
    /// Pairs by result, as the sequential test counts them, against each rival so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<[u32; 5]>,
}

/// The stage that is played next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The next step.
    Annealing,
    /// The confirmation against the rival with this number.
    Against(usize),
}

/// Parameters that a step tries.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The parameters.
    pub params: Value,
    temperature: f64,
    luck: f64,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Score of the new parameters against the current ones, 0 to 1.
    pub score: f64,
    /// True if they replaced the current ones.
    pub accepted: bool,
}

impl Plan {
    /// Sees to it that a file is of this plan: `path` has `old`. Where nothing was `confirmed` yet, another confirmation
    /// may follow the same steps.
    ///
    /// # Errors
    /// Says in what they differ.
    pub fn expect(&self, path: &Path, old: &Plan, confirmed: bool) -> Result<()> {
        let [old, new] = [old, self].map(serde_json::to_value);
        let (old, new) = (old.context("no plan")?, new.context("no plan")?);
        let keys = new.as_object().into_iter().flat_map(|new| new.keys());
        for key in keys.filter(|&key| confirmed || key != "confirmation") {
            require!(
                old[key] == new[key],
                "{} is from a tuning with another `{key}` ({} there, {} here); give the same arguments, or remove it to \
                 start again",
                path.display(),
                old[key],
                new[key]
            );
        }
        Ok(())
    }
}

impl State {
    /// Before the first step.
    pub fn new(plan: &Plan) -> State {
        State {
            current: plan.start.clone(),
            trials: Vec::new(),
            confirmed: Vec::new(),
        }
    }

    /// The stage that is played next; `None` at the end.
    ///
    /// # Errors
    /// If the hypotheses of the confirmation make no sense.
    pub fn stage(&self, plan: &Plan) -> Result<Option<Stage>> {
        if self.next_step(plan).is_some() {
            return Ok(Some(Stage::Annealing));
        }
        for rival in 0..plan.confirmation.against.len() {
            if !plan.confirmation.starts(self.pairs(rival), 1)?.is_empty() {
                return Ok(Some(Stage::Against(rival)));
            }
        }
        Ok(None)
    }

    /// The number of times that games were counted so far: steps, and batches of the confirmation.
    pub fn counted(&self) -> u32 {
        let batches = self.confirmed.iter().map(Confirmation::batches);
        self.trials.len() as u32 + batches.sum::<u32>()
    }

    /// Pairs of the confirmation against this rival, by result.
    pub fn pairs(&self, rival: usize) -> [u32; 5] {
        self.confirmed.get(rival).copied().unwrap_or_default()
    }

    /// The number of the next step; `None` after the last.
    pub fn next_step(&self, plan: &Plan) -> Option<u32> {
        let step = u32::try_from(self.trials.len()).unwrap_or(u32::MAX);
        (step < plan.steps).then_some(step)
    }

    /// Number of accepted steps.
    pub fn accepted(&self) -> usize {
        self.trials.iter().filter(|trial| trial.accepted).count()
    }

    /// The parameters that step number `step` tries. `allowed` asks the bot whether it takes parameters at all.
    ///
    /// # Errors
    /// Those of the function; or if the bot takes no neighbour of the current parameters.
    pub fn propose(
        &self,
        plan: &Plan,
        step: u32,
        allowed: &mut dyn FnMut(&Value) -> Result<bool>,
    ) -> Result<Proposal> {
        let share = f64::from(step) / f64::from(plan.steps.saturating_sub(1).max(1));
        let temperature = HOT * libm::pow(COLD / HOT, share);
        let spread = plan.spread * (1.0 - share * (1.0 - LAST_SPREAD));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(step_seed(plan.seed, step));
        // Before the games, so that the number of tries does not matter for it.
        let luck = rand::RngExt::random_range(&mut random, 0.0..1.0);
        let mut tries = 0;
        let params = loop {
            let params = neighbour(
                &plan.start,
                &self.current,
                &plan.varied,
                spread,
                &mut random,
            )?;
            if allowed(&params)? {
                break params;
            }
            tries += 1;
            require!(
                tries < TRIES,
                "the bot refuses {TRIES} parameters in a row that are near the current ones; give a smaller --spread \
                 or name others with --vary"
            );
        };
        Ok(Proposal {
            params,
            temperature,
            luck,
        })
    }

    /// Ends a step: the new parameters have this score against the current ones.
    pub fn decide(&mut self, proposal: Proposal, score: f64) {
        let chance = libm::exp((score - 0.5) / proposal.temperature);
        let accepted = score >= 0.5 || proposal.luck < chance;
        if accepted {
            self.current = proposal.params;
        }
        self.trials.push(Trial { score, accepted });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    pub fn plan() -> Plan {
        let start = json!({"x": 100, "y": 2.0});
        Plan {
            bot: "bot".to_owned(),
            varied: vec!["/x".to_owned(), "/y".to_owned()],
            start,
            steps: 300,
            games: 20,
            nodes: 1,
            seed: 7,
            spread: 0.5,
            max_round: None,
            confirmation: Confirmation::default(),
        }
    }

    /// The nearer to x = 400 and y = -1, the better.
    fn badness(params: &Value) -> f64 {
        let number = |key: &str| params[key].as_f64().unwrap();
        ((number("x") - 400.0) / 100.0).powi(2) + (number("y") + 1.0).powi(2)
    }

    fn anneal(plan: &Plan, state: &mut State, until: u32) {
        while let Some(step) = state.next_step(plan).filter(|&step| step < until) {
            let mut allowed = |new: &Value| Ok(new["y"].as_f64().unwrap() > -2.0);
            let proposal = state.propose(plan, step, &mut allowed).unwrap();
            // A score in twentieths, as of 20 games without luck.
            let better = badness(&proposal.params) - badness(&state.current);
            let expected = 1.0 / (1.0 + better.exp());
            state.decide(proposal, (expected * 20.0).round() / 20.0);
        }
    }

    #[test]
    fn the_best_is_found() {
        let plan = plan();
        let mut state = State::new(&plan);
        assert!(badness(&state.current) > 17.0);
        anneal(&plan, &mut state, u32::MAX);
        assert_eq!(state.next_step(&plan), None);
        assert!(badness(&state.current) < 0.2, "{}", state.current);
        let early = state.trials[..100]
            .iter()
            .filter(|trial| trial.accepted && trial.score < 0.5);
        let late = state.trials[200..]
            .iter()
            .filter(|trial| trial.accepted && trial.score < 0.45);
        assert!(early.count() > 3, "{:?}", state.trials);
        assert_eq!(late.count(), 0, "{:?}", state.trials);
    }

    #[test]
    fn an_interrupted_run_has_the_same_result() {
        let plan = plan();
        let mut whole = State::new(&plan);
        anneal(&plan, &mut whole, u32::MAX);
        let mut parts = State::new(&plan);
        for until in [1, 2, 150, 300] {
            anneal(&plan, &mut parts, until);
            let text = serde_json::to_string(&parts).unwrap();
            parts = serde_json::from_str(&text).unwrap();
        }
        assert_eq!(parts, whole);
        let other = Plan { seed: 8, ..plan };
        let mut state = State::new(&other);
        anneal(&other, &mut state, u32::MAX);
        assert_ne!(state, whole);
    }

    #[test]
    fn a_bot_that_refuses_everything_is_an_error() {
        let plan = plan();
        let error = State::new(&plan).propose(&plan, 0, &mut |_| Ok(false));
        assert!(error.unwrap_err().to_string().contains("smaller --spread"));
    }
}
