//! `arena import`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::texts::{counted, tr};
use arena_common::{at_most, whole_file};
use clap::Args;
use contest::progress::Progress;
use gameplay::record::{Disagreement, Verdict};
use gameplay::{Game, Games};
use journal::lines;
use journal::reader::MOST_PLAYERS;
use site::import::bulk::{Bulk, Wanted, Written};
use site::import::{golden, pack, probe, read, record};
use statistics::cells;
use statistics::sprt::Expected;
use statistics::table::{Column, Table};

use crate::exit;

/// Arguments of `arena import`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ImportArgs {
    /// A log of a match from the site (JSON), or packs of logs; see `arena help botzone`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Game, if the log does not say: {botzone-games}; of packs only this game
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Of packs only matches of this bot or user (name or id)
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Write the log to FILE [default: name of the first file with .jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing FILE
    #[arg(long)]
    pub force: bool,
    /// Also keep the match as a regression test of its game
    #[arg(long, value_name = "NAME")]
    pub golden: Option<String>,
}

/// Imports a match, or packs of them.
///
/// # Errors
/// If a file cannot be used, or is not a log; the text names the entry and the cure.
pub fn run(args: &ImportArgs, games: &Games) -> Result<ExitCode> {
    let game = match &args.game {
        None => None,
        Some(name) => Some(games.find_botzone(name)?.0),
    };
    match args.files.as_slice() {
        [file] if !pack::is_pack(file)? => one(args, file, game, games),
        files => packs(args, files, game, games),
    }
}

