//! `arena analyse`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::texts::{counted, tr};
use arena_common::whole_file::is_same_file;
use arena_common::words::cut;
use arena_common::{Cancel, Stop};
use clap::Args;
use contest::analysis::{self, Analyst, Loss};
use contest::progress::Progress;
use gameplay::decisions::Decision;
use gameplay::record::Analysis;
use gameplay::{Game, Games};
use players::workspace::{self, champion};
use referee::conduct::TIME_MS;
use statistics::cells;
use statistics::table::{Cell, Column, Table};

use crate::analysed_log::{Copy, Original};
use crate::conditions::default_jobs;
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Milliseconds in which it is measured how many nodes the analyst searches.
const LONGEST_LOOK: u64 = 1000;
/// A note is printed if a turn has this many times the nodes of the analysis.
const FAR_FEWER: u64 = 10;
/// Characters of a player's name in the table.
const NAME: usize = 40;

/// Arguments of `arena analyse`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct AnalyseArgs {
    /// A log of a match or a league
    pub log: PathBuf,
    /// Bot that values the positions, or cmd:COMMAND [default: champion of the game]
    #[arg(long, value_name = "BOT")]
    pub with: Option<String>,
    /// Nodes per position: reproducible values
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Only the game with this `id`; may be repeated
    #[arg(long, value_name = "ID")]
    pub game: Vec<u32>,
    /// Write the copy to FILE [default: name of the log with .analysed.jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of turns in the table
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub worst: usize,
    /// Positions at a time [default: cores - 1, at least 1]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Start over and replace an existing FILE
    #[arg(long)]
    pub force: bool,
}

/// A turn for the table.
struct Row {
    game: u32,
    player: String,
    loss: Loss,
}

