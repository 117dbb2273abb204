//! `arena localai`.

use std::io::{stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::Cancel;
use arena_common::screen::say;
use arena_common::words::alternatives;
use clap::Args;
use players::player::{self, Spec};
use referee::Host;
use referee::conduct::{MEMORY_MB, Mode, Rules, TIME_MS};
use referee::setup::GlobalData;
use site::localai::run::{Create, Setup};
use site::localai::seat::LivePlayer;
use site::localai::secret::PersonalUrl;
use site::localai::site::Waits;
use site::localai::{self, wire};

use crate::catalog::Catalog;
use crate::conditions::default_jobs;
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;
use crate::negotiate::negotiate;

/// Arguments of `arena localai`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LocalAiArgs {
    /// A bot of the workspace, a file, or `cmd:COMMAND`, with options behind commas (see `match --help`)
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// The game, where BOT is not a bot of the workspace: one of {botzone-games}
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Read the personal URL from FILE, which no other user may read [default: the environment variable
    /// BOTZONE_LOCALAI_URL]
    #[arg(long, value_name = "FILE")]
    pub url_file: Option<PathBuf>,
    /// End after N matches have ended [default: go on until Ctrl-C]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub matches: Option<u32>,
    /// Create the matches, one after the other with swapped seats, against this bot of the site; needs --matches
    #[arg(long, value_name = "BOT_ID", requires = "matches")]
    pub create: Option<String>,
    /// Time limit of a turn in milliseconds of wall clock, the way to the site not included; the first turn has twice
    /// that. --create asks the site for the same, in whole seconds [default: 1000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time_ms: Option<u64>,
    /// Let the bot search N nodes a turn instead of using the clock
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Memory limit in MiB of resident memory
    #[arg(long, value_name = "MB", default_value_t = MEMORY_MB, value_parser = clap::value_parser!(u64).range(32..=1_048_576))]
    pub memory_mb: u64,
    /// Start the bot afresh every turn, or let it live on, stopped between its turns, if it asks for that [default: restart;
    /// keep-running for a program of your own that asks for it in a first move]
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
    /// What the bots' seeds come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Matches whose bots think at the same time [default: cores - 1, at least 1]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Where the open matches are kept, so that they can go on after a restart; there is no file while none is open
    #[arg(long, value_name = "FILE", default_value = "localai-state.json")]
    pub state: PathBuf,
    /// Write finished games to FILE, one JSON line each, for `arena replay`; an old FILE of the same bot is gone on with
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Takes seats in live matches.
///
/// # Errors
/// Names the argument that is invalid and the cure, or why the site refuses.
pub fn run(args: &LocalAiArgs, catalog: &Catalog) -> Result<ExitCode> {
    let url = PersonalUrl::read(args.url_file.as_deref())?;
    let spec = Spec::parse(&args.bot)?;
    ensure!(
        !spec.is_human(),
        "a human plays on the site itself: name a bot or cmd:COMMAND"
    );
    if let Some(name) = &args.game {
        catalog.games.find_botzone(name)?;
    }
    if let Some(id) = &args.create {
        ensure!(
            wire::match_id(id).is_ok(),
            "--create {id}: this is not a bot id; copy it from the bot's page on the site"
        );
    }
    let (mut players, found) = player::prepare(&[spec], args.game.as_deref())?;
    let name = found.with_context(|| {
        let names = alternatives(&catalog.games.botzone_names());
        msg!("name the game: --game {names}")
    })?;
    let (game, botzone) = catalog.games.find_botzone(&name)?;
    let time_ms = args.time_ms.unwrap_or(TIME_MS);
    let cancel = Cancel::default();
    let mode = args.mode.unwrap_or(Mode::Restart);
    let rules = Rules {
        nodes: args.nodes,
        memory: args.memory_mb << 20,
        cancel: cancel.clone(),
        ..Rules::new(mode, Duration::from_millis(time_ms))
    };
    negotiate(&mut players, &Host::new(game), &rules, args.mode)?;
    let player = LivePlayer {
        game,
        botzone,
        program: players.pop().context("one player")?,
        rules,
        globaldata: GlobalData::default(),
    };
    let setup = Setup {
        player,
        seed: args.seed,
        jobs: args.jobs.map_or_else(default_jobs, |jobs| jobs as usize),
        matches: args.matches,
        create: args.create.clone().map(|opponent| Create {
            opponent,
            seconds: args.time_ms.map(|ms| ms.div_ceil(1000)),
        }),
        state: args.state.clone(),
        log: args.log.clone(),
    };
    cancel_on_ctrl_c(cancel)?;
    notice!("waiting for matches of {}; Ctrl-C ends", botzone.site);
    let summary = localai::run::run(&setup, url, Waits::default(), &mut stdout(), &mut stderr())?;
    say(&summary)?;
    Ok(if summary.cancelled {
        ExitCode::from(exit::CANCELLED)
    } else {
        ExitCode::SUCCESS
    })
}

const HELP: &str = "\
The personal URL is a password: botzone.org.cn shows it in the avatar menu,
local AI settings. It comes from the environment or a file, never from the
command line, and is printed nowhere, not even where the site repeats it. Then
tick \"let my local AI replace me\" at a game table, or use --create.

No bot and no build finds the URL in the environment, the command line or the
memory of the arena, under any command. What root, or a bot's own user, may read
elsewhere is not protected: the file of --url-file, or the shell in which the
variable was set. A bot that you do not trust wants a user of its own.

Every match has a bot of its own. A bot that crashes, is late or moves illegally
is replaced by a legal move in that turn, with a warning. A bot's `data` and
`globaldata` live as long as this program.

Failures: after status 502 or 504, a time-out, a broken connection or garbage
the same request goes out again in 5 s; after 500 or 503 in a minute, and the
tenth of them in a row is the end; 400 and 401 are the end at once, with the
reason. An answer is sent until a reply has come; the bot is asked once.

A bot of simple IO is spoken to in simple IO, whatever the site speaks: say so
by ,simple-io behind the bot, or let it be found out by a first move.

An old --log is never replaced: it is gone on with if it is of this bot under
these conditions, else it is an error. The log does not have the opponent's last
move: the site does not tell it.

Ctrl-C ends the poll and names the open matches; the same command goes on with
them. A second Ctrl-C ends at once.

Examples:
  read -rs BOTZONE_LOCALAI_URL; export BOTZONE_LOCALAI_URL  # needs your URL
  arena localai nogo-switcher --matches 10 --log ten.jsonl  # needs your URL
  arena localai nogo-greedy --create BOT_ID --matches 2  # needs your URL
  arena localai my_bot.py --game nogo --url-file ~/.my-url  # needs your URL";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_has_short_lines() {
        assert!(HELP.lines().all(|line| line.len() <= 80), "{HELP}");
    }
}
