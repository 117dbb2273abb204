//! A contest with its log, for the commands that play one match.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::Stop;
use contest::identity::identities;
use contest::log::file::LogFile;
use contest::{Contest, Outcome, Watch};
use referee::record::GameRecord;

use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Plays a contest that Ctrl-C ends, with its log.
///
/// # Errors
/// If the log cannot be begun.
pub fn run(
    contest: &Contest,
    path: Option<&Path>,
    watch: &mut dyn FnMut(&GameRecord) -> Watch,
) -> Result<Outcome> {
    let mut contest = contest.clone();
    let mut log = None;
    if let Some(path) = path {
        contest.identities = identities(&contest.players)?;
        log = Some(LogFile::replace(path)?);
    }
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    contest
        .run(log.as_mut().map(|file| file as &mut dyn Write), watch)
        .with_context(|| cannot_write(path))
}

fn cannot_write(log: Option<&Path>) -> String {
    let name = log.map(|log| log.display().to_string());
    format!("cannot write the log {}", name.unwrap_or_default())
}

/// Fails if the log was not written to its end.
///
/// # Errors
/// Names the log and why.
pub fn written(unwritten: Option<anyhow::Error>, log: Option<&Path>) -> Result<()> {
    match unwritten {
        None => Ok(()),
        Some(error) => Err(error.context(cannot_write(log))),
    }
}

/// The exit status of a contest, with a word about what stopped it.
///
/// # Errors
/// What stopped it, unless it was cancelled.
pub fn ended(stopped: Option<Stop>, played: u32, contest: &Contest) -> Result<ExitCode> {
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            eprintln!("cancelled after {played} of {} games", contest.games);
            Ok(ExitCode::from(exit::CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the match was stopped")),
    }
}
