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
use contest::negotiate::negotiate;
use gameplay::Games;
use players::player::{self, Spec};
use referee::Host;
use referee::conduct::{MEMORY_MB, Mode, Rules, TIME_MS};
use referee::setup::GlobalData;
use site::localai::run::{Create, Setup};
use site::localai::seat::LivePlayer;
use site::localai::secret::PersonalUrl;
use site::localai::site::Waits;
use site::localai::{self, wire};

use crate::conditions::default_jobs;
use crate::exit;
use crate::interrupt::cancel_on_ctrl_c;

/// Arguments of `arena localai`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct LocalAiArgs {
    /// A bot, a file or cmd:COMMAND; see `arena help players`
    #[arg(value_name = "BOT")]
    pub bot: String,
    /// Game, unless BOT is a workspace bot: {botzone-games}
    #[arg(help_heading = "Players and games", long, value_name = "GAME")]
    pub game: Option<String>,
    /// Read the personal URL from FILE, readable only by you [default: $BOTZONE_LOCALAI_URL]
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub url_file: Option<PathBuf>,
    /// Stop after N matches [default: run until Ctrl-C]
    #[arg(help_heading = "Players and games", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub matches: Option<u32>,
    /// Create the matches against this bot of the site, one at a time with alternating seats
    #[arg(
        help_heading = "Players and games",
        long,
        value_name = "BOT_ID",
        requires = "matches"
    )]
    pub create: Option<String>,
    /// Time per turn in ms, without the network; twice that in the first turn [default: 1000]
    #[arg(help_heading = "Limits", long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time_ms: Option<u64>,
    /// Nodes per turn instead of the clock
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Resident memory in MiB
    #[arg(help_heading = "Limits", long, value_name = "MB", default_value_t = MEMORY_MB, value_parser = clap::value_parser!(u64).range(32..=1_048_576))]
    pub memory_mb: u64,
    /// restart or keep-running [default: restart, unless your program asks to be kept running]
    #[arg(help_heading = "Limits", long, value_enum, hide_possible_values = true)]
    pub mode: Option<Mode>,
    /// Seed of the bots
    #[arg(
        help_heading = "Players and games",
        long,
        value_name = "S",
        default_value_t = 1
    )]
    pub seed: u64,
    /// Bots thinking at a time [default: cores - 1, at least 1]
    #[arg(help_heading = "Limits", long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Keep the open matches in FILE, for a restart
    #[arg(
        help_heading = "Files",
        long,
        value_name = "FILE",
        default_value = "localai-state.json"
    )]
    pub state: PathBuf,
    /// Write finished games to FILE; an existing FILE of the same bot is appended to
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Takes seats in live matches.
///
/// # Errors
/// Names the argument that is invalid and the cure, or why the site refuses.
pub fn run(args: &LocalAiArgs, games: &Games) -> Result<ExitCode> {
    let url = PersonalUrl::read(args.url_file.as_deref())?;
    let spec = Spec::parse(&args.bot)?;
    require!(
        !spec.is_human(),
        "a human plays on the site itself: name a bot or cmd:COMMAND"
    );
    if let Some(name) = &args.game {
        games.find_botzone(name)?;
    }
    if let Some(id) = &args.create {
        require!(
            wire::match_id(id).is_ok(),
            "--create {id}: this is not a bot id; copy it from the bot's page on the site"
        );
    }
    let (mut players, found) = player::prepare(&[spec], args.game.as_deref())?;
    let name = found.with_context(|| {
        let names = alternatives(&games.botzone_names());
        msg!("name the game: --game {names}")
    })?;
    let (game, botzone) = games.find_botzone(&name)?;
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
Uses Botzone's local AI interface: the bot takes your seat, in several matches
at once if needed. Nothing is uploaded or bundled; any program can play.

Help topics (`arena help TOPIC`): botzone, players.

Examples:
  read -rs BOTZONE_LOCALAI_URL; export BOTZONE_LOCALAI_URL  # needs your URL
  arena localai nogo-switcher --matches 10 --log ten.jsonl  # needs your URL
  arena localai nogo-greedy --create BOT_ID --matches 2  # needs your URL
  arena localai my_bot.py --game nogo --url-file ~/.my-url  # needs your URL";
