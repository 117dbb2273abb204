//! The step that makes the file to upload: the bundler, called as `scripts/bundle` calls it.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::workspace::Bot;

/// Bundles and proves the bot. Returns what the bundler says at its end: the file, its size, and how to upload it.
///
/// # Errors
/// If there is no g++, or the bundler refuses the bot; with the cure or the bundler's own words.
pub fn bundle(bot: &Bot) -> Result<String> {
    let compiler = Command::new("g++")
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    ensure!(
        compiler.is_ok_and(|status| status.success()),
        "there is no g++ to compile the bundle with; install it (Debian: apt-get install g++), or leave the step out \
         with --skip bundle"
    );
    // Not --release: with fat LTO the tool itself would take minutes to build. The bot is always built for release.
    let mut child = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "-p", "bundler", "--", &bot.name])
        .current_dir(&bot.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start cargo; is Rust installed?")?;
    let output = child.stdout.take().context("the bundler has no output")?;
    let mut lines = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what the bundler says")?;
        // It takes a minute, so it is seen at once.
        eprintln!("    {line}");
        lines.push(line);
    }
    let status = child.wait().context("lost the bundler")?;
    if !status.success() {
        bail!(
            "the bundler says above what is wrong; `scripts/bundle {}` tries it alone",
            bot.name
        );
    }
    let end = lines.iter().position(|line| line.starts_with("dist/"));
    let end = end.context("the bundler named no file; call it alone with scripts/bundle")?;
    Ok(lines[end..].join("\n"))
}
