//! `arena tune`.

mod args;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::texts::{counted, tr};
use arena_common::{Cancelled, whole_file};
use contest::Contest;
use contest::progress::Progress;
use contest::tune::anneal::{Plan, Stage, State};
use contest::tune::confirm::Confirmation;
use contest::tune::games::refusal;
use contest::tune::params::{differences, text};
use contest::tune::{Tuning, advance, load, units};
use gameplay::Games;
use journal::fixture::Shard;
use journal::session::try_packed;
use players::player::{Program, Spec};
use players::workspace;
use statistics::sprt::Decision;
use statistics::sprt::Expected;
use statistics::table::{Cell, Column, Table};

pub use args::TuneArgs;

use crate::conditions;
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// The number of missing files of a step that are named.
const NAMED: usize = 10;

/// Tunes a bot.
///
/// # Errors
/// If an argument is invalid, a file is in the way or cannot be written, or a game has no result.
pub fn run(args: &TuneArgs, games: &Games) -> Result<ExitCode> {
    require!(
        args.spread > 0.0 && args.spread <= 10.0,
        "--spread {}: give a number above 0 and up to 10, such as 0.5",
        args.spread
    );
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, &args.bot)?;
    let plan = args.plan(bot)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| format!("{}-tuned.json", bot.name).into());
    let checkpoint = out.with_added_extension("checkpoint");
    let stopped = checkpoint.exists();
    let resume = args.resume || args.join || args.shard.is_some();
    // A run that was stopped may have written its result.
    if !(resume && stopped) {
        whole_file::free(&out, args.force)?;
    }
    require!(
        resume || args.force || !stopped,
        "{} is from a run that was stopped; resume it with --resume, or start again by --force",
        checkpoint.display()
    );
    let mut state = if resume {
        load(&checkpoint, &plan)?
    } else {
        State::new(&plan)
    };
    if let Some(code) = nothing_to_do(args, &plan, &state, &out)? {
        return Ok(code);
    }

    let mut specs = Spec::all(&[&bot.name, &bot.name])?;
    specs.extend(Spec::all(&args.against)?);
    let base = conditions::contest(games, &specs, &args.conditions(), 2, false)?;
    // All play as the bot does with itself.
    let base = Contest {
        own_openings: false,
        ..base
    };
    let Program::Bot { path, .. } = &base.players[0].program else {
        fail!("`{}` is not a bot of the workspace", bot.name)
    };
    let folder = tempfile::tempdir().context("no folder for temporary files")?;
    let tuning = Tuning {
        program: path.clone(),
        folder: folder.path().to_owned(),
        base: base.clone(),
    };
    let start = tuning.write("start.json", &plan.start)?;
    cancel_on_ctrl_c(base.rules.cancel.clone())?;
    try_packed(&base.players, &base.rules.cancel)?;
    if let Some(why) = refusal(&tuning.program, &start, &base.rules.cancel)? {
        fail!("the bot refuses the parameters to start from: {why}");
    }

    match play(args, &tuning, &plan, &mut state, &checkpoint, &out) {
        Err(error) if error.is::<Cancelled>() => {
            if args.join || args.shard.is_some() {
                notice!("stopped; the same command goes on");
            } else {
                notice!(
                    "stopped after {} of {}; --resume goes on",
                    state.trials.len(),
                    counted(plan.steps, "step", "steps")
                );
            }
            Ok(ExitCode::from(exit::CANCELLED))
        }
        other => other,
    }
}

/// Handles the cases that need no build: a part is played already, or parts are missing.
fn nothing_to_do(
    args: &TuneArgs,
    plan: &Plan,
    state: &State,
    out: &Path,
) -> Result<Option<ExitCode>> {
    let step = state.counted();
    let ended = state.stage(plan)?.is_none();
    let code = match args.shard {
        Some(_) if ended => {
            notice!("all games are counted; --join writes the result");
            ExitCode::SUCCESS
        }
        Some(shard) if units::is_there(out, plan, step, shard)? => {
            let file = units::path(out, step, shard);
            notice!("{} is there already", file.display());
            ExitCode::SUCCESS
        }
        None if args.join && !ended && complete(out, step)?.is_none() => {
            ExitCode::from(exit::MISSING)
        }
        _ => return Ok(None),
    };
    Ok(Some(code))
}

/// Into how many parts the step was cut, if all of them are there; otherwise those missing are named.
fn complete(out: &Path, step: u32) -> Result<Option<u32>> {
    let Some((count, there)) = units::found(out, step)? else {
        notice!("missing: all parts of step {step}; play them with --shard i/n");
        return Ok(None);
    };
    let missing = (1..=count).filter(|index| !there.contains(index));
    for index in missing.take(NAMED) {
        let file = units::path(out, step, Shard { index, count });
        notice!("missing: {}", file.display());
    }
    let missing = count as usize - there.len();
    if missing > NAMED {
        notice!("missing: {} more", missing - NAMED);
    }
    Ok((missing == 0).then_some(count))
}

