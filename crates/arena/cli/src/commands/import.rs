//! `arena import`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use arena_common::screen::say;
use arena_common::whole_file;
use arena_common::words::counted;
use clap::Args;
use contest::log;
use referee::record::Disagreement;
use site::import::{golden, read, record};

use crate::catalog::Catalog;

/// Arguments of `arena import`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ImportArgs {
    /// The site's log of one match, as JSON
    pub file: PathBuf,
    /// The game, if the log does not tell: amazons, nogo, snake or tetris2
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Write the arena's log to FILE; an old FILE is replaced [default: the name of the log with .jsonl]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also keep the match as a regression test, crates/games/GAME/tests/data/golden/NAME.json
    #[arg(long, value_name = "NAME")]
    pub golden: Option<String>,
}

/// Imports a match.
///
/// # Errors
/// If a file cannot be used, or the log is none; the text names the entry and the cure.
pub fn run(args: &ImportArgs, catalog: &Catalog) -> Result<ExitCode> {
    let name = args.file.display();
    let text = fs::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let game = match &args.game {
        None => None,
        Some(name) => Some(catalog.games.find_botzone(name)?.0),
    };
    let site =
        read::read(&text, &catalog.games, game).with_context(|| format!("cannot import {name}"))?;
    let out = out_file(&args.file, args.out.as_deref())?;
    let golden = match &args.golden {
        None => None,
        Some(name) => Some(golden::path(site.game, name)?),
    };
    let (header, record) = record::game(&site);
    if let Some(Disagreement { text, .. }) = &record.disagreement {
        eprintln!("warning: our referee does not agree with the site's: {text}");
    }
    let mut lines = Vec::new();
    log::write(&mut lines, &header)?;
    log::write(&mut lines, &record)?;
    whole_file::write(&out, &lines)
        .with_context(|| format!("cannot write the log {}", out.display()))?;
    let [first, second] = &record.result.scores;
    say(format!(
        "{}, {}, {first} : {second}{}",
        site.game.name,
        counted(record.result.turns, "turn", "turns"),
        if record.disagreement.is_none() {
            ", as our referee has it"
        } else {
            ""
        }
    ))?;
    say(format!("{}: a log for `arena replay`", out.display()))?;
    if let Some(path) = golden {
        golden::write(&path, &site)?;
        say(format!(
            "{}: replayed by `cargo test -p {} --test rules golden`",
            path.display(),
            site.game.name
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn out_file(input: &Path, out: Option<&Path>) -> Result<PathBuf> {
    let path = out.map_or_else(|| input.with_extension("jsonl"), Path::to_path_buf);
    let same = fs::canonicalize(&path).is_ok_and(|path| Some(path) == fs::canonicalize(input).ok());
    ensure!(
        !same,
        "{} would replace the log it is made from; name another file with --out",
        path.display()
    );
    Ok(path)
}

const HELP: &str = "\
FILE holds the log of a finished match of NoGo, Snake or Tetris2 as the site
keeps it: a list in which outputs of the judge and answers of the players
alternate, bare or under `log` or `logs`; everything else in it is ignored. The
site gives one at https://www.botzone.org.cn/match/ID?lite=true.

The match is replayed by our own referee. Where the two do not agree, a warning
names the turn; the log is written all the same, and `arena replay` shows the
match up to there.

--golden keeps the site's requests and result, and the players' answers. From
then on `cargo test -p GAME --test rules golden` replays them and fails where
our rules say anything else. Do that with a match that ended in a strange way.

Examples:
  arena import match.json
  arena import match.json --game nogo --out game.jsonl
  arena import match.json --golden double-overflow";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_has_short_lines() {
        assert!(HELP.lines().all(|line| line.len() <= 80), "{HELP}");
    }

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
