//! `arena verify`: checking a record of Goose Tetris, which nobody plays against.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::at_most;
use arena_common::screen::say;
use arena_common::texts::tr;
use clap::Args;
use goose_tetris::{Outcome, verify};

/// Arguments of `arena verify`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct VerifyArgs {
    /// File with the record string
    pub record: PathBuf,
}

/// Prints what is known of a record.
///
/// # Errors
/// As [`text`].
pub fn run(args: &VerifyArgs) -> Result<ExitCode> {
    say(text(&args.record)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Replays the record in `path` by the contest's rules and says that it is valid, its score, its pieces, and the
/// score every 1,000 pieces.
///
/// # Errors
/// If the file cannot be read, or the contest would refuse the record: then the reason.
pub fn text(path: &Path) -> Result<String> {
    let name = path.display();
    let record = at_most::read_to_string(path).with_context(|| msg!("cannot read {name}"))?;
    let verdict = verify(&record).with_context(|| msg!("{name} is not a valid record"))?;
    let end = match verdict.end {
        None => "the record ends",
        Some(Outcome::SpawnBlocked) => "the spawn is blocked",
        Some(Outcome::TopTouched) => "the top is touched",
        Some(Outcome::RoundLimit) => "the round limit is reached",
    };
    let lines = [
        said!("valid: yes"),
        said!("score: {}", verdict.score),
        said!("pieces: {}", verdict.pieces),
        said!("end: {end}"),
        String::new(),
        format!("{:>6}  {:>9}", tr("pieces"), tr("score")),
    ];
    let mut text = lines.join("\n");
    for (pieces, score) in verdict.curve {
        let _ = write!(text, "\n{pieces:>6}  {score:>9}");
    }
    Ok(text)
}

const HELP: &str = "\
Prints validity, score, pieces, and the score every 1,000 pieces. A record that
the contest would reject is an error that gives the reason.

Example:
  arena verify bots/goose-tetris-foresight/record.txt";

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn verified(record: &str) -> Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("record.txt");
        fs::write(&path, record)?;
        text(&path)
    }

    #[test]
    fn a_valid_record() {
        let text = verified("N,C1,L4,D17,N,D5\n").unwrap();
        assert_eq!(
            text,
            "valid: yes\nscore: 0\npieces: 2\nend: the record ends\n\npieces      score\n     2          0"
        );
    }

    #[test]
    fn a_record_that_touches_the_top() {
        let text = verified("N,D1").unwrap();
        assert!(text.contains("end: the top is touched"), "{text}");
    }

    #[test]
    fn what_the_contest_refuses() {
        for record in ["", "L1", "N,D101", "N,D+3"] {
            let error = format!("{:#}", verified(record).unwrap_err());
            assert!(error.contains("is not a valid record: "), "{error}");
        }
        let missing = format!("{:#}", text(Path::new("no-such-record")).unwrap_err());
        assert!(
            missing.starts_with("cannot read no-such-record: "),
            "{missing}"
        );
    }
}
