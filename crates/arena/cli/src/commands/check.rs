//! `arena check`.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Error, Result};
use arena_common::Message;
use arena_common::texts::tr;
use arena_common::words::alternatives;
use clap::Args;
use contest::Contest;
use gameplay::Games;
use judges_common::args::flags::TIME_MS;
use judges_common::positions::load;
use players::pack;
use players::player::{Program, Spec};
use players::workspace::{self, Bot, Judge};

use crate::check::steps::{self, PATIENCE, Step, Steps, Subject};
use crate::check::{bundle, own_tests, program};
use crate::commands::random;
use crate::conditions::{self, Conditions};
use crate::interrupt::cancel_on_ctrl_c;
use crate::positions;
use crate::tables::TableArgs;

/// Arguments of `arena check`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct CheckArgs {
    /// A bot of Botzone or Saiblo, a file or cmd:COMMAND; see `arena help players`
    pub bot: String,
    /// Game, if BOT is your own program
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Time per turn in ms, on Saiblo per half-round
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(100..=60_000))]
    pub time_ms: u64,
    /// Nodes per turn in steps without a clock
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Games of the last step, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
    /// Seed of openings, maps and bots
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Skip a step: versions, time, modes, tests, bundle, hostile, positions or games; may be repeated
    #[arg(long, value_name = "STEP", value_enum, hide_possible_values = true)]
    pub skip: Vec<Step>,
    /// How the table is printed
    #[command(flatten)]
    pub tables: TableArgs,
}

const HELP: &str = "\
Ends with \"ready to upload\" and instructions, or with the step that failed and
how to fix it.

Exit status: 0 if all steps passed, 1 if one failed.

Help topics (`arena help TOPIC`): steps, players, tables.

Examples:
  arena check nogo-greedy
  arena check nogo-greedy --skip bundle --time-ms 500 --csv
  arena check my_bot.cpp --game nogo
  arena check my=my_bot.py,time-ms=3000 --game nogo --games 2";

/// Checks a bot.
///
/// # Errors
/// The step that failed, why, and what to do; or an argument that is invalid.
pub fn run(args: &CheckArgs, games: &Games) -> Result<ExitCode> {
    args.tables.check(&[steps::table()])?;
    let spec = Spec::parse(&args.bot)?;
    if spec.is_own_program() {
        return own_program(args, games, spec);
    }
    require!(
        args.game.is_none(),
        "--game is for a program of your own, and there is no file `{}`: correct the path, or leave --game out for a bot \
         of the workspace",
        args.bot
    );
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, &args.bot)?;
    require!(
        bot.judge != Judge::None,
        "`{}` talks to no judge, so there is nothing to upload; name a bot of Botzone or Saiblo (see `arena list`)",
        bot.name
    );
    require!(
        pack::here()?.is_none()
            || [Step::Tests, Step::Bundle]
                .iter()
                .all(|step| args.skip.contains(step)),
        "this arena has built bots and no sources of them to test and bundle: add --skip tests --skip bundle, or clone the \
         repository"
    );
    let rival = workspace::template(&bots, &bot.game)?;
    let mut steps = Steps::new(steps::OF_BOT, &args.bot, &args.skip, &args.tables);
    let done = all_steps(&mut steps, games, args, bot, rival);
    steps.print()?;
    passed(args, &done?)
}

