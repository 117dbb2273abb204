//! A start without the user's secret in the environment.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

use anyhow::{Error, Result};
use manifest::SECRET_VARIABLE;

/// Starts this program anew without [`SECRET_VARIABLE`] if that is in its environment: the bots that it runs would
/// inherit it, and could read it in the environment that this process began with.
///
/// # Errors
/// If the program cannot be started anew.
pub fn clean_start() -> Result<()> {
    if env::var_os(SECRET_VARIABLE).is_none() {
        return Ok(());
    }
    let mut words = env::args_os();
    let mut command = Command::new("/proc/self/exe");
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    let error = command.args(words).env_remove(SECRET_VARIABLE).exec();
    Err(Error::from(error).context("cannot start the bundler anew with a clean environment"))
}
