//! A contest with its log, for the commands that play one match.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::Stop;
use arena_common::texts::counted;
use clap::Args;
use contest::{Contest, Outcome, Watch, busy};
use journal::games_file::{GamesFile, peek};
use journal::session::Session;
use players::identity::identities;
use referee::record::GameRecord;

use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Where the games go.
#[derive(Clone, Debug, Args)]
pub struct LogArgs {
    /// Write the games to FILE, one JSON line each
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Resume the log: play only what is missing
    #[arg(help_heading = "Files", long, requires = "log")]
    pub resume: bool,
}

impl LogArgs {
    /// The number of games: as given, else that of the log that is gone on with, else the usual one.
    pub fn games(&self, given: Option<u32>, usual: u32) -> u32 {
        let log = self.log.as_deref().filter(|_| self.resume);
        let of_log = || Some(peek(log?).ok()??.games);
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
    let mut played = contest.nothing_played();
    let mut enough = false;
    let mut file = None;
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    if let Some(path) = &args.log {
        let mut header = contest.header();
        let identities = identities(&contest.players, &contest.rules.cancel)?;
        header.identities = identities.into_iter().map(|one| vec![one]).collect();
        header.sittings = vec![Session::begin(&contest.players, contest.jobs)?];
        file = Some(if args.resume {
            let mut file = GamesFile::resume(path, header, false, &mut |_, game| {
                played.add(game);
                enough |= watch(game).enough;
            })?;
            enough |= played.count() >= contest.games;
            if !enough {
                file.begin_session()?;
            }
            notice!(
                "{}, {} of them in {}",
                counted(contest.games, "game", "games"),
                played.count(),
                path.display()
            );
            file
        } else {
            GamesFile::create(path, header, force)?
        });
    }
    // Also a test that was decided needs no more.
    let games = if enough { 0 } else { contest.games };
    let by_clock = contest.rules.nodes.is_none() && !enough;
    let jobs = by_clock.then_some(contest.jobs);
    let contest = Contest {
        games,
        ..contest.clone()
    };
    Ok(busy::watched(jobs, || {
        contest.run(played, file.as_mut(), watch)
    }))
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
