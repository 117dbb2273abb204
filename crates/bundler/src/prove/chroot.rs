//! The same proof inside the root folder of an older system.

use super::bench::bench;
use super::compile::Compiler;
use super::play::Turn;
use super::{Proof, package};
use crate::process::run;
use crate::report::Report;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles, plays one turn and runs the bench inside `root`.
///
/// # Errors
/// The first step that fails.
pub fn prove(proof: &Proof, root: &Path, turn: &Turn, report: &mut Report) -> Result<()> {
    let signature = proof.expected.signature.as_str();
    let lines = proof.command_lines();
    report.step("judge root", || {
        let version = run(command(Some(root), Path::new("g++")).arg("--version"), "")
            .with_context(|| {
                format!(
                    "{} is no root folder with g++ (made by debootstrap --include=g++)",
                    root.display()
                )
            })?;
        Ok((
            (),
            version.stdout.lines().next().unwrap_or_default().to_owned(),
        ))
    })?;
    let scratch =
        tempfile::tempdir_in(root.join("tmp")).context("cannot write into the judge root")?;
    let copy = scratch.path().join("bundle.cpp");
    fs::copy(&proof.file, &copy)?;
    let compiler = Compiler {
        file: &copy,
        scratch: scratch.path(),
        root: Some(root),
    };
    for line in lines {
        let title = format!("judge root {}", line.name);
        for arguments in [line.flags.to_vec(), [line.flags, &["-lpthread"]].concat()] {
            report.step(&title, || {
                compiler.compile_and_play("g++", line.name, &arguments, turn)
            })?;
        }
    }
    report.step("judge root signature", || {
        let found = bench(&mut command(Some(root), &compiler.binary(lines[0].name)))?;
        if found.signature != signature {
            bail!(
                "signature {}, the Cargo build's is {signature}",
                found.signature
            );
        }
        Ok((
            (),
            format!(
                "{signature}; {:.0} nodes per second",
                found.nodes_per_second
            ),
        ))
    })?;
    match &proof.archive {
        Some(archive) => {
            package::prove(archive, scratch.path(), Some(root), turn, signature, report)
        }
        None => Ok(()),
    }
}

/// A command that runs `program` inside `root`, or here.
pub fn command(root: Option<&Path>, program: &Path) -> Command {
    let Some(root) = root else {
        return Command::new(program);
    };
    // Only root may change the root folder.
    let is_root =
        run(Command::new("id").arg("-u"), "").is_ok_and(|output| output.stdout.trim() == "0");
    let mut command = if is_root {
        Command::new("chroot")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "chroot"]);
        sudo
    };
    command.arg(root).arg(inside(Some(root), program));
    command
}

/// A path as it is seen inside `root`.
pub fn inside(root: Option<&Path>, path: &Path) -> PathBuf {
    match root.and_then(|root| path.strip_prefix(root).ok()) {
        Some(rest) => Path::new("/").join(rest),
        None => path.to_owned(),
    }
}
