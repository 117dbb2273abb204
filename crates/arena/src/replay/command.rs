//! `arena replay`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::page;
use crate::log::{self, GameRecord};
use crate::screen::say;
use crate::whole_file;
use crate::words::counted;

/// Arguments of `arena replay`.
#[derive(Debug, Args)]
#[command(after_help = REPLAY_HELP)]
pub struct ReplayArgs {
    /// A match log, as `arena match --log` writes it
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Write the page to FILE [default: LOG with the ending .html]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show these games only, by their `id` in the log
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub game: Vec<u32>,
}

/// Help behind the arguments, in lines of at most 80 characters.
pub const REPLAY_HELP: &str = "\
Games: nogo, snake, snakego, tetris2

The page needs no server and no network: open it in a browser, send it to a
friend. Keys: arrows step, space plays, Home and End jump, Page Up and Page Down
change the game. On a touch screen tap the right or left half of the board, or
swipe.

Examples:
  arena match nogo-greedy nogo-random --games 4 --log games.jsonl
  arena replay games.jsonl
  arena replay games.jsonl --game 0 3 --out two.html";

/// Writes the page for a log.
///
/// # Errors
/// If the log cannot be read or shown, a game is not in it, or the page cannot be written.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let log = args.log.display();
    let not_a_log =
        || format!("cannot replay {log}; it must be a log as `arena match --log FILE` writes it");
    let file = File::open(&args.log)
        .with_context(|| format!("cannot open {log}; name a log of `arena match --log FILE`"))?;
    let mut reader = log::Reader::new(BufReader::new(file)).with_context(not_a_log)?;
    let games: Result<Vec<GameRecord>> = reader
        .by_ref()
        .map(|game| game.map(|(_, game)| game))
        .collect();
    let games = games.with_context(not_a_log)?;
    if let Some(cut) = reader.cut() {
        eprintln!("warning: {log}: {cut}");
    }
    let header = reader.header();
    let games = chosen(games, &args.game).with_context(|| format!("cannot replay {log}"))?;
    let page = page(header, &games).with_context(|| format!("cannot replay {log}"))?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.log.with_extension("html"));
    ensure!(
        !same(&out, &args.log),
        "the page would replace the log {log}; name another file with --out"
    );
    whole_file::write(&out, &page).with_context(|| {
        format!(
            "cannot write {}; name another file with --out",
            out.display()
        )
    })?;
    say(format!(
        "{}: {}, {} KB",
        out.display(),
        counted(games.len(), "game", "games"),
        page.len().div_ceil(1000)
    ))
}

/// The games with these ids; all if none is named.
fn chosen(games: Vec<GameRecord>, ids: &[u32]) -> Result<Vec<GameRecord>> {
    if ids.is_empty() {
        return Ok(games);
    }
    for id in ids {
        ensure!(
            games.iter().any(|game| game.id == *id),
            "game {id} is not in it; it has {}, and --game takes their `id`",
            counted(games.len(), "game", "games")
        );
    }
    Ok(games
        .into_iter()
        .filter(|game| ids.contains(&game.id))
        .collect())
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
