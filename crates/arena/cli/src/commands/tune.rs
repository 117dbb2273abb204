//! `arena tune`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::texts::{counted, tr};
use arena_common::{Cancelled, whole_file};
use clap::Args;
use contest::Contest;
use contest::progress::Progress;
use contest::tune::anneal::{Plan, State};
use contest::tune::confirm::confirm;
use contest::tune::games::{player, refusal};
use contest::tune::params::{differences, text, varied};
use contest::tune::{Tuning, load};
use journal::hypotheses::Hypotheses;
use journal::schedule::{step_seed, whole_pairs};
use players::player::{Program, Spec};
use players::workspace::{self, Bot};
use referee::conduct::Mode;
use serde_json::Value;
use statistics::sprt::Decision;
use statistics::sprt::Expected;
use statistics::table::{Cell, Column, Table};

use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Arguments of `arena tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub struct TuneArgs {
    /// A workspace bot with a parameter file
    pub bot: String,
    /// Initial parameters [default: bots/BOT/params.json]
    #[arg(help_heading = "Search", long, value_name = "FILE")]
    pub params: Option<PathBuf>,
    /// Vary this number, or all below this name; may be repeated [default: all]
    #[arg(help_heading = "Search", long, value_name = "NAME")]
    pub vary: Vec<String>,
    /// Number of steps
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub steps: u32,
    /// Games per step, rounded up to pairs
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// Size of a change in the first step, as a fraction of the initial value
    #[arg(help_heading = "Search", long, value_name = "X", default_value_t = 0.5)]
    pub spread: f64,
    /// Nodes per turn
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Rounds of a half of SnakeGo [default: 512]
    #[arg(help_heading = "Search", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub max_round: Option<u16>,
    /// Seed of everything random
    #[arg(help_heading = "Search", long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; does not affect the result [default: cores - 1, at least 1]
    #[arg(help_heading = "Search", long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Confirm against this bot or cmd:COMMAND; may be repeated
    #[arg(help_heading = "Confirmation", long, value_name = "PLAYER")]
    pub against: Vec<String>,
    /// H1: this many Elo better than before (H0: 0)
    #[arg(
        help_heading = "Confirmation",
        long,
        value_name = "ELO",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    pub elo1: f64,
    /// Stop undecided after N games
    #[arg(help_heading = "Confirmation", long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: u32,
    /// Write the parameters to FILE [default: BOT-tuned.json]
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing FILE, even if it is the bot's own file, and discard a checkpoint
    #[arg(help_heading = "Files", long)]
    pub force: bool,
    /// Resume from the checkpoint, or start if there is none
    #[arg(help_heading = "Files", long, conflicts_with = "force")]
    pub resume: bool,
}

const HELP: &str = "\
Simulated annealing over self-play at a node budget, followed by a sequential
test against opponents that were not used for tuning. The bot's own file is not
changed. See `arena help tuning`.

Exit status: 0 if tuned and, if requested, confirmed; 10 if a confirmation
accepted H0, 11 if one was undecided; 130 after Ctrl-C.

Examples:
  arena tune nogo-switcher --vary eye --steps 5 --nodes 100
  arena tune tetris2-dellacherie --steps 5 \\
    --params bots/tetris2-dellacherie/textbook.json
  arena tune nogo-rave --steps 5 --nodes 100 --out rave.json";

/// Tunes a bot.
///
/// # Errors
/// If an argument is invalid, a file is in the way or cannot be written, or a game has no result.
pub fn run(args: &TuneArgs, catalog: &Catalog) -> Result<ExitCode> {
    let hypotheses = Hypotheses::new(0.0, args.elo1, 0.05, 0.05)?;
    ensure!(
        args.spread > 0.0 && args.spread <= 10.0,
        "--spread {}: give a number above 0 and up to 10, such as 0.5",
        args.spread
    );
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, &args.bot)?;
    let plan = plan(bot, args)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| format!("{}-tuned.json", bot.name).into());
    let checkpoint = out.with_added_extension("checkpoint");
    let stopped = checkpoint.exists();
    // A run that was stopped may have written its result.
    if !(args.resume && stopped) {
        whole_file::free(&out, args.force)?;
    }
    ensure!(
        args.resume || args.force || !stopped,
        "{} is from a run that was stopped; resume it with --resume, or start again by --force",
        checkpoint.display()
    );
    let mut state = if args.resume {
        load(&checkpoint, &plan)?
    } else {
        State::new(&plan)
    };

    let mut specs = Spec::all(&[&bot.name, &bot.name])?;
    specs.extend(Spec::all(&args.against)?);
    let base = conditions::contest(&catalog.games, &specs, &conditions(args), 2, false)?;
    // All play as the bot does with itself.
    let base = Contest {
        own_openings: false,
        ..base
    };
    let Program::Bot { path, .. } = &base.players[0].program else {
        bail!("`{}` is not a bot of the workspace", bot.name)
    };
    let folder = tempfile::tempdir().context("no folder for temporary files")?;
    let tuning = Tuning {
        program: path.clone(),
        folder: folder.path().to_owned(),
        base: base.clone(),
    };
    let start = tuning.write("start.json", &plan.start)?;
    cancel_on_ctrl_c(base.rules.cancel.clone())?;
    if let Some(why) = refusal(&tuning.program, &start, &base.rules.cancel)? {
        bail!("the bot refuses the parameters to start from: {why}");
    }

    let result = anneal_and_confirm(
        args,
        &tuning,
        &plan,
        &mut state,
        &checkpoint,
        &out,
        hypotheses,
    );
    match result {
        Err(error) if error.is::<Cancelled>() => {
            notice!(
                "stopped after {} of {}; --resume goes on",
                state.trials.len(),
                counted(plan.steps, "step", "steps")
            );
            Ok(ExitCode::from(exit::CANCELLED))
        }
        other => other,
    }
}

/// The part that takes time.
#[allow(clippy::too_many_arguments, reason = "the whole of a run, called once")]
fn anneal_and_confirm(
    args: &TuneArgs,
    tuning: &Tuning,
    plan: &Plan,
    state: &mut State,
    checkpoint: &Path,
    out: &Path,
    hypotheses: Hypotheses,
) -> Result<ExitCode> {
    let progress = Progress::new(plan.steps * plan.games, 0, false);
    tuning.anneal(plan, state, checkpoint, &mut |state| {
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

    let has_modes = tuning.base.host.has_modes();
    let mut code = 0;
    for (number, name) in args.against.iter().enumerate() {
        let [tuned, before] = [("tuned.json", &state.current), ("start.json", &plan.start)]
            .map(|(name, params)| tuning.write(name, params));
        let ours = |file: PathBuf| player(&tuning.program, &file, has_modes);
        // Behind the bot, which is there twice.
        let rival = tuning.base.players[2 + number].clone();
        let contest = Contest {
            players: vec![ours(tuned?), ours(before?), rival],
            seed: step_seed(!plan.seed, plan.steps + number as u32),
            ..tuning.base.clone()
        };
        let progress = Progress::new(args.max_games, 0, false);
        let test = confirm(&contest, hypotheses, args.max_games, &mut |games, test| {
            progress.tell(games.into(), test.expected(), |_| {
                said!("against {name}{}", test.note())
            });
        })?;
        progress.finish();
        let sides = said!("A tuned, B as before, both against {name}");
        say(format!("\n{sides}\n{test}"))?;
        code = match test.decision() {
            Some(Decision::H1) => code,
            Some(Decision::H0) => exit::REJECTED,
            None => code.max(exit::UNDECIDED),
        };
    }
    if args.against.is_empty() {
        say(tr(
            "not confirmed: name an opponent that was not in the tuning with --against",
        ))?;
    }
    fs::remove_file(checkpoint).with_context(|| msg!("cannot remove {}", checkpoint.display()))?;
    Ok(ExitCode::from(code))
}

fn plan(bot: &Bot, args: &TuneArgs) -> Result<Plan> {
    let file = args
        .params
        .clone()
        .unwrap_or_else(|| bot.folder.join("params.json"));
    ensure!(
        args.params.is_some() || file.exists(),
        "{} has no params.json; name the parameters to start from with --params FILE",
        bot.name
    );
    let start =
        fs::read_to_string(&file).with_context(|| msg!("cannot read {}", file.display()))?;
    let start: Value =
        serde_json::from_str(&start).with_context(|| msg!("{} is not JSON", file.display()))?;
    Ok(Plan {
        bot: bot.name.clone(),
        varied: varied(&start, &args.vary)?,
        start,
        steps: args.steps,
        games: whole_pairs(args.games),
        nodes: args.nodes,
        seed: args.seed,
        spread: args.spread,
        max_round: args.max_round,
    })
}

fn conditions(args: &TuneArgs) -> Conditions {
    Conditions {
        // The same moves as restarted, without the start of a process in every turn.
        mode: Some(Mode::KeepRunning),
        nodes: Some(args.nodes),
        max_round: args.max_round,
        jobs: args.jobs,
        // Without a clock nobody takes anybody's time.
        force: true,
        ..Conditions::default()
    }
}

/// What became of the numbers, and how.
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
