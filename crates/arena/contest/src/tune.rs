//! Better parameters for a bot, by simulated annealing over games with itself, confirmed against others.
//!
//! [`anneal`] is the method, [`params`] what it changes, [`games`] how it is scored, [`confirm`] the end, [`units`] a step
//! on several machines. After every step everything is on disk, and a run that goes on from there ends as one that was
//! never stopped.

pub mod anneal;
pub mod confirm;
pub mod games;
pub mod params;
pub mod units;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::{at_most, whole_file};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Contest;
use anneal::{Plan, Stage, State};
use games::Round;
use journal::fixture::Fixture;
use journal::schedule::step_seed;
use players::player::Player;

/// The setup of a tuning.
#[derive(Debug)]
pub struct Tuning {
    /// The conditions; the players are set for every step.
    pub base: Contest,
    /// The bot.
    pub program: PathBuf,
    /// For parameter files.
    pub folder: PathBuf,
}

/// The data on disk between two steps.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    plan: Plan,
    state: State,
}

impl Tuning {
    /// Goes through what is left of this stage. After each step, and each batch of a confirmation, `state` is in the file
    /// `checkpoint`, then `tell` hears of it.
    ///
    /// # Errors
    /// If a game has no result or the file cannot be written.
    pub fn run(
        &self,
        stage: Stage,
        plan: &Plan,
        state: &mut State,
        checkpoint: &Path,
        tell: &mut dyn FnMut(&State),
    ) -> Result<()> {
        while state.stage(plan)? == Some(stage) {
            let round = self.round(stage, plan, state, 1)?;
            let scores = round.play(round.games.clone())?;
            advance(plan, state, round, &scores, checkpoint)?;
            tell(state);
        }
        Ok(())
    }

    /// The games of the next step, or those of the next so many batches of a confirmation.
    ///
    /// # Errors
    /// If a parameter file cannot be written, or the bot takes no parameters near the current ones.
    pub fn round(&self, stage: Stage, plan: &Plan, state: &State, batches: u32) -> Result<Round> {
        let player = |name: &str, params: &Value| -> Result<Player> {
            let file = self.write(name, params)?;
            let has_modes = self.base.host.has_modes();
            Ok(games::player(&self.program, &file, has_modes))
        };
        let contest = |players: Vec<Player>, number: u32| Contest {
            players,
            // Not that of the step's random numbers: steps and games shall have nothing in common.
            seed: step_seed(!plan.seed, number),
            ..self.base.clone()
        };
        match stage {
            Stage::Annealing => {
                let step = state.trials.len() as u32;
                let mut allowed = |new: &Value| {
                    let file = self.write("new.json", new)?;
                    Ok(games::refusal(&self.program, &file, &self.base.rules.cancel)?.is_none())
                };
                let proposal = state.propose(plan, step, &mut allowed)?;
                let new = player("new.json", &proposal.params)?;
                let old = player("old.json", &state.current)?;
                // Other starts in every step.
                let first = step * plan.games;
                let games = (first..first + plan.games).map(|id| Fixture { a: 0, b: 1, id });
                Ok(Round {
                    contest: contest(vec![new, old], step),
                    games: games.collect(),
                    proposal: Some(proposal),
                })
            }
            Stage::Against(rival) => {
                let tuned = player("tuned.json", &state.current)?;
                let before = player("start.json", &plan.start)?;
                // Behind the bot, which is there twice.
                let opponent = self.base.players[2 + rival].clone();
                let starts = plan.confirmation.starts(state.pairs(rival), batches)?;
                Ok(Round {
                    contest: contest(vec![tuned, before, opponent], plan.steps + rival as u32),
                    games: confirm::games(starts).collect(),
                    proposal: None,
                })
            }
        }
    }

