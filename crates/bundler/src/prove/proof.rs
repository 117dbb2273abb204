//! The reference for the proofs.

use super::bench::Bench;
use super::played;
use super::turn::Turn;
use anyhow::{Context, Result};
use manifest::{Bot, Judge};
use std::path::{Path, PathBuf};

/// The reference that every form of a bot is compared with: the Cargo build, and its games.
#[derive(Debug)]
pub struct Proof {
    /// The judge that referees.
    pub judge: Judge,
    /// The Cargo build of the bot.
    pub cargo_binary: PathBuf,
    /// The output of its bench.
    pub expected: Bench,
    /// The games to play: `data/turns/GAME.jsonl`.
    pub turns: PathBuf,
    /// The turns of the Cargo build in them.
    pub games: Vec<Vec<Turn>>,
    /// The last turn of the first game, for when one has to do.
    turn: Turn,
    /// The settings of the proof.
    pub how: How,
}

/// The settings for bundling and proving a bot, from the command line.
#[derive(Clone, Debug)]
pub struct How {
    /// True if the bundle asks to be kept running by default.
    pub keep_running: bool,
    /// Root folder of an older system.
    pub judge_root: Option<PathBuf>,
    /// Another toolchain of rustup's, which has to compile the files of Rust, too.
    pub toolchain: Option<String>,
    /// True if the speed is measured: it would mean little if other bots are being processed at the same time.
    pub timed: bool,
    /// True if the files are only made.
    pub unproven: bool,
}

/// The measurements of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measures {
    /// The wall-clock time of `rustc -O`, if it was run.
    pub compile_seconds: Option<f64>,
    /// Nodes a second of processor time, against the Cargo build, if that is measured.
    pub speed: Option<f64>,
}

impl Proof {
    /// Lets the Cargo build play; returns also what was played, as text. `root` is the workspace's folder.
    ///
    /// # Errors
    /// There are no games for the bot's game, or the program fails.
    pub fn of(
        root: &Path,
        bot: &Bot,
        cargo_binary: PathBuf,
        expected: Bench,
        how: &How,
    ) -> Result<(Self, String)> {
        let turns = root.join(format!("crates/bundler/data/turns/{}.jsonl", bot.game));
        let (games, detail) = played(bot.judge, &turns, &cargo_binary)?;
        let turn = games.first().and_then(|game| game.last());
        let turn = turn.context("no turn to play")?.clone();
        let proof = Self {
            judge: bot.judge,
            cargo_binary,
            expected,
            turns,
            games,
            turn,
            how: How {
                judge_root: how.judge_root.as_ref().map(|folder| root.join(folder)),
                ..how.clone()
            },
        };
        Ok((proof, detail))
    }

    /// The turn to play where one has to do.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }
}