/// Imports a match.
fn one(
    args: &ImportArgs,
    file: &Path,
    game: Option<&'static Game>,
    games: &Games,
) -> Result<ExitCode> {
    let name = file.display();
    require!(
        args.player.is_none(),
        "--player chooses matches of a pack, but {name} is one match; leave it out"
    );
    let text = File::open(file).and_then(|file| at_most::all(file, pack::MATCH));
    let text = text.with_context(|| msg!("cannot read {name}"))?;
    let site = read::read(&text, games, game).with_context(|| msg!("cannot import {name}"))?;
    let out = out_file(file, args.out.as_deref())?;
    let golden = match &args.golden {
        None => None,
        Some(name) => Some(golden::path(site.game, name)?),
    };
    whole_file::free(&out, args.force)?;
    let (header, record) = record::game(&site);
    if let Some(Disagreement { text, .. }) = &record.disagreement {
        notice!("warning: our referee does not agree with the site's: {text}");
    }
    let mut lines = Vec::new();
    lines::write(&mut lines, &header)?;
    lines::write(&mut lines, &record)?;
    whole_file::write(&out, &lines)
        .with_context(|| msg!("cannot write the log {}", out.display()))?;
    let result = &record.result;
    let scores: Vec<String> = result.scores.iter().map(ToString::to_string).collect();
    say(format!(
        "{}, {}, {}{}",
        site.game.name,
        counted(result.turns, "turn", "turns"),
        scores.join(" : "),
        if record.disagreement.is_none() {
            tr(", as our referee has it")
        } else {
            ""
        }
    ))?;
    for reply in record
        .replies
        .iter()
        .filter(|reply| reply.verdict == Verdict::Ok)
    {
        if let Some(failure) = &reply.failure {
            let name = &header.players[record.seats[reply.seat]];
            say(said!(
                "illegal move of {name} in seat {}: {failure}",
                reply.seat
            ))?;
        }
    }
    for told in probe::told(&site) {
        tell_of_machine(&told, &header.players[record.seats[told.seat]])?;
    }
    say(said!("{}: a log for `arena replay`", out.display()))?;
    if let Some(path) = golden {
        golden::write(&path, &site)?;
        say(said!(
            "{}: replayed by `cargo test -p {} --test rules golden`",
            path.display(),
            site.game.name
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what a probe has told, and what follows from it.
fn tell_of_machine(told: &probe::Told, player: &str) -> Result<()> {
    say(said!(
        "{player} is a probe; what it has told of the judge's machine:"
    ))?;
    let columns = [tr("fact"), tr("value")].map(|heading| Column::people(heading).left());
    let mut table = Table::new("", columns);
    for (name, value) in &told.facts {
        table.add(cells![name.as_str(), value.as_str()]);
    }
    say(table)?;
    if !told.missing.is_empty() {
        let numbers: Vec<String> = told.missing.iter().map(ToString::to_string).collect();
        say(said!(
            "of {} parts these are missing: {}; one part is told in each turn",
            told.of,
            numbers.join(", ")
        ))?;
    }
    say(told.advice())
}

/// Imports the matches of packs: a league for each game. Lines that are not a match are named, and do no harm.
fn packs(
    args: &ImportArgs,
    files: &[PathBuf],
    game: Option<&'static Game>,
    games: &Games,
) -> Result<ExitCode> {
    require!(
        args.golden.is_none(),
        "--golden keeps one match: import that one alone, from its own file"
    );
    let wanted = Wanted {
        games,
        game,
        player: args.player.as_deref(),
    };
    let mut total = 0;
    for file in files {
        total += pack::length(file)?;
        out_file(file, args.out.as_deref())?;
    }
    let progress = Progress::counting(total >> 20, 0, "MB");
    let mut read = 0;
    let mut bulk = Bulk::default();
    for file in files {
        pack::each_line(file, &mut |line| {
            read += line.bytes.len() as u64 + 1;
            bulk.add(&line, &wanted)?;
            let taken = |_| counted(bulk.taken, "match", "matches");
            progress.tell(read >> 20, Expected::Planned, taken);
            Ok(())
        })?;
    }
    progress.finish();
    let games = bulk.games();
    require!(
        games.len() < 2 || args.out.is_none(),
        "--out names one file, but there are matches of {}; choose one with --game, or leave --out out",
        games.join(", ")
    );
    let file_of = |game: &str| match (&args.out, games.len()) {
        (Some(out), _) => out.clone(),
        (None, 1) => files[0].with_extension("jsonl"),
        (None, _) => files[0].with_extension(format!("{game}.jsonl")),
    };
    for game in &games {
        whole_file::free(&file_of(game), args.force)?;
    }
    for game in &games {
        let out = file_of(game);
        if let Some(written) = bulk.write(game, &out)? {
            tell_of_league(game, &out, written)?;
        }
    }
    for (noted, what) in [
        (
            &bulk.bad,
            [
                "line is not a usable match",
                "lines are no matches that can be used",
            ],
        ),
        (
            &bulk.disagreements,
            [
                "match on which our referee does not agree with the site's",
                "matches on which our referee does not agree with the site's",
            ],
        ),
    ] {
        if noted.count > 0 {
            notice!(
                "warning: {}; the first:",
                counted(noted.count, what[0], what[1])
            );
            for text in &noted.first {
                eprintln!("  {text}");
            }
        }
    }
    if bulk.others > 0 {
        let others = counted(bulk.others, "match was", "matches were");
        say(said!("{others} of another game or other players"))?;
    }
    if bulk.bad.count > 0 {
        return Ok(ExitCode::from(exit::INCOMPLETE));
    }
    require!(
        !games.is_empty(),
        "there is no match to import; --game and --player must be those of the pack"
    );
    Ok(ExitCode::SUCCESS)
}

fn tell_of_league(game: &str, out: &Path, written: Written) -> Result<()> {
    let Written {
        games,
        players,
        left_out,
    } = written;
    say(said!(
        "{}: {game}, {} between {}: a league for `arena replay` and `arena merge`",
        out.display(),
        counted(games, "match", "matches"),
        counted(players, "player", "players")
    ))?;
    if left_out > 0 {
        let matches = counted(left_out, "match is", "matches are");
        say(said!(
            "{matches} not in it: a league has at most {MOST_PLAYERS} players, those with most matches; --player NAME chooses"
        ))?;
    }
    Ok(())
}

fn out_file(input: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let path = out.map_or_else(|| input.with_extension("jsonl"), Path::to_path_buf);
    require!(
        !whole_file::is_same_file(&path, input),
        "{} would replace the log it is made from; name another file with --out",
        path.display()
    );
    Ok(path)
}

const HELP: &str = "\
The arena's referee replays every match and must agree with the site's judge.

Exit status: 0 if every line of a pack could be used, 12 if not.

Help topics (`arena help TOPIC`): botzone.

Examples:
  arena import match.json
  arena import match.json --game nogo --out game.jsonl
  arena import match.json --golden double-overflow --out kept.jsonl
  arena import NoGo-2024-1.zip NoGo-2024-2.zip --out nogo.jsonl
  arena import NoGo-2024-1.zip --player your-bot";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_input_is_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "[]").unwrap();
        let text = out_file(&path, None).unwrap_err().to_string();
        assert!(text.contains("with --out"), "{text}");
        let json = folder.path().join("b.json");
        assert_eq!(
            out_file(&json, None).unwrap(),
            folder.path().join("b.jsonl")
        );
    }
}
