//! The step that runs the tests of the bot's own crate.

use anyhow::{Error, Result};
use arena_common::{Cancel, Message};
use players::workspace::{self, Bot};
use process::tool::Tool;

/// Runs the tests of the bot, as `cargo test` does.
///
/// # Errors
/// If one fails, with what the tests said; if it was cancelled, or cargo cannot be started.
pub fn pass(bot: &Bot, cancel: &Cancel) -> Result<Message> {
    let words = [
        &workspace::cargo(),
        "test",
        "--quiet",
        "--package",
        &bot.name,
    ];
    let cargo = Tool {
        words: words.map(str::to_owned).to_vec(),
        folder: &bot.folder,
        without: &[],
        variables: Vec::new(),
    };
    let mut said = Vec::new();
    let status = cargo
        .run(cancel, |bytes| said.extend_from_slice(bytes))
        .map_err(Error::from)?;
    if status.success() {
        return Ok(Message::default());
    }
    let said = String::from_utf8_lossy(&said);
    fail!(
        "{}\na test of the bot itself fails; `cargo test -p {}` runs them alone",
        said.trim(),
        bot.name
    )
}
