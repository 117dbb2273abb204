//! A bot asked about one position.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arena_common::{Cancel, Cancelled};
use process::{End, Limits, Process};

/// What the program's `explain` prints about a position. `flags` are passed on to it; it has `patience`; `cancel` ends
/// it.
///
/// # Errors
/// If it fails or is not done in time.
pub fn explain(
    program: &Path,
    position: &str,
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
) -> Result<String> {
    let mut argv = vec![program.to_string_lossy().into_owned()];
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
        .with_context(|| format!("cannot start {}", program.display()))?;
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
