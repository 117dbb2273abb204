//! `arena replay`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::source::Source;
use super::writer::PageWriter;
use crate::screen::say;
use crate::whole_file::WholeFile;
use crate::words::counted;

/// How many games that are left out are named on the terminal.
const WARNINGS: usize = 10;

/// Arguments of `arena replay`.
#[derive(Debug, Args)]
#[command(after_help = REPLAY_HELP)]
pub struct ReplayArgs {
    /// A match log, as `arena match --log` writes it, or a league's file
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Write the page to FILE [default: LOG with the ending .html]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show these games only, by their `id` in the log; of a league those of every match
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

A game that does not follow the arena's rules is shown up to there, and a game
that cannot be read is named and left out.

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
    let mut source = Source::open(&args.log)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.log.with_extension("html"));
    ensure!(
        !same(&out, &args.log),
        "the page would replace the log {log}; name another file with --out"
    );
    let cannot_replay = || format!("cannot replay {log}");
    let cannot_write = || {
        let out = out.display();
        format!("cannot write {out}; name another file with --out")
    };
    let file = WholeFile::create(&out).with_context(cannot_write)?;
    let mut page =
        PageWriter::new(file, source.header(), source.players()).with_context(cannot_replay)?;
    let mut missing: BTreeSet<u32> = args.game.iter().copied().collect();
    let mut games: usize = 0;
    while let Some(game) = source.next().with_context(cannot_replay)? {
        match game {
            Err(bad) => page.leave_out(bad),
            Ok((record, players)) => {
                games += 1;
                missing.remove(&record.id);
                if args.game.is_empty() || args.game.contains(&record.id) {
                    page.add(&record, players).with_context(cannot_write)?;
                }
            }
        }
    }
    if let Some(cut) = source.cut() {
        eprintln!("warning: {log}: {cut}");
    }
    if let Some(id) = missing.first() {
        bail!(
            "cannot replay {log}: game {id} is not in it; it has {}, and --game takes their `id`",
            counted(games, "game", "games")
        );
    }
    page.check().with_context(cannot_replay)?;
    let page = page.finish().with_context(cannot_write)?;
    for bad in page.bad.iter().take(WARNINGS) {
        eprintln!("warning: {log}: {bad}; left out");
    }
    if let Some(more @ 1..) = page.bad.len().checked_sub(WARNINGS) {
        let games = counted(more, "more game", "more games");
        eprintln!("warning: {log}: {games} left out; the page names them all");
    }
    page.output.finish().with_context(cannot_write)?;
    say(format!(
        "{}: {}, {} KB",
        out.display(),
        counted(page.games, "game", "games"),
        page.bytes.div_ceil(1000)
    ))
}

fn same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
