//! Cargo's part: the program itself, and the same program as assembler text.
//!
//! Both come from the profile of bots (fat LTO, one codegen unit, `panic = "abort"`) and the same processor baseline.
//! The text is made in a target folder of its own, because it wants one thing more: paths of this machine, which
//! panic messages of dependencies would hold, are replaced. So two machines make the same bundle.

use crate::process::group::Group;
use anyhow::{Context, Result};
use cargo_metadata::Message;
use manifest::{Bot, Workspace, build};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Features by package id.
pub type Features = BTreeMap<String, BTreeSet<String>>;

/// The only target a bundle is made for.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Builds the bots of a workspace.
#[derive(Debug)]
pub struct Builder<'a> {
    /// The workspace.
    pub workspace: &'a Workspace,
    /// The compiler flags that make paths the same on all machines.
    remap: Vec<String>,
}

impl<'a> Builder<'a> {
    /// A builder for the bots of this workspace.
    ///
    /// # Errors
    /// If Cargo or the compiler does not say where the sources on this machine are.
    pub fn new(workspace: &'a Workspace) -> Result<Self> {
        let remap = remap(workspace)?;
        Ok(Self { workspace, remap })
    }

    /// Builds the bot with `cargo build` and the flags of its judge: the program that the bundle must equal.
    ///
    /// # Errors
    /// If this processor cannot run it, or Cargo's own, already printed.
    pub fn binary(&self, bot: &Bot) -> Result<(PathBuf, String)> {
        let binary = executable(&mut self.cargo("build", bot), bot)?;
        Ok((binary, said!("profile {}", bot.profile)))
    }

    /// The features of every package that the bot is built with, by the package's id. `cargo metadata` tells those of all
    /// members together.
    ///
    /// # Errors
    /// Cargo's own, already printed.
    pub fn features(&self, bot: &Bot) -> Result<Features> {
        let mut command = self.cargo("build", bot);
        command.stdout(Stdio::piped());
        let mut child = Group::start(&mut command).context("cannot start cargo")?;
        let stdout = child.stdout.take().context("cargo has no output")?;
        let mut features = Features::new();
        for message in Message::parse_stream(BufReader::new(stdout)) {
            if let Message::CompilerArtifact(artifact) = message?
                && artifact.target.is_lib()
            {
                let own = artifact.features.into_iter().collect();
                features.insert(artifact.package_id.repr, own);
            }
        }
        if !child.wait()?.success() {
            fail!("cargo failed, see above");
        }
        Ok(features)
    }

    /// The whole program as assembler text: the file that holds it.
    ///
    /// # Errors
    /// Cargo's own, already printed, or the text is not where the compiler writes it.
    pub fn assembler(&self, bot: &Bot, keep_running: bool) -> Result<(PathBuf, String)> {
        let mut command = self.cargo("rustc", bot);
        command
            .args(["--target", TARGET])
            .arg("--target-dir")
            .arg(self.workspace.target.join("bundle"));
        match &bot.baseline {
            // The environment's flags replace those of .cargo/config.toml; those of a --config are added to them.
            Some(baseline) => {
                let flags: Vec<&str> = (baseline.split_whitespace())
                    .chain(self.remap.iter().map(String::as_str))
                    .collect();
                command.env_remove("RUSTFLAGS");
                command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
            }
            None => {
                let flags = serde_json::to_string(&self.remap)?;
                command
                    .arg("--config")
                    .arg(format!("target.{TARGET}.rustflags={flags}"));
            }
        }
        command.args(["--", "--emit=asm"]);
        if keep_running {
            command.env("BOTZONE_KEEP_RUNNING", "1");
        }
        let path = assembler_beside(&executable(&mut command, bot)?, &bot.name)?;
        let size = fs::metadata(&path)?.len();
        Ok((path, format!("{} KB", size / 1000)))
    }

    /// A Cargo command for one bot, independent of what the user's environment adds to a build.
    fn cargo(&self, command: &str, bot: &Bot) -> Command {
        let arguments = build::arguments(command, &[bot]);
        let mut command = Command::new(build::cargo());
        command
            .current_dir(&self.workspace.root)
            .args(arguments)
            .arg("--manifest-path")
            .arg(bot.folder.join("Cargo.toml"));
        for variable in build::FOREIGN {
            command.env_remove(variable);
        }
        command.envs(build::own(bot));
        command
    }
}

/// Runs Cargo and returns the bot's executable.
fn executable(command: &mut Command, bot: &Bot) -> Result<PathBuf> {
    build::runs_here(bot)?;
    command.stdout(Stdio::piped());
    let mut child = Group::start(command).context("cannot start cargo")?;
    let stdout = child.stdout.take().context("cargo has no output")?;
    let programs = build::programs(BufReader::new(stdout), &[bot]);
    if !child.wait()?.success() {
        fail!("cargo failed, see above");
    }
    programs?.pop().context("cargo made no executable")
}

/// The compiler flags that make paths the same on all machines.
fn remap(workspace: &Workspace) -> Result<Vec<String>> {
    let mut folders = workspace.dependency_folders()?;
    // Members have paths from the root anyway; what a probe, which is no member, uses of them has not.
    folders.insert(workspace.root.clone());
    let mut flags: Vec<String> = folders
        .iter()
        .map(|folder| format!("--remap-path-prefix={}/=", folder.display()))
        .collect();
    // With the component rust-src installed, the compiler would name the standard library's files by their local
    // path instead of the one they have everywhere.
    let sysroot = rustc(&workspace.root, &["--print", "sysroot"])?;
    let version = rustc(&workspace.root, &["--version", "--verbose"])?;
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "));
    let commit = commit.context("rustc names no commit")?;
    flags.push(format!(
        "--remap-path-prefix={}/lib/rustlib/src/rust=/rustc/{commit}",
        sysroot.trim()
    ));
    Ok(flags)
}

fn rustc(root: &Path, args: &[&str]) -> Result<String> {
    let output = Command::new("rustc").current_dir(root).args(args).output();
    let output = output.context("cannot start rustc")?;
    if !output.status.success() {
        fail!(
            "rustc {} failed: {}",
            args.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Cargo names the files of one compilation `deps/NAME-HASH` and `deps/NAME-HASH.s`, and copies the executable out
/// of there; several hashes may lie side by side, so the copy tells which one is current.
fn assembler_beside(executable: &Path, bot: &str) -> Result<PathBuf> {
    let deps = executable
        .parent()
        .context("executable without a folder")?
        .join("deps");
    let current = fs::read(executable)?;
    let prefix = format!("{}-", bot.replace('-', "_"));
    for entry in fs::read_dir(&deps)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = path.with_extension("s");
        if name.starts_with(&prefix)
            && !name.contains('.')
            && text.exists()
            && fs::read(&path)? == current
        {
            return Ok(text);
        }
    }
    fail!(
        "no assembler text of {} in {}",
        executable.display(),
        deps.display()
    )
}
