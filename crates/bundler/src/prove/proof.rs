//! What is to be proven.

use super::bench::Bench;
use crate::botzone::{self, CommandLine};
use crate::saiblo;
use manifest::Judge;
use std::path::PathBuf;

/// What is to be proven, and against what.
#[derive(Debug)]
pub struct Proof {
    /// Who referees.
    pub judge: Judge,
    /// The bundle's C++ file.
    pub file: PathBuf,
    /// The archive with it, on Saiblo.
    pub archive: Option<PathBuf>,
    /// The Cargo build of the same bot.
    pub cargo_binary: PathBuf,
    /// What its bench prints.
    pub expected: Bench,
    /// The games to play: `data/turns/GAME.jsonl`.
    pub turns: PathBuf,
    /// Whether the bundle asks to be kept running by default.
    pub keep_running: bool,
    /// Root folder of an older system.
    pub judge_root: Option<PathBuf>,
}

impl Proof {
    /// How the judge compiles the file.
    pub fn command_lines(&self) -> &'static [CommandLine] {
        match self.judge {
            Judge::Saiblo => &saiblo::COMMAND_LINES,
            _ => &botzone::COMMAND_LINES,
        }
    }
}
