//! `arena replay`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::foreign;
use arena_common::screen::say;
use arena_common::texts::counted;
use arena_common::whole_file::{self, WholeFile, is_same_file};
use clap::Args;
use gameplay::Games;
use journal::reader::Placed;
use viewer::page::is_page;
use viewer::source;
use viewer::writer::PageWriter;

/// The number of omitted games that are named on the terminal.
const WARNINGS: usize = 10;

/// Arguments of `arena replay`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ReplayArgs {
    /// A log of a match or a league
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Write the page to FILE; an existing page is replaced [default: LOG with .html]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace FILE even if it is not a page
    #[arg(long)]
    pub force: bool,
    /// Only the games with these `id`s
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub game: Vec<u32>,
}

const HELP: &str = "\
Games:
  {games}

A single self-contained file, in English and Chinese: board, debug text and
move times of both bots. For its keys see `arena help page`.

Examples:
  arena match nogo-greedy nogo-random --games 4 --log four.jsonl
  arena replay four.jsonl
  arena replay four.jsonl --game 0 3 --out two.html";

/// Writes the page for a log.
///
/// # Errors
/// If the log cannot be read or shown, a game is not in it, or the page cannot be written.
pub fn run(args: &ReplayArgs, games: &Games) -> Result<ExitCode> {
    let log = args.log.display();
    let mut source = source::open(&args.log)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.log.with_extension("html"));
    require!(
        !is_same_file(&out, &args.log),
        "the page would replace the log {log}; name another file with --out"
    );
    whole_file::free(&out, args.force || is_page(&out))?;
    let cannot_replay = || msg!("cannot replay {log}");
    let cannot_write = || {
        let out = out.display();
        msg!("cannot write {out}; name another file with --out")
    };
    let file = WholeFile::create(&out).with_context(cannot_write)?;
    let mut page = PageWriter::new(file, games, source.header()).with_context(cannot_replay)?;
    let mut missing: BTreeSet<u32> = args.game.iter().copied().collect();
    let mut games: usize = 0;
    while let Some(game) = source.next_line().with_context(cannot_replay)? {
        match game {
            Err(bad) => page.leave_out(foreign::error(&bad)),
            Ok(Placed { game: record, .. }) => {
                games += 1;
                missing.remove(&record.called());
                page.count(&record);
                if args.game.is_empty() || args.game.contains(&record.called()) {
                    page.add(&record).with_context(cannot_write)?;
                }
            }
        }
    }
    if let Some(cut) = source.cut() {
        notice!("warning: {log}: {cut}");
    }
    if let Some(id) = missing.first() {
        fail!(
            "cannot replay {log}: game {id} is not in it; it has {}, and --game takes their `id`",
            counted(games, "game", "games")
        );
    }
    page.check().with_context(cannot_replay)?;
    let page = page.finish().with_context(cannot_write)?;
    for bad in page.bad.iter().take(WARNINGS) {
        notice!("warning: {log}: {bad}; left out");
    }
    if let Some(more @ 1..) = page.bad.len().checked_sub(WARNINGS) {
        let games = counted(more, "more game", "more games");
        notice!("warning: {log}: {games} left out; the page names them all");
    }
    page.output.finish().with_context(cannot_write)?;
    say(format!(
        "{}: {}, {} KB",
        out.display(),
        counted(page.games, "game", "games"),
        page.bytes.div_ceil(1000)
    ))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::{Value, json};

    use super::*;

    fn header() -> String {
        let header = json!({
            "format": "arena-games", "version": 1, "game": "nogo", "judge": null, "mode": "restart", "simple_io": false,
            "time_ms": 1000, "first_turn_factor": 2, "memory_mb": 256, "output_bytes": 1 << 20, "nodes": null,
            "seed": 1, "opening_plies": 2, "games": 3, "players": ["a", "b"],
        });
        format!("{header}\n")
    }

    fn game(id: u32) -> String {
        let seats = if id.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let game = json!({
            "a": 0, "b": 1, "id": id, "pair": id / 2, "seats": seats, "bot_seeds": [5, 6], "init": null, "opening": 0,
            "moves": [[4, 4], [0, 8]], "replies": [],
            "result": {"scores": [1, 0], "turns": 2, "winner": 0, "err": null}, "wall_ms": 1.0,
        });
        format!("{game}\n")
    }

    /// The data of a page, as its scripts read it.
    fn data_of(page: &str) -> Value {
        let (_, rest) = page
            .split_once("<script type=\"application/json\" id=\"data\">")
            .unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        serde_json::from_str(data).unwrap()
    }

    #[test]
    fn the_command_writes_a_page_and_names_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let mut text = Vec::new();
        text.extend(header().as_bytes());
        for id in 0..3 {
            text.extend(game(id).as_bytes());
        }
        fs::write(&path, &text).unwrap();
        let args = |game: &[u32]| ReplayArgs {
            log: path.clone(),
            out: None,
            force: false,
            game: game.to_vec(),
        };
        run(&args(&[2, 0]), &gameplay::games::standard()).unwrap();
        let page = fs::read_to_string(folder.path().join("games.html")).unwrap();
        let games = data_of(&page)["games"].take();
        let ids: Vec<u64> = games
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_u64().unwrap())
            .collect();
        assert_eq!(ids, [0, 2]);

        let said = |args: &ReplayArgs| {
            format!("{:#}", run(args, &gameplay::games::standard()).unwrap_err())
        };
        let error = said(&args(&[5]));
        assert!(
            error.contains("games.jsonl") && error.contains("game 5 is not in it; it has 3 games"),
            "{error}"
        );
        let over = ReplayArgs {
            out: Some(path.clone()),
            ..args(&[])
        };
        assert!(said(&over).contains("would replace the log"));
        let notes = folder.path().join("notes.txt");
        fs::write(&notes, "notes").unwrap();
        let other = ReplayArgs {
            out: Some(notes.clone()),
            ..args(&[])
        };
        assert!(said(&other).contains("notes.txt exists already"));
        let force = ReplayArgs {
            force: true,
            ..other
        };
        run(&force, &gameplay::games::standard()).unwrap();
        // A page is replaced by the next one.
        run(
            &ReplayArgs {
                force: false,
                ..force
            },
            &gameplay::games::standard(),
        )
        .unwrap();
        let none = ReplayArgs {
            log: folder.path().join("none"),
            ..args(&[])
        };
        assert!(said(&none).contains("arena match --log"));
        for (text, want) in [
            ("", "line 1"),
            ("{}\n", "not a games file"),
            ("hello\n{}\n", "line 1"),
            (
                "{\"format\":\"arena-league\",\"version\":9}\n",
                "arena-league version 9",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let error = said(&args(&[]));
            assert!(
                error.contains("games.jsonl") && error.contains("arena match --log"),
                "{error}"
            );
            assert!(error.contains(want), "{error}");
        }
        fs::write(&path, header()).unwrap();
        assert!(said(&args(&[])).contains("no finished game"));
    }
}
