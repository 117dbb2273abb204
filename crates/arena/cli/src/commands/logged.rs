//! A contest with its log, for the commands that play one match.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::Stop;
use arena_common::texts::counted;
use clap::Args;
use contest::{Contest, Outcome, Watch, busy};
use journal::log;
use journal::log::file::LogFile;
use journal::log::resume::{Resumed, planned};
use journal::session::Sitting;
use players::identity::identities;
use referee::record::GameRecord;

use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Where the games go.
#[derive(Clone, Debug, Args)]
pub struct LogArgs {
    /// Write the games to FILE, one JSON line each; an old FILE is replaced with --force only
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Go on with the match in --log: what is there is not played again
    #[arg(long, requires = "log")]
    pub resume: bool,
}

impl LogArgs {
    /// The number of games: as given, else that of the log that is gone on with, else the usual one.
    pub fn games(&self, given: Option<u32>, usual: u32) -> u32 {
        let of_log = || {
            self.log
                .as_deref()
                .filter(|_| self.resume)
                .and_then(planned)
        };
        given.or_else(of_log).unwrap_or(usual)
    }
}

/// Plays a contest that Ctrl-C ends, with its log; `force` replaces an old one. Games that are in the log already come to
/// `watch` first.
///
/// # Errors
/// If the log cannot be begun or gone on with.
pub fn run(
    contest: &Contest,
    args: &LogArgs,
    force: bool,
    watch: &mut dyn FnMut(&GameRecord) -> Watch,
) -> Result<Outcome> {
    let mut contest = contest.clone();
    let mut played = contest.nothing_played();
    let mut enough = false;
    let mut file = None;
    if let Some(path) = &args.log {
        contest.identities = identities(&contest.players)?;
        contest.sittings = vec![Sitting::begin(&contest.players, contest.jobs)?];
        let header = contest.header();
        file = Some(if args.resume {
            let mut log = Resumed::open(path, &header, &mut |game| {
                played.add(game);
                enough |= watch(game).enough;
            })?;
            enough |= played.count() >= contest.games;
            if !enough {
                log.go_on(&header)?;
            }
            notice!(
                "{}, {} of them in {}",
                counted(contest.games, "game", "games"),
                played.count(),
                path.display()
            );
            log.file
        } else {
            let mut file = LogFile::begin(path, force)?;
            log::write(&mut file, &header).with_context(|| cannot_write(Some(path)))?;
            file
        });
    }
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    if enough {
        // Also a test that was decided needs no more.
        contest.games = 0;
    }
    let log = file.as_mut().map(|file| file as &mut dyn Write);
    let by_clock = contest.rules.nodes.is_none() && !enough;
    let jobs = by_clock.then_some(contest.jobs);
    Ok(busy::watched(jobs, || contest.go_on(played, log, watch)))
}

fn cannot_write(log: Option<&Path>) -> String {
    let name = log.map(|log| log.display().to_string());
    said!("cannot write the log {}", name.unwrap_or_default())
}

/// Fails if the log was not written to its end.
///
/// # Errors
/// Names the log and why.
pub fn written(unwritten: Option<anyhow::Error>, log: &LogArgs) -> Result<()> {
    match unwritten {
        None => Ok(()),
        Some(error) => Err(error.context(cannot_write(log.log.as_deref()))),
    }
}

/// The exit status of a contest, with a word about what stopped it.
///
/// # Errors
/// What stopped it, unless it was cancelled.
pub fn ended(
    stopped: Option<Stop>,
    played: u32,
    contest: &Contest,
    log: &LogArgs,
) -> Result<ExitCode> {
    match stopped {
        None => Ok(ExitCode::SUCCESS),
        Some(Stop::Cancelled) => {
            let cure = match log.log {
                Some(_) => "; the same command with --resume goes on",
                None => "",
            };
            notice!("cancelled after {played} of {} games{cure}", contest.games);
            Ok(ExitCode::from(exit::CANCELLED))
        }
        Some(Stop::Failed(error)) => Err(error.context("the match was stopped")),
    }
}
