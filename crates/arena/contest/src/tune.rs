//! Better parameters for a bot, by simulated annealing over games with itself, confirmed against others.
//!
//! [`anneal`] is the method, [`params`] what it changes, [`games`] how it is scored, [`confirm`] the end. After every
//! step everything is on disk, and a run that goes on from there ends as one that was never stopped.

pub mod anneal;
pub mod confirm;
pub mod games;
pub mod params;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::whole_file;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Contest;
use anneal::{Plan, State};
use journal::fixture::Fixture;
use journal::schedule::step_seed;
use players::player::Player;

/// What a tuning plays with.
#[derive(Debug)]
pub struct Tuning {
    /// The conditions; the players are set for every step.
    pub base: Contest,
    /// The bot.
    pub program: PathBuf,
    /// For parameter files.
    pub folder: PathBuf,
}

/// What is on disk between two steps.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    plan: Plan,
    state: State,
}

impl Tuning {
    /// Goes through the steps that are left. After each, `state` is in the file `checkpoint`, then `tell` hears of it.
    ///
    /// # Errors
    /// If a game has no result or the file cannot be written.
    pub fn anneal(
        &self,
        plan: &Plan,
        state: &mut State,
        checkpoint: &Path,
        tell: &mut dyn FnMut(&State),
    ) -> Result<()> {
        while let Some(step) = state.next_step(plan) {
            let mut allowed = |new: &Value| {
                let file = self.write("new.json", new)?;
                Ok(games::refusal(&self.program, &file, &self.base.rules.cancel)?.is_none())
            };
            let mut score = |new: &Value, old: &Value| self.score(plan, step, new, old);
            state.advance(plan, step, &mut allowed, &mut score)?;
            save(checkpoint, plan, state)?;
            tell(state);
        }
        Ok(())
    }

    /// Score of new parameters against old ones in the games of this step.
    fn score(&self, plan: &Plan, step: u32, new: &Value, old: &Value) -> Result<f64> {
        let player = |name: &str, params: &Value| -> Result<Player> {
            let file = self.write(name, params)?;
            Ok(games::player(
                &self.program,
                &file,
                self.base.host.has_modes(),
            ))
        };
        let contest = Contest {
            players: vec![player("new.json", new)?, player("old.json", old)?],
            // Not that of the step's random numbers: steps and games shall have nothing in common.
            seed: step_seed(!plan.seed, step),
            ..self.base.clone()
        };
        let all = (0..plan.games).map(|id| Fixture { a: 0, b: 1, id });
        let records = games::play(&contest, all.collect())?;
        Ok(records.iter().map(|game| game.score()).sum::<f64>() / f64::from(plan.games))
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
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::new(plan)),
        text => text.with_context(|| msg!("cannot read the checkpoint {}", path.display()))?,
    };
    let checkpoint: Checkpoint = serde_json::from_str(&text)
        .with_context(|| msg!("{} is not a tuning checkpoint", path.display()))?;
    let [old, new] = [&checkpoint.plan, plan].map(serde_json::to_value);
    let (old, new) = (old.context("no plan")?, new.context("no plan")?);
    if let (Value::Object(old), Value::Object(new)) = (old, new)
        && let Some(key) = new.keys().find(|key| old.get(*key) != new.get(*key))
    {
        bail!(
            "{} is from a tuning with another `{key}` ({} there, {} here); give the same arguments, or start \
             again by --force",
            path.display(),
            old.get(key).unwrap_or(&Value::Null),
            new[key]
        );
    }
    ensure!(
        checkpoint.state.trials.len() <= plan.steps as usize,
        "{} has more steps than were planned",
        path.display()
    );
    Ok(checkpoint.state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_of_its_plan() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json.checkpoint");
        let plan = anneal::tests::plan();
        // Where nothing is yet, it starts.
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
        fs::write(&path, "{}").unwrap();
        assert!(
            load(&path, &plan)
                .unwrap_err()
                .to_string()
                .contains("is not a tuning checkpoint")
        );
    }
}