/// The part that takes time: a part of a step, the count of one, or all that is left.
fn play(
    args: &TuneArgs,
    tuning: &Tuning,
    plan: &Plan,
    state: &mut State,
    checkpoint: &Path,
    out: &Path,
) -> Result<ExitCode> {
    let step = state.counted();
    match (state.stage(plan)?, args.shard) {
        (Some(stage), Some(shard)) => {
            let round = tuning.round(stage, plan, state, shard.count)?;
            units::play(out, plan, step, shard, &round)?;
            notice!("written to {}", units::path(out, step, shard).display());
            return Ok(ExitCode::SUCCESS);
        }
        (Some(stage), None) if args.join => {
            let Some(count) = complete(out, step)? else {
                return Ok(ExitCode::from(exit::MISSING));
            };
            let round = tuning.round(stage, plan, state, count)?;
            let scores = units::scores(out, plan, step, count, &round)?;
            advance(plan, state, round, &scores, checkpoint)?;
            units::remove(out, state.counted())?;
            if state.stage(plan)?.is_some() {
                let (done, steps) = (state.trials.len(), counted(plan.steps, "step", "steps"));
                notice!("{done} of {steps} counted; play the next games with --shard");
                return Ok(ExitCode::from(exit::MORE));
            }
        }
        _ => {}
    }
    finish(tuning, plan, state, checkpoint, out)
}
/// Plays all that is left.
fn finish(
    tuning: &Tuning,
    plan: &Plan,
    state: &mut State,
    checkpoint: &Path,
    out: &Path,
) -> Result<ExitCode> {
    let before = state.trials.len() as u32 * plan.games;
    let games = plan.steps * plan.games;
    let progress = Progress::counting(games.into(), before.into(), tr("games"));
    tuning.run(Stage::Annealing, plan, state, checkpoint, &mut |state| {
        let score = state.trials.last().map_or(0.5, |trial| trial.score);
        let (done, accepted) = (state.trials.len() as u32, state.accepted());
        progress.tell((done * plan.games).into(), Expected::Planned, |_| {
            said!(
                "step {done}/{}, {accepted} accepted, last {:.0} %",
                plan.steps,
                100.0 * score
            )
        });
    })?;
    progress.finish();
    whole_file::write(out, text(&state.current)?)
        .with_context(|| msg!("cannot write {}", out.display()))?;
    say(summary(plan, state))?;
    say(said!("written to {}", out.display()))?;

    let Confirmation {
        against, max_games, ..
    } = &plan.confirmation;
    let mut code = 0;
    for (rival, name) in against.iter().enumerate() {
        let before = 2 * state.pairs(rival).iter().sum::<u32>();
        let progress = Progress::counting((*max_games).into(), before.into(), tr("games"));
        let stage = Stage::Against(rival);
        tuning.run(stage, plan, state, checkpoint, &mut |state| {
            let pairs = state.pairs(rival);
            if let Ok(test) = plan.confirmation.test(pairs) {
                let games = 2 * pairs.iter().sum::<u32>();
                progress.tell(games.into(), test.expected(), |_| {
                    said!("against {name}{}", test.note())
                });
            }
        })?;
        progress.finish();
        let test = plan.confirmation.test(state.pairs(rival))?;
        let sides = said!("A tuned, B as before, both against {name}");
        say(format!("\n{sides}\n{test}"))?;
        code = match test.decision() {
            Some(Decision::H1) => code,
            Some(Decision::H0) => exit::REJECTED,
            None => code.max(exit::UNDECIDED),
        };
    }
    if against.is_empty() {
        say(tr(
            "not confirmed: name an opponent that was not in the tuning with --against",
        ))?;
    }
    units::remove(out, state.counted())?;
    fs::remove_file(checkpoint).with_context(|| msg!("cannot remove {}", checkpoint.display()))?;
    Ok(ExitCode::from(code))
}

/// The summary of a run: the changed numbers, and the steps and games behind them.
fn summary(plan: &Plan, state: &State) -> String {
    let columns = [
        Column::people(tr("parameter")).left(),
        Column::people(tr("before")),
        Column::people(tr("after")),
    ];
    let mut table = Table::new("", columns);
    for line in differences(&plan.start, &state.current) {
        table.add(line.map(Cell::from).into());
    }
    let games = said!(
        "{} of {} games, {} games with itself; {} accepted",
        counted(plan.steps, "step", "steps"),
        plan.games,
        u64::from(plan.steps) * u64::from(plan.games),
        counted(state.accepted(), "step", "steps")
    );
    format!("{table}\n{games}")
}