/// Says that all steps have passed that were tried.
fn passed(args: &CheckArgs, upload: &str) -> Result<ExitCode> {
    if args.skip.is_empty() {
        args.tables.remark(said!("ready to upload: {upload}"))?;
    } else {
        args.tables.remark(tr(
            "passed what was tried; before an upload run it without --skip",
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The steps of a bot of the workspace. Returns what the bundler says.
fn all_steps(
    steps: &mut Steps<'_>,
    games: &Games,
    args: &CheckArgs,
    bot: &Bot,
    rival: &Bot,
) -> Result<String> {
    let mut built = None;
    steps.first(tr("builds"), || {
        let specs = Spec::all(&[&bot.name, &rival.name])?;
        built = Some(contest(games, &specs, args)?);
        Ok(Message::default())
    })?;
    let contest = built.context("nothing was built")?;
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    let cancel = &contest.rules.cancel;
    steps.others(Subject {
        contest: &contest,
        nodes: args.nodes,
        tests: &mut || own_tests::pass(bot, cancel),
        bundle: &mut || bundle::bundle(bot, cancel),
        positions: &mut || kept_positions(bot, &contest, args),
    })
}

/// The bot as A against the template as B at the real limit, one game at a time.
fn contest(games: &Games, specs: &[Spec], args: &CheckArgs) -> Result<Contest> {
    let conditions = Conditions {
        game: args.game.clone(),
        time_ms: Some(args.time_ms),
        seed: args.seed,
        // Another game would take time from this one.
        jobs: Some(1),
        ..Conditions::default()
    };
    conditions::of_two(games, specs, &conditions, args.games, false)
}

/// Checks a program of somebody else: no bundle, no node budget, no positions.
fn own_program(args: &CheckArgs, games: &Games, spec: Spec) -> Result<ExitCode> {
    let name = args.game.as_deref().with_context(|| {
        let names = alternatives(&games.names());
        msg!("name the game of `{}`: --game {names}", args.bot)
    })?;
    let game = games.find(name)?;
    // Outside of the workspace there is no template to play against.
    let bots = workspace::bots().unwrap_or_default();
    let rival = match workspace::template(&bots, name) {
        Ok(template) => template.name.clone(),
        Err(_) => random::player(game)?,
    };
    let specs = [spec, Spec::parse(&rival)?];
    let mut steps = Steps::new(steps::OF_PROGRAM, &args.bot, &args.skip, &args.tables);
    let done = program_steps(&mut steps, games, args, &specs);
    steps.print()?;
    passed(args, &program::upload(&done?, &specs[0])?)
}

/// The steps of a program of somebody else. Returns its contest with the template.
fn program_steps(
    steps: &mut Steps<'_>,
    games: &Games,
    args: &CheckArgs,
    specs: &[Spec; 2],
) -> Result<Contest> {
    let mut built = None;
    let title = tr("builds as the site builds, and speaks its protocol");
    steps.first(title, || {
        let game = args.game.as_deref().unwrap_or_default();
        program::ensure_taken(games.find(game)?, &specs[0])?;
        let contest = contest(games, specs, args)?;
        let compared = match args.skip.contains(&Step::Versions) {
            true => Some(msg!("not compared with the site's version of the language")),
            false => program::compared(&contest, &specs[0])?,
        };
        let said = program::built(&contest, &specs[0], compared)?;
        built = Some(contest);
        Ok(said)
    })?;
    let contest = built.context("nothing was built")?;
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    steps.of_contest(&contest)?;
    Ok(contest)
}

fn kept_positions(bot: &Bot, contest: &Contest, args: &CheckArgs) -> Result<Message> {
    let kept = load(&bot.folder).map_err(Error::msg)?;
    if kept.is_empty() {
        return Ok(msg!("none are kept"));
    }
    let Program::Bot { path, .. } = &contest.players[0].program else {
        return Ok(Message::default());
    };
    let flags = [TIME_MS.to_owned(), args.time_ms.to_string()];
    let patience = Duration::from_millis(args.time_ms) * 2 + PATIENCE;
    let cancel = &contest.rules.cancel;
    let unread = &mut io::sink();
    let missed = positions::ask_all(path, &kept, &flags, patience, cancel, unread)?;
    let (hits, all) = (kept.len() - missed.len(), kept.len());
    // A position may ask more than the bot can do yet, so a miss is reported and no failure.
    Ok(match missed[..] {
        [] => msg!("hit {hits} of {hits}"),
        _ => msg!(
            "hit {hits} of {all}; `arena positions {}` shows what it thought\nmissed: {}",
            bot.name,
            missed.join(" ")
        ),
    })
}
