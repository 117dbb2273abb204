//! The arguments of `arena tune`, and the plan that they make.

use std::path::PathBuf;

use anyhow::{Context, Result};
use arena_common::at_most;
use clap::Args;
use contest::tune::anneal::Plan;
use contest::tune::confirm::Confirmation;
use contest::tune::params::varied;
use journal::fixture::Shard;
use players::workspace::Bot;
use referee::conduct::Mode;
use serde_json::Value;

use crate::conditions::Conditions;

/// Arguments of `arena tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = HELP)]
pub struct TuneArgs {
    /// A workspace bot with a parameter file
    pub bot: String,
    /// Initial parameters [default: bots/BOT/params.json]
    #[arg(help_heading = "Search", long, value_name = "FILE")]
    pub params: Option<PathBuf>,
    /// Vary this number, or all below this name; may be repeated [default: all]
    #[arg(help_heading = "Search", long, value_name = "NAME")]
    pub vary: Vec<String>,
    /// Number of steps
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub steps: u32,
    /// Games per step, rounded up to pairs
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub games: u32,
    /// Size of a change in the first step, as a fraction of the initial value
    #[arg(help_heading = "Search", long, value_name = "X", default_value_t = 0.5)]
    pub spread: f64,
    /// Nodes per turn
    #[arg(help_heading = "Search", long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Rounds of a half of SnakeGo [default: 512]
    #[arg(help_heading = "Search", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub max_round: Option<u16>,
    /// Seed of everything random
    #[arg(help_heading = "Search", long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; does not affect the result [default: cores - 1, at least 1]
    #[arg(help_heading = "Search", long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Confirm against this bot or cmd:COMMAND; may be repeated
    #[arg(help_heading = "Confirmation", long, value_name = "PLAYER")]
    pub against: Vec<String>,
    /// H1: this many Elo better than before (H0: 0)
    #[arg(
        help_heading = "Confirmation",
        long,
        value_name = "ELO",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    pub elo1: f64,
    /// Stop undecided after N games
    #[arg(help_heading = "Confirmation", long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: u32,
    /// Write the parameters to FILE [default: BOT-tuned.json]
    #[arg(help_heading = "Files", long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing FILE, even if it is the bot's own file, and discard a checkpoint
    #[arg(help_heading = "Files", long)]
    pub force: bool,
    /// Resume from the checkpoint, or start if there is none
    #[arg(help_heading = "Files", long, conflicts_with = "force")]
    pub resume: bool,
    /// Play part i of n of the next step; --join counts the parts
    #[arg(help_heading = "Files", long, value_name = "i/n", conflicts_with_all = ["force", "resume"])]
    pub shard: Option<Shard>,
    /// Count the parts of a step; after the last step write the result
    #[arg(help_heading = "Files", long, conflicts_with_all = ["force", "resume", "shard"])]
    pub join: bool,
}

impl TuneArgs {
    /// Returns true if files or parts are named.
    pub fn has_files(&self) -> bool {
        self.out.is_some() || self.resume || self.shard.is_some() || self.join
    }

    /// The plan that they ask for.
    ///
    /// # Errors
    /// If the parameters to start from cannot be read, or do not fit.
    pub(super) fn plan(&self, bot: &Bot) -> Result<Plan> {
        let file = self
            .params
            .clone()
            .unwrap_or_else(|| bot.folder.join("params.json"));
        require!(
            self.params.is_some() || file.exists(),
            "{} has no params.json; name the parameters to start from with --params FILE",
            bot.name
        );
        let start = at_most::read_to_string(&file)
            .with_context(|| msg!("cannot read {}", file.display()))?;
        let start: Value =
            serde_json::from_str(&start).with_context(|| msg!("{} is not JSON", file.display()))?;
        let confirmation = Confirmation {
            against: self.against.clone(),
            elo1: self.elo1,
            max_games: self.max_games,
        };
        confirmation.hypotheses()?;
        Ok(Plan {
            bot: bot.name.clone(),
            varied: varied(&start, &self.vary)?,
            start,
            steps: self.steps,
            games: self.games.next_multiple_of(2),
            nodes: self.nodes,
            seed: self.seed,
            spread: self.spread,
            max_round: self.max_round,
            confirmation,
        })
    }

    /// The conditions of its games.
    pub(super) fn conditions(&self) -> Conditions {
        Conditions {
            // The same moves as restarted, without the start of a process in every turn.
            mode: Some(Mode::KeepRunning),
            nodes: Some(self.nodes),
            seed: self.seed,
            max_round: self.max_round,
            jobs: self.jobs,
            // Without a clock nobody takes anybody's time.
            force: true,
            ..Conditions::default()
        }
    }
}

const HELP: &str = "\
Simulated annealing over self-play at a node budget, followed by a sequential
test against opponents that were not used for tuning. The bot's own file is not
changed. See `arena help tuning`.

Exit status: 0 if tuned and, if requested, confirmed; 10 if a confirmation
accepted H0, 11 if one was undecided; 130 after Ctrl-C. --shard: 0 if the part
is played. --join: 13 if parts are missing, 14 if more is to be played.

Examples:
  arena tune nogo-switcher --vary eye --steps 5 --nodes 100
  arena tune tetris2-dellacherie --steps 5 \\
    --params bots/tetris2-dellacherie/textbook.json
  arena tune nogo-rave --steps 5 --nodes 100 --out rave.json";
