//! A bot asked about one position.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arena_common::{Cancel, Cancelled};
use process::{End, Limits, Process};

/// What `explain` of the program of these words prints about a position. `flags` are passed on to it; it has `patience`; `cancel` ends
/// it.
///
/// # Errors
/// If it fails or is not done in time.
pub fn explain(
    program: &[String],
    position: &str,
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
) -> Result<String> {
    let mut argv = program.to_vec();
    argv.extend(["explain", position].map(str::to_owned));
    argv.extend_from_slice(flags);
    let limits = Limits {
        time: patience,
        memory: u64::MAX,
        output: 64 << 20,
    };
    let started = Instant::now();
    let turn = Process::start(&argv.into())
        .and_then(|process| process.turn(b"", None, started, &limits, cancel))
        .with_context(|| msg!("cannot start {}", shell_words::join(program)))?;
    let text = String::from_utf8_lossy(&turn.output).into_owned();
    match turn.end {
        End::Exit(status) if status.success() => Ok(text),
        End::Cancelled => Err(Cancelled.into()),
        End::Time => bail!(
            "`explain` was not done after {:.0} s",
            patience.as_secs_f64()
        ),
        _ => bail!("`explain` failed: {}", turn.stderr.trim()),
    }
}
