//! A step on several machines. Each plays its shard of the games and leaves the scores in a file of its own, beside that
//! of the result; who joins them has all scores of the step, as if it had played the games itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::{at_most, whole_file};
use journal::fixture::Shard;
use serde::{Deserialize, Serialize};

use super::anneal::Plan;
use super::games::Round;

/// The games that one machine has played of one step.
#[derive(Serialize, Deserialize)]
struct Unit {
    plan: Plan,
    step: u32,
    shard: Shard,
    /// Player, number of the game and score of the player.
    scores: Vec<(usize, u32, f64)>,
}

/// The file of this shard of a step, beside `out`.
pub fn path(out: &Path, step: u32, shard: Shard) -> PathBuf {
    let Shard { index, count } = shard;
    out.with_added_extension(format!("step-{step}.shard-{index}-of-{count}"))
}

/// Plays the games of this shard and writes its file.
///
/// # Errors
/// If a game has no result, or the file cannot be written.
pub fn play(out: &Path, plan: &Plan, step: u32, shard: Shard, round: &Round) -> Result<()> {
    let mut games = round.games.clone();
    games.retain(|game| Shard::in_turn(0, game.id / 2, shard.count) == shard);
    let played = games.iter().map(|game| (game.a, game.id));
    let scores = played.zip(round.play(games.clone())?);
    let unit = Unit {
        plan: plan.clone(),
        step,
        shard,
        scores: scores.map(|((a, id), score)| (a, id, score)).collect(),
    };
    let path = path(out, step, shard);
    let text = serde_json::to_string(&unit).context("cannot encode the scores")?;
    whole_file::write(&path, text).with_context(|| msg!("cannot write {}", path.display()))
}

/// Returns true if this shard of a step was played.
///
/// # Errors
/// If its file cannot be read or is of something else.
pub fn is_there(out: &Path, plan: &Plan, step: u32, shard: Shard) -> Result<bool> {
    Ok(read(out, plan, step, shard)?.is_some())
}

fn read(out: &Path, plan: &Plan, step: u32, shard: Shard) -> Result<Option<Unit>> {
    let path = path(out, step, shard);
    let text = match at_most::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| msg!("cannot read {}", path.display()))?,
    };
    let unit: Unit = serde_json::from_str(&text).with_context(|| damaged(&path))?;
    plan.expect(&path, &unit.plan, step >= plan.steps)?;
    require!(
        (unit.step, unit.shard) == (step, shard),
        "{} is of step {}, shard {}/{}, and not what its name says; remove it and play that shard again",
        path.display(),
        unit.step,
        unit.shard.index,
        unit.shard.count
    );
    Ok(Some(unit))
}

fn damaged(path: &Path) -> String {
    said!(
        "{} is damaged; remove it and play that shard again",
        path.display()
    )
}

/// Into how many shards the step was cut, and which of them are there: of several such numbers the one that lacks least.
///
/// # Errors
/// If the folder cannot be read.
pub fn found(out: &Path, step: u32) -> Result<Option<(u32, BTreeSet<u32>)>> {
    let mut found = BTreeMap::<u32, BTreeSet<u32>>::new();
    for (_, shard) in all(out)?.into_iter().filter(|(of, _)| *of == step) {
        found.entry(shard.count).or_default().insert(shard.index);
    }
    let missing = |(count, there): &(u32, BTreeSet<u32>)| *count as usize - there.len();
    Ok(found.into_iter().min_by_key(missing))
}

/// The scores of all games of the step, from the files of so many shards.
///
/// # Errors
/// If one is not there, is damaged or of something else.
pub fn scores(out: &Path, plan: &Plan, step: u32, count: u32, round: &Round) -> Result<Vec<f64>> {
    let mut units = Vec::new();
    for index in 1..=count {
        let shard = Shard { index, count };
        let path = path(out, step, shard);
        let unit = read(out, plan, step, shard)?;
        let unit = unit.with_context(|| msg!("cannot read {}", path.display()))?;
        units.push((path, unit.scores.into_iter()));
    }
    let mut all = Vec::new();
    for game in &round.games {
        let (path, scores) = &mut units[(game.id / 2 % count) as usize];
        let next = scores.next().filter(|&(a, id, score)| {
            (a, id) == (game.a, game.id) && [0.0, 0.5, 1.0].contains(&score)
        });
        all.push(next.with_context(|| damaged(path))?.2);
    }
    Ok(all)
}

/// Removes the files of all steps before this one.
///
/// # Errors
/// If that fails.
pub fn remove(out: &Path, before: u32) -> Result<()> {
    for (step, shard) in all(out)?.into_iter().filter(|(step, _)| *step < before) {
        let path = path(out, step, shard);
        fs::remove_file(&path).with_context(|| msg!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// All files of steps beside `out`.
fn all(out: &Path) -> Result<Vec<(u32, Shard)>> {
    let folder = match out.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let cannot = || msg!("cannot read {}", folder.display());
    let stem = format!("{}.step-", out.file_name().unwrap_or_default().display());
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let name = entry.with_context(cannot)?.file_name();
        let parts = name.to_str().and_then(|name| name.strip_prefix(&stem));
        if let Some((step, shard)) = parts.and_then(|parts| parts.split_once(".shard-"))
            && let (Ok(step), Ok(shard)) = (step.parse(), shard.replace("-of-", "/").parse())
        {
            all.push((step, shard));
        }
    }
    Ok(all)
}
