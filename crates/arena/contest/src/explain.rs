//! A bot asked about one position.

use std::time::Duration;

use anyhow::Result;
use arena_common::Cancel;
use process::Launch;

/// Runs `explain` of the program of these words on a position. Returns its output. `flags` are passed on to it; it has
/// `patience`; `cancel` ends it.
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
    let turn = Launch::from(argv).run(patience, cancel)?;
    match turn.failure() {
        None => Ok(String::from_utf8_lossy(&turn.output).into_owned()),
        Some(why) => fail!("`explain` failed: {why}"),
    }
}
