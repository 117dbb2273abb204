//! The proof of a file of Rust: it compiles without a word in every edition, and plays what the Cargo build plays.

use super::compile::quiet;
use super::proof::Proof;
use super::turn::one_turn;
use super::{played, plays_the_same, runs_the_same, strace};
use crate::report::Report;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every edition; plain `rustc FILE` means the first.
const EDITIONS: [&str; 4] = ["2015", "2018", "2021", "2024"];

/// How the judge may compile a file, which is not published: nothing said at all, and what anybody would say.
const LINES: [(&str, &[&str]); 2] = [("rustc", &[]), ("rustc -O", &["-O", "--edition", "2021"])];

/// Proves the file of a bot.
///
/// # Errors
/// The first step that fails.
pub fn prove(proof: &Proof, report: &mut Report) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    report.step("editions", || {
        for edition in EDITIONS {
            let mut command = compiler(proof, scratch.path(), "checked");
            quiet(command.args(["--edition", edition, "--emit", "metadata"]))?;
        }
        Ok(((), format!("{}, not a warning", EDITIONS.join(", "))))
    })?;
    let games = report.step("Cargo build plays", || played(proof))?;
    let turn = (games.first())
        .and_then(|game| game.last())
        .context("no turn to play")?;
    let mut binary = PathBuf::new();
    for (name, flags) in LINES {
        report.step(name, || {
            let program = name.replace(' ', "");
            binary = scratch.path().join(&program);
            quiet(compiler(proof, scratch.path(), &program).args(flags))?;
            one_turn(&mut Command::new(&binary), turn)?;
            Ok(((), format!("rustc {}", flags.join(" "))))
        })?;
    }
    plays_the_same(proof, &binary, &games, turn, report)?;
    runs_the_same(proof, &binary, turn, report)?;
    strace::check(&binary, turn, scratch.path(), &strace::START_UP, report)
}

fn compiler(proof: &Proof, scratch: &Path, name: &str) -> Command {
    let mut command = Command::new("rustc");
    command.arg(&proof.file).arg("-o").arg(scratch.join(name));
    command
}
