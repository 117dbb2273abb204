//! The rules of conduct: modes, limits.

use std::time::Duration;

use arena_common::{Cancel, Message};
use serde::{Deserialize, Serialize};

/// The two modes: programs start afresh every turn, or may ask to be kept running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A fresh start every turn, with the whole history.
    #[default]
    Restart,
    /// A program that prints the marker line lives on, stopped between its turns.
    KeepRunning,
}

/// The conditions of a game, or of one program in it.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Restart or keep-running; `None` where the platform has no modes, and programs run through the game.
    pub mode: Option<Mode>,
    /// True if the arena sends programs simple IO.
    pub simple_io: bool,
    /// Time limit of a turn, which bots of the workspace are told.
    pub time: Duration,
    /// The factor by which the first turn's time limit is multiplied.
    pub first_turn_factor: u32,
    /// Time limit of a turn of a program that was kept running, which the site has lower for some languages.
    pub kept_time: Duration,
    /// The factor by which every limit is multiplied without a word to the programs: 1, but for hints, which nobody judges.
    pub patience: u32,
    /// Node budget of a turn, for programs that can be told one.
    pub nodes: Option<u64>,
    /// Limit of resident memory in bytes.
    pub memory: u64,
    /// Limit of standard output in bytes a turn.
    pub output: usize,
    /// Set to end the match: programs are killed, the game has no result.
    pub cancel: Cancel,
}

impl Rules {
    /// Botzone's own, but for these.
    pub fn new(mode: Mode, time: Duration) -> Rules {
        Rules {
            mode: Some(mode),
            simple_io: false,
            time,
            first_turn_factor: FIRST_TURN_FACTOR,
            kept_time: time,
            patience: 1,
            nodes: None,
            memory: MEMORY_MB << 20,
            output: OUTPUT_LIMIT,
            cancel: Cancel::default(),
        }
    }

    /// Returns true if programs may live on from turn to turn.
    pub fn keeps_running(&self) -> bool {
        self.mode != Some(Mode::Restart)
    }

    /// The time limit of a turn in milliseconds.
    pub fn time_ms(&self) -> u64 {
        u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX)
    }
}

/// Botzone's output limit in bytes a turn (protocol description, section 5).
pub const OUTPUT_LIMIT: usize = 1 << 20;
/// The factor by which the first turn's time limit is multiplied (same place).
pub const FIRST_TURN_FACTOR: u32 = 2;

/// The site's time limit of a turn in milliseconds (same place).
pub const TIME_MS: u64 = judges_common::TIME_LIMIT.as_millis() as u64;
/// Time limit in milliseconds under a node budget: only a hang should ever reach it.
pub const NODES_TIME_MS: u64 = judges_common::NODES_TIME_LIMIT.as_millis() as u64;

/// The time limit of a turn in milliseconds where none is given.
pub fn usual_time_ms(nodes: Option<u64>) -> u64 {
    nodes.map_or(TIME_MS, |_| NODES_TIME_MS)
}

/// Botzone's memory limit in MiB (same place).
pub const MEMORY_MB: u64 = 256;
/// Saiblo's memory limit in MiB (protocol description of Saiblo, section 1).
pub const SAIBLO_MEMORY_MB: u64 = 1024;

/// Tells a person of a program that was seen to use so many bytes where these are its conditions.
pub fn too_much_memory(used: u64, rules: &Rules) -> Message {
    let (used, limit) = (used >> 20, rules.memory >> 20);
    let text = msg!(
        "it used {used} MB, over the limit of {limit} MB; ,memory-mb=N behind the player sets another limit, --memory-mb N \
         one for all"
    );
    // Botzone's limit is not the same in all games.
    text.above(rules.mode.map(|_| {
        msg!("the limit on the site is the one on the game's page there, which may be another one")
    }))
}
