//! The bots of the workspace, built.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use arena_common::Cancel;
use arena_common::texts::tr;
use manifest::build;
pub use manifest::{Bot, Judge, Workspace, champion, find, template};
use process::tool::Tool;

use crate::pack;

/// Every bot of the workspace that the current folder (or the running `cargo run`) is in, sorted by game and name; of a pack,
/// where the arena runs in one.
///
/// # Errors
/// If there is no workspace, or a bot's metadata is incomplete.
pub fn bots() -> Result<Vec<Bot>> {
    match pack::here()? {
        Some(pack) => Ok(pack.of_today()),
        None => Ok(Workspace::here()?.bots),
    }
}

/// Cargo's command: the one that runs us, if any.
pub fn cargo() -> String {
    build::cargo().to_string_lossy().into_owned()
}

/// Builds these bots of one judge as they are submitted, says so, and returns their executables in the same order.
///
/// # Errors
/// If this processor lacks what a bot is built for, or cargo fails; its messages have been printed then.
pub fn build(bots: &[&Bot]) -> Result<Vec<PathBuf>> {
    if !bots.is_empty() && pack::here()?.is_none() {
        notice!("building {} ...", names(bots));
    }
    build_into(bots, None, Link::Shared)
}

/// [`build`] for one of them.
///
/// # Errors
/// As [`build`].
pub fn build_one(bot: &Bot) -> Result<PathBuf> {
    build(&[bot])?.pop().context("a bot without a program")
}

/// Checks that a bot plays this game, which `what` is of.
///
/// # Errors
/// If it plays another one.
pub fn ensure_plays(bot: &Bot, game: &str, what: impl Display) -> Result<()> {
    require!(
        bot.game == game,
        "`{}` plays {}, but {what} is of {game}; name a bot of that game (see `arena list`)",
        bot.name,
        bot.game
    );
    Ok(())
}

/// The linking of programs with the C library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// They share that of the machine.
    Shared,
    /// They have their own: they run on machines with an older one, too.
    Static,
}

/// [`build`] with a target directory of its own, and linked so.
///
/// # Errors
/// As [`build`].
pub fn build_into(bots: &[&Bot], target: Option<&Path>, link: Link) -> Result<Vec<PathBuf>> {
    let Some(first) = bots.first() else {
        return Ok(Vec::new());
    };
    for bot in bots {
        build::runs_here(bot)?;
    }
    if pack::here()?.is_some() {
        return Ok(bots.iter().map(|bot| bot.folder.join(&bot.name)).collect());
    }
    let build = tool(first, bots, target, link);
    // A build takes its time, so cargo shows on the terminal what it does.
    let mut output = Vec::new();
    let status = build
        .run(&Cancel::default(), |bytes| output.extend_from_slice(bytes))
        .map_err(Error::from)
        .context("cannot start cargo; is Rust installed?")?;
    if !status.success() {
        fail!("the build of {} failed", names(bots));
    }
    build::programs(output.as_slice(), bots)
}

/// The names of these bots, each once.
fn names(bots: &[&Bot]) -> String {
    let mut names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
    names.dedup();
    names.join(tr(" and "))
}

/// The build of these bots, of which this is the first.
fn tool<'a>(first: &'a Bot, bots: &[&Bot], target: Option<&Path>, link: Link) -> Tool<'a> {
    let mut words = vec![cargo()];
    words.extend(build::arguments("build", bots));
    if let Some(target) = target {
        words.extend([
            "--target-dir".to_owned(),
            target.to_string_lossy().into_owned(),
        ]);
    }
    let mut flags = first.baseline.clone();
    if link == Link::Static {
        words.extend(["--target".to_owned(), triple()]);
        flags = Some(format!("{} {STATIC}", flags.unwrap_or_default()));
    }
    let flags = flags.map(|flags| ("RUSTFLAGS".to_owned(), flags));
    Tool {
        words,
        folder: &first.folder,
        without: &build::FOREIGN,
        variables: flags.into_iter().collect(),
    }
}

/// The flag that links the C library into a program.
const STATIC: &str = "-Ctarget-feature=+crt-static";

/// This machine's target as Cargo names it. It must be named where a program is linked statically: else build scripts would
/// be, too.
fn triple() -> String {
    format!("{}-unknown-linux-gnu", env::consts::ARCH)
}

/// Builds the workspace's arena, linked statically, and returns its executable; in a pack, which has one, that.
///
/// # Errors
/// If there is no workspace, or cargo fails; its messages have been printed then.
pub fn build_arena() -> Result<PathBuf> {
    if pack::here()?.is_some() {
        return env::current_exe().context("cannot tell where this arena is");
    }
    let here = Workspace::here()?;
    let words = ["build", "--release", "--package", "arena", "--target"];
    let words = words.map(str::to_owned).into_iter();
    let build = Tool {
        words: std::iter::once(cargo())
            .chain(words)
            .chain([triple()])
            .collect(),
        folder: &here.root,
        without: &build::FOREIGN,
        variables: vec![("RUSTFLAGS".to_owned(), STATIC.to_owned())],
    };
    let status = build.run(&Cancel::default(), |_| {});
    let status = status
        .map_err(Error::from)
        .context("cannot start cargo; is Rust installed?")?;
    require!(
        status.success(),
        "the build of the arena failed; does this machine have the C library to be linked statically (Debian: libc6-dev)?"
    );
    Ok(here.target.join(triple()).join("release/arena"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_of_a_judge_has_a_committed_bench() {
        let of_a_judge = |bot: &&Bot| bot.judge != Judge::None;
        for bot in bots().unwrap().iter().filter(of_a_judge) {
            let path = bot.folder.join("bench.expected");
            let line = std::fs::read_to_string(&path).unwrap_or_default();
            let lib = std::fs::read_to_string(bot.folder.join("src/lib.rs")).unwrap();
            assert!(line.starts_with("nodes "), "{}: {line:?}", path.display());
            assert!(
                lib.contains("::bench_test!("),
                "{}: no test compares it",
                path.display()
            );
        }
    }

    #[test]
    fn a_build_takes_no_flags_from_the_user() {
        let bots = bots().unwrap();
        let bot = find(&bots, "snakego-greedy").unwrap();
        let tool = tool(bot, &[bot], None, Link::Shared);
        assert_eq!(tool.without, build::FOREIGN);
        assert_eq!(tool.variables.len(), 1);
        assert_eq!(Some(&tool.variables[0].1), bot.baseline.as_ref());
    }

    #[test]
    fn this_workspace_has_bots() {
        assert!(
            bots()
                .unwrap()
                .iter()
                .any(|bot| bot.name == "nogo-random" && bot.game == "nogo")
        );
    }
}