/// Analyses a log, or the rest of it.
///
/// # Errors
/// If the log or the bot cannot be used, the copy is of another analysis or cannot be written, or the bot names no value.
pub fn run(args: &AnalyseArgs, games: &Games) -> Result<ExitCode> {
    let original = Original::open(&args.log, &args.game)?;
    let game = games.find(&original.game)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.log.with_extension("analysed.jsonl"));
    require!(
        !is_same_file(&out, &args.log),
        "{} would replace the log that it is made from; name another file with --out",
        out.display()
    );
    let (name, program) = analyst(args, game)?;
    let analyst = Analyst {
        name,
        program,
        nodes: args.nodes,
        jobs: args.jobs.map_or_else(default_jobs, |jobs| jobs as usize),
    };
    let mut copy = Copy::begin(&out, &original, &analyst, args.force)?;
    if !copy.done.is_empty() {
        let games = counted(copy.done.len(), "game", "games");
        notice!("{games} of them in {} already", out.display());
    }
    let cancel = Cancel::default();
    cancel_on_ctrl_c(cancel.clone())?;
    let mut rows = Vec::new();
    let worst = args.worst;
    let analysed = analyse(game, &original, &analyst, &mut copy, &cancel, &mut |row| {
        rows.push(row);
        rows.sort_by(|a: &Row, b: &Row| b.loss.drop().total_cmp(&a.loss.drop()));
        rows.truncate(worst);
    });
    let (games, positions) = match analysed {
        Ok(counts) => counts,
        Err(Stop::Cancelled) => {
            notice!("stopped; the same command goes on where it was");
            return Ok(ExitCode::from(exit::CANCELLED));
        }
        Err(Stop::Failed(error)) => return Err(error),
    };
    require!(games > 0, "{} has no finished game", args.log.display());
    say(worst_turns(game, &rows))?;
    say(said!(
        "{}: {}, {} valued by {} with {} nodes each",
        out.display(),
        counted(games, "game", "games"),
        counted(positions, "position", "positions"),
        analyst.name,
        analyst.nodes
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The name of the analyst and the words that start it, built.
fn analyst(args: &AnalyseArgs, game: &Game) -> Result<(String, Vec<String>)> {
    if let Some(line) = args
        .with
        .as_deref()
        .and_then(|with| with.strip_prefix("cmd:"))
    {
        let words =
            shell_words::split(line).with_context(|| msg!("`cmd:{line}`: check the quotes"))?;
        return Ok((line.to_owned(), words));
    }
    let bots = workspace::bots()?;
    let bot = match &args.with {
        Some(name) => workspace::find(&bots, name).with_context(|| {
            msg!(
                "--with {name}: an analyst is a bot of the workspace, or cmd:COMMAND for a program that answers \
                 `explain POSITION --nodes N` as these do"
            )
        })?,
        None => champion(&bots, game.name)?,
    };
    workspace::ensure_plays(bot, game.name, args.log.display())?;
    let program = workspace::build_one(bot)?;
    Ok((
        bot.name.clone(),
        vec![program.to_string_lossy().into_owned()],
    ))
}

/// Says so if the analyst has far fewer nodes here than in a turn of the log's games: then it is a weaker player than
/// those it judges.
fn warn_of_nodes(original: &Original, analyst: &Analyst, positions: &[Decision], cancel: &Cancel) {
    let Some(position) = positions.get(positions.len() / 2) else {
        return;
    };
    let time_ms = original.time_ms.unwrap_or(TIME_MS);
    let ms = time_ms.min(LONGEST_LOOK);
    let measured = || {
        let nodes = analysis::nodes_in(analyst, &position.position, ms, cancel)?;
        Some(nodes.saturating_mul(time_ms) / ms.max(1))
    };
    let in_a_turn = original.nodes.or_else(measured).unwrap_or_default();
    if in_a_turn / FAR_FEWER >= analyst.nodes {
        let time = match original.nodes {
            Some(_) => "--nodes".to_owned(),
            None => format!("{time_ms} ms"),
        };
        notice!(
            "note: in a turn of these games ({time}) {} searches some {in_a_turn} nodes, here {}: its values are those of a \
             weaker player; more with --nodes N",
            analyst.name,
            analyst.nodes
        );
    }
}

/// Goes through the games; returns how many there are, and how many of their positions have a value.
fn analyse(
    game: &Game,
    original: &Original,
    analyst: &Analyst,
    copy: &mut Copy,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Row),
) -> Result<(usize, usize), Stop> {
    let done = std::mem::take(&mut copy.done);
    let mut counts = Vec::new();
    original.each(&mut |entry| {
        counts.push(analysis::count(game, &entry.record));
        Ok(())
    })?;
    let before = counts.iter().take(done.len()).sum();
    let progress = Progress::counting(counts.iter().sum(), before, tr("positions"));
    let (mut games, mut valued, mut looked) = (0, 0, false);
    let result = original.each(&mut |entry| {
        let mut record = entry.record;
        let positions = analysis::positions(game, &record)
            .with_context(|| msg!("cannot analyse {}", original.path.display()))?;
        let analysis: Analysis = match done.get(games) {
            Some(found) => found.clone(),
            None => {
                if !std::mem::replace(&mut looked, true) {
                    warn_of_nodes(original, analyst, &positions, cancel);
                }
                let found = analysis::analyse(analyst, &record, &positions, &progress, cancel)?;
                copy.add(entry.line, &found)?;
                found
            }
        };
        games += 1;
        valued += analysis.values.len();
        record.analysis = Some(analysis);
        for loss in analysis::losses(&positions, &record)? {
            let player = &entry.names[record.seats[loss.seat]];
            tell(Row {
                game: record.called(),
                player: cut(player.clone(), NAME),
                loss,
            });
        }
        Ok(())
    });
    progress.finish();
    result.map(|()| (games, valued))
}

/// The table of the turns that lost most.
fn worst_turns(game: &Game, rows: &[Row]) -> String {
    let columns = [
        Column::people(tr("game")),
        Column::people(tr("turn")),
        Column::people(tr("player")).left(),
        Column::people(tr("move")).left(),
        Column::people(tr("better")).left(),
        Column::people(tr("value before")),
        Column::people(tr("value after")),
        Column::people(tr("drop")),
    ];
    let mut table = Table::new("", columns);
    for row in rows {
        let loss = &row.loss;
        let number = |value: f64| format!("{value:+.3}");
        let word = |said: &Option<String>| said.as_deref().map(|said| game.word(said));
        table.add(cells![
            row.game,
            loss.turn,
            row.player.as_str(),
            word(&loss.played).as_deref(),
            word(&loss.better).as_deref(),
            number(loss.before),
            number(loss.after),
            Cell::Number(loss.drop(), 3),
        ]);
    }
    table.to_string()
}

const HELP: &str = "\
Writes a copy of the log with a value for every position, which the replay draws
as a curve. The log itself is not changed. See `arena help analysis`.

Examples:
  arena analyse games.jsonl --game 0 --game 3
  arena analyse snake.jsonl --with snake-open-hand --nodes 1000
  arena replay games.analysed.jsonl";
