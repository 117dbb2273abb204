//! Ctrl-C.

use anyhow::{Context, Result};
use arena_common::Cancel;

use crate::exit;

/// The first Ctrl-C cancels, the second ends the arena.
///
/// # Errors
/// If the system does not let us catch it.
pub fn cancel_on_ctrl_c(cancel: Cancel) -> Result<()> {
    ctrlc::set_handler(move || {
        if cancel.cancel() {
            // The launchers see it and end every program.
            std::process::exit(i32::from(exit::CANCELLED));
        }
    })
    .context("cannot catch Ctrl-C")
}
