//! The start of a program of somebody else: its command line, folder, environment and sandbox.

use std::env;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arena_common::{Cancel, Cancelled, msg, said};
use tempfile::TempDir;

use super::{End, Limits, Process, Sandbox, Turn};

/// Bytes of standard output of a program that is [run](Launch::run).
const OUTPUT: usize = 64 << 20;

/// A program to be started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The command line.
    pub words: Vec<String>,
    /// Its folder, which is removed with the last copy of this; without one it runs in the arena's own.
    pub folder: Option<Arc<TempDir>>,
    /// The variables added to the clean environment, which has the arena's `PATH` and `HOME`, and `LANG=C.UTF-8`.
    pub variables: Vec<(String, String)>,
    /// Its sandbox; without one, it may do everything that the user may.
    pub sandbox: Option<Sandbox>,
    /// A folder for its temporary files where it has none of its own; it is removed with the last copy of this.
    pub scratch: Option<Arc<TempDir>>,
}

impl Launch {
    /// Runs the program, without input, to its end. It has this time, and `cancel` ends it.
    ///
    /// # Errors
    /// If it cannot be started or was cancelled. Otherwise [`Turn::failure`] tells how it ended.
    pub fn run(&self, time: Duration, cancel: &Cancel) -> Result<Turn> {
        let limits = Limits {
            time,
            memory: u64::MAX,
            output: OUTPUT,
        };
        let started = Instant::now();
        let program = self.words.first().map_or("", String::as_str);
        let turn = Process::start(self)
            .and_then(|process| process.turn(b"", None, started, &limits, cancel))
            .with_context(|| msg!("cannot start {program}"))?;
        match turn.end {
            End::Cancelled => Err(Cancelled.into()),
            _ => Ok(turn),
        }
    }
}

impl Turn {
    /// The reason why a program that was [run](Launch::run) failed; `None` if it did not.
    pub fn failure(&self) -> Option<String> {
        match self.end {
            End::Exit(status) if status.success() => None,
            End::Time => Some(said!(
                "not done after {:.0} s; fix its loop, or give it less to do",
                self.elapsed.as_secs_f64()
            )),
            _ => Some(self.stderr.trim().to_owned()),
        }
    }
}

impl From<Vec<String>> for Launch {
    fn from(words: Vec<String>) -> Launch {
        Launch {
            words,
            ..Launch::default()
        }
    }
}

/// The environment of every program of somebody else: nothing of the user's but where programs are and where the user
/// is at home, so that a bot does not play by what only this shell has set.
pub(crate) fn environment() -> impl Iterator<Item = (&'static str, OsString)> {
    let kept = ["PATH", "HOME"].into_iter();
    let kept = kept.filter_map(|name| Some((name, env::var_os(name)?)));
    kept.chain([("LANG", OsString::from("C.UTF-8"))])
}