    /// Writes a parameter file for the programs.
    ///
    /// # Errors
    /// If that fails.
    pub fn write(&self, name: &str, params: &Value) -> Result<PathBuf> {
        let path = self.folder.join(name);
        fs::write(&path, params::text(params)?)
            .with_context(|| msg!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

/// Counts the games of a round and puts the new state on disk.
///
/// # Errors
/// If the file cannot be written.
pub fn advance(
    plan: &Plan,
    state: &mut State,
    round: Round,
    scores: &[f64],
    checkpoint: &Path,
) -> Result<()> {
    if let Some(proposal) = round.proposal {
        let score = scores.iter().sum::<f64>() / f64::from(plan.games);
        state.decide(proposal, score);
    } else if let Some(Stage::Against(rival)) = state.stage(plan)? {
        let pairs = plan.confirmation.count(state.pairs(rival), scores)?;
        state.confirmed.truncate(rival);
        state.confirmed.push(pairs);
    }
    save(checkpoint, plan, state)
}

/// Puts the state on disk in one piece: a run that is killed here leaves the one before.
fn save(path: &Path, plan: &Plan, state: &State) -> Result<()> {
    let checkpoint = Checkpoint {
        plan: plan.clone(),
        state: state.clone(),
    };
    let text = serde_json::to_string(&checkpoint).context("cannot encode the checkpoint")?;
    whole_file::write(path, text).with_context(|| msg!("cannot write {}", path.display()))
}

/// The state on disk, if it is of this plan; that of the start if there is none.
///
/// # Errors
/// If it cannot be read, or the plan differs: the text says in what.
pub fn load(path: &Path, plan: &Plan) -> Result<State> {
    let text = match at_most::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::new(plan)),
        text => text.with_context(|| msg!("cannot read the checkpoint {}", path.display()))?,
    };
    let checkpoint: Checkpoint = serde_json::from_str(&text)
        .with_context(|| msg!("{} is not a tuning checkpoint", path.display()))?;
    let Checkpoint { plan: old, state } = checkpoint;
    plan.expect(path, &old, !state.confirmed.is_empty())?;
    let most = u64::from(plan.confirmation.max_games / 2);
    let pairs = |pairs: &[u32; 5]| pairs.iter().copied().map(u64::from).sum::<u64>();
    require!(
        state.trials.len() <= plan.steps as usize
            && state.confirmed.len() <= plan.confirmation.against.len()
            && state.confirmed.iter().all(|one| pairs(one) <= most),
        "{} has more steps than were planned",
        path.display()
    );
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_of_its_plan() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json.checkpoint");
        let plan = anneal::tests::plan();
        // Without a file, it starts from the beginning.
        assert_eq!(load(&path, &plan).unwrap(), State::new(&plan));
        let mut state = State::new(&plan);
        state.current["x"] = 5.into();
        save(&path, &plan, &state).unwrap();
        assert_eq!(load(&path, &plan).unwrap(), state);
        let other = Plan {
            games: 22,
            ..plan.clone()
        };
        let error = load(&path, &other).unwrap_err().to_string();
        assert!(
            error.contains("another `games` (20 there, 22 here)"),
            "{error}"
        );
        // Another confirmation may follow, until there is something of it.
        let mut other = plan.clone();
        other.confirmation.max_games = 100;
        assert_eq!(load(&path, &other).unwrap(), state);
        state.confirmed.push([1; 5]);
        save(&path, &plan, &state).unwrap();
        let error = load(&path, &other).unwrap_err().to_string();
        assert!(error.contains("another `confirmation`"), "{error}");
        // Of more rivals than were planned.
        assert!(load(&path, &plan).is_err());
        // One of an older version.
        state.confirmed.clear();
        save(&path, &plan, &state).unwrap();
        let mut old: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert!(old["state"].get("confirmed").is_none());
        let old_plan = old["plan"].as_object_mut().unwrap();
        old_plan.remove("confirmation").unwrap();
        fs::write(&path, old.to_string()).unwrap();
        assert_eq!(load(&path, &other).unwrap(), state);
        fs::write(&path, "{}").unwrap();
        assert!(
            load(&path, &plan)
                .unwrap_err()
                .to_string()
                .contains("is not a tuning checkpoint")
        );
    }
}
