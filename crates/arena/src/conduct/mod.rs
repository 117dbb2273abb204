//! Botzone's rules of conduct: what a seat may do in its turn, and what it is told.

mod answer;
mod hint;
mod human;
mod program;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use judges_common::saved::Report;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use human::{HumanSeat, Lines, Terminal};
pub use program::{GlobalData, ProgramSeat};

/// What the judge says about one turn of one program, named as in Botzone's match logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// It answered in time. Whether the answer is legal is the referee's business.
    Ok,
    /// Time limit exceeded.
    Tle,
    /// Memory limit exceeded.
    Mle,
    /// Output limit exceeded.
    Ole,
    /// Output is no JSON.
    Nj,
    /// Run-time error: a signal, or an exit status other than 0.
    Re,
}

impl Verdict {
    /// Every verdict, in the order of result tables.
    pub const ALL: [Verdict; 6] = [
        Verdict::Ok,
        Verdict::Tle,
        Verdict::Mle,
        Verdict::Ole,
        Verdict::Nj,
        Verdict::Re,
    ];

    /// The judge's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "OK",
            Verdict::Tle => "TLE",
            Verdict::Mle => "MLE",
            Verdict::Ole => "OLE",
            Verdict::Nj => "NJ",
            Verdict::Re => "RE",
        }
    }
}

/// Whether programs may ask to be kept running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A fresh start every turn, with the whole history.
    Restart,
    /// A program that prints the marker line lives on, stopped between its turns.
    KeepRunning,
}

/// The conditions of a match.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Restart or keep-running.
    pub mode: Mode,
    /// Time limit of a turn. The first turn has twice that, see [`ProgramSeat::turn`].
    pub time: Duration,
    /// Limit of resident memory in bytes.
    pub memory: u64,
    /// Limit of standard output in bytes a turn.
    pub output: usize,
    /// Set to end the match: programs are killed, the turn gives [`Stop::Cancelled`].
    pub cancel: Arc<AtomicBool>,
}

/// Botzone's output limit in bytes a turn (protocol description, section 5).
pub const OUTPUT_LIMIT: usize = 1 << 20;
/// What the first turn's time limit is multiplied by (same place).
pub const FIRST_TURN_FACTOR: u32 = 2;

/// One seat's part in one turn.
#[derive(Clone, Debug)]
pub struct Reply {
    /// How the program fared.
    pub verdict: Verdict,
    /// What the referee gets; null unless the verdict is OK.
    pub response: Value,
    /// From the request to the end of the turn; zero for a human.
    pub elapsed: Duration,
    /// Whether this turn had the doubled limit.
    pub first: bool,
    /// Peak memory in bytes as far as it was seen.
    pub memory: u64,
    /// Debug text of the answer.
    pub debug: Option<String>,
    /// What a person wants to see about a failure: cause, output, standard error.
    pub trouble: Option<String>,
    /// What cures an answer that the referee cannot use, if the program's manner tells.
    pub hint: Option<&'static str>,
    /// What the program said about answers that the fallback move has saved: this one or earlier ones.
    pub reports: Vec<Report>,
}

/// Why a game has no result.
#[derive(Debug)]
pub enum Stop {
    /// The user ended the match.
    Cancelled,
    /// The game cannot go on: no judge, no such program, an I/O error.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Stop::Failed(error)
    }
}

/// Cuts a text to at most `limit` bytes without splitting a character.
pub(crate) fn cut(mut text: String, limit: usize) -> String {
    text.truncate(text.floor_char_boundary(limit));
    text
}
