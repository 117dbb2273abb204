//! The step that makes the files to upload: the bundler, called as `scripts/bundle` calls it.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use arena_common::{Cancel, Stop, texts};
use players::workspace::{self, Bot};
use process::tool::Tool;

/// Bundles and proves the bot in every form. Returns what the bundler says at its end: the files, their sizes, and how to
/// upload them.
///
/// # Errors
/// If there is no g++, it was cancelled, or the bundler refuses the bot; with the cure or the bundler's own words.
pub fn bundle(bot: &Bot, cancel: &Cancel) -> Result<String> {
    let compiler = Command::new("g++")
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    require!(
        compiler.is_ok_and(|status| status.success()),
        "there is no g++ to compile the bundle with; install it (Debian: apt-get install g++), or leave the step out \
         with --skip bundle"
    );
    let mut words = vec![workspace::cargo()];
    let arguments = ["run", "--release", "--quiet", "-p", "bundler", "--"];
    words.extend(arguments.map(str::to_owned));
    let language = texts::language().name();
    words.extend([&*bot.name, "--every-form", "--lang", language].map(str::to_owned));
    let bundler = Tool {
        words,
        folder: &bot.folder,
        without: &[],
        variables: Vec::new(),
    };
    let (mut said, mut shown) = (Vec::new(), 0);
    let status = bundler
        .run(cancel, |bytes| {
            said.extend_from_slice(bytes);
            // It takes a minute, so every line is seen at once.
            while let Some(length) = said[shown..].iter().position(|&byte| byte == b'\n') {
                let line = &said[shown..shown + length];
                eprintln!("    {}", String::from_utf8_lossy(line));
                shown += length + 1;
            }
        })
        .map_err(|stop| match stop {
            Stop::Cancelled => stop.into(),
            Stop::Failed(error) => error.context("cannot start cargo; is Rust installed?"),
        })?;
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    if !status.success() {
        fail!(
            "the bundler says above what is wrong; `scripts/bundle {}` tries it alone",
            bot.name
        );
    }
    let end = lines.iter().position(|line| line.starts_with("dist/"));
    let end = end.context("the bundler named no file; call it alone with scripts/bundle")?;
    Ok(lines[end..].join("\n"))
}
