//! A contest with its log, for the commands that play one match.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use arena_common::Stop;
use clap::Args;
use contest::{Contest, Outcome, Watch, busy};
use gameplay::record::GameRecord;
use journal::fixture::Shard;
use journal::games_file::{GamesFile, peek};
use journal::hypotheses::Hypotheses;
use journal::plan::Plan;
use journal::session::Session;
use players::identity::identities;

use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Where the games go.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Files")]
pub struct LogArgs {
    /// Write the games to FILE, one JSON line each
    #[arg(long, visible_alias = "out", value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Resume the log: play only what is missing
    #[arg(long, requires = "log")]
    pub resume: bool,
    /// Play part i of n; `arena merge` joins the parts
    #[arg(long, value_name = "i/n", requires = "log")]
    pub shard: Option<Shard>,
}

impl LogArgs {
    /// Returns true if any of the flags is given.
    pub fn is_given(&self) -> bool {
        self.log.is_some() || self.resume || self.shard.is_some()
    }

    /// The number of games: as given, else that of the log that is resumed, else the usual one.
    pub fn games(&self, given: Option<u32>, usual: u32) -> u32 {
        let log = self.log.as_deref().filter(|_| self.resume);
        let of_log = || Some(peek(log?).ok()??.games);
        given.or_else(of_log).unwrap_or(usual)
    }
}

/// Plays a contest that Ctrl-C ends, with its log; `force` replaces an old one. Games that are in the log already come to
/// `watch` first. `test` is what the games are to decide, if anything.
///
/// # Errors
/// If the log cannot be begun or resumed.
pub fn run(
    contest: &Contest,
    args: &LogArgs,
    force: bool,
    test: Option<Hypotheses>,
    watch: &mut dyn FnMut(&GameRecord) -> Watch,
) -> Result<Outcome> {
    let mut played = contest.nothing_played();
    let mut file = None;
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    if let Some(path) = &args.log {
        let mut header = contest.header();
        let identities = identities(&contest.players, &contest.rules.cancel)?;
        header.identities = identities.into_iter().map(|one| vec![one]).collect();
        header.sittings = vec![Session::begin(
            &contest.players,
            contest.jobs,
            &contest.rules.cancel,
        )?];
        header.shard = args.shard;
        header.test = test;
        let games = Plan::new(&header).count();
        file = Some(if args.resume {
            let mut file = GamesFile::resume(path, header, false, &mut |_, game| {
                played.add(game);
                played.enough |= watch(game).enough;
            })?;
            if !played.enough && u64::from(played.count()) < games {
                file.begin_session()?;
            }
            notice!(
                "{} of {games} games already played ({})",
                played.count(),
                path.display()
            );
            file
        } else {
            GamesFile::create(path, header, force)?
        });
    }
    let by_clock = contest.rules.nodes.is_none() && !played.enough;
    let jobs = by_clock.then_some(contest.jobs);
    Ok(busy::watched(jobs, || {
        contest.run(played, file.as_mut(), watch)
    }))
}

/// The exit status of a contest, with a word about what stopped it.
///
/// # Errors
/// If it was stopped by a failure; cancellation is an exit status.
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
