//! `arena play`.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use arena_common::screen::say;
use clap::Args;
use gameplay::Games;
use players::player::{self, Spec};
use players::workspace::{self, champion};
use referee::conduct::TIME_MS;
use viewer::play::hint::Adviser;
use viewer::play::opponents::{Level, Opponents};
use viewer::server::{Limits, Local};

use crate::conditions::{self, Conditions};
use crate::interrupt::cancel_on_ctrl_c;

/// Arguments of `arena play`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct PlayArgs {
    /// The game: {games}
    pub game: String,
    /// Opponent: a bot, BOT@REV, a file or cmd:COMMAND [default: champion of the game]
    pub bot: Option<String>,
    /// Your seat; in NoGo seat 0 is black and moves first
    #[arg(help_heading = "Players and games", long, value_name = "SEAT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub seat: u8,
    /// Port on 127.0.0.1; 0 takes a free one
    #[arg(
        help_heading = "Output",
        long,
        value_name = "PORT",
        default_value_t = 0
    )]
    pub port: u16,
    /// Only print the address, do not open a browser
    #[arg(help_heading = "Output", long)]
    pub no_open: bool,
    /// The bot's time per turn in ms; you have no limit [default: 1000; with --nodes 60000]
    #[arg(help_heading = "Limits", long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time_ms: Option<u64>,
    /// The bot's nodes per turn instead of the clock
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Nodes for a hint [default: one second]
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub hint_nodes: Option<u64>,
    /// Seed of map, items and bot
    #[arg(
        help_heading = "Players and games",
        long,
        value_name = "S",
        default_value_t = 1
    )]
    pub seed: u64,
    /// Rounds of a half of SnakeGo [default: 512]
    #[arg(help_heading = "Players and games", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub max_round: Option<u16>,
}

const HELP: &str = "\
Serves a page to this machine only. See `arena help page`.

Examples:
  arena play nogo nogo-switcher  # you play
  arena play snake snake-mr-curiosity --seat 1 --seed 7  # you play
  arena play tetris2 tetris2-dellacherie  # you play
  arena play nogo my_bot.cpp  # you play
  arena play snakego --max-round 100 --port 8080 --no-open  # you play";

/// Plays games between a person in the browser and a bot.
///
/// # Errors
/// If an argument is invalid, the bot cannot be had, or the port is taken.
pub fn run(args: &PlayArgs, games: &Games) -> Result<ExitCode> {
    let game = games.find(&args.game)?;
    let opponent = match &args.bot {
        Some(bot) => bot.clone(),
        None => champion(&workspace::bots()?, &args.game)?.name.clone(),
    };
    require!(
        !Spec::parse(&opponent)?.is_human(),
        "you are the human: name a bot (`arena list`) or cmd:COMMAND as opponent"
    );
    let seat = usize::from(args.seat);
    let is_alone = |seats: &&&[usize]| {
        let own = seats.iter().filter(|one| seats.get(seat) == Some(one));
        own.count() == 1
    };
    let seats = game.seatings.iter().find(is_alone);
    let seats = seats.with_context(|| msg!("--seat {seat}: {} has no such seat", game.name))?;
    let human = seats[seat];
    let against = |opponent: &str, nodes: Option<u64>, time_ms: Option<u64>| {
        let mut specs = Spec::all(&["human", opponent])?;
        specs.rotate_left(human);
        let conditions = Conditions {
            time_ms,
            nodes,
            seed: args.seed,
            // A person wants the board as it is at the start.
            opening_plies: game.botzone().map(|_| 0),
            max_round: args.max_round,
            game: Some(args.game.clone()),
            ..Conditions::default()
        };
        conditions::of_two(games, &specs, &conditions, 2, false)
    };
    let contest = against(&opponent, args.nodes, args.time_ms)?;
    cancel_on_ctrl_c(contest.rules.cancel.clone())?;
    let level = Level {
        nodes: args.nodes,
        time_ms: args.time_ms.unwrap_or(TIME_MS),
    };
    let opponents = Opponents::new(bots_of(&args.game), &opponent, level, |opponent, level| {
        let time_ms = level.nodes.is_none().then_some(level.time_ms);
        against(opponent, level.nodes, time_ms)
    });
    let adviser = champion_adviser(&args.game, args.hint_nodes);
    let adviser = adviser.unwrap_or_else(|| Adviser::opponent(&contest, human, args.hint_nodes));
    let mut game = viewer::play::start(&contest, games, seats, human, Some(&adviser))?;
    game.offer(&opponents);
    let local = Local::listen(args.port, Limits::default())?;
    let open = !args.no_open && has_browser();
    let what = if open {
        "opens in your browser"
    } else {
        "open it in a browser"
    };
    say(said!("{}\n{what}; Ctrl-C ends", local.url()))?;
    if open && let Err(error) = open::that_detached(local.url()) {
        notice!("warning: cannot open a browser ({error}); open the address yourself");
    }
    viewer::play::serve(
        &contest,
        &Arc::new(game),
        &local,
        Some(&adviser),
        Some(&opponents),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The bots of the workspace that play a game; none where there is no workspace.
fn bots_of(game: &str) -> Vec<String> {
    let bots = workspace::bots().unwrap_or_default();
    let bots = bots.into_iter().filter(|bot| bot.game == game);
    bots.map(|bot| bot.name).collect()
}

/// The champion of a game, if it has one; built with the first hint.
fn champion_adviser(game: &str, nodes: Option<u64>) -> Option<Adviser> {
    let bots = workspace::bots().ok()?;
    let name = champion(&bots, game).ok()?.name.clone();
    let (bot, game) = (name.clone(), game.to_owned());
    Some(Adviser {
        nodes,
        name,
        player: Box::new(move || {
            let (players, _) = player::prepare(&[Spec::parse(&bot)?], Some(&game))?;
            players.into_iter().next().context("no player")
        }),
    })
}

/// Returns true if somebody can see a browser: there is a terminal and a display, and no continuous integration.
fn has_browser() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let display = !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
            .into_iter()
            .any(set);
    std::io::stdout().is_terminal() && display && !set("CI")
}
