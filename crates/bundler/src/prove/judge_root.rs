//! The same proof inside the root folder of an older system.

use super::bench::bench;
use super::compile::Compiler;
use super::package;
use super::proof::Proof;
use super::root;
use super::turn::Turn;
use crate::process::run;
use crate::report::Report;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Compiles, plays one turn and runs the bench inside the root folder `folder`.
///
/// # Errors
/// The first step that fails.
pub fn prove(proof: &Proof, folder: &Path, turn: &Turn, report: &mut Report) -> Result<()> {
    let signature = proof.expected.signature.as_str();
    let lines = proof.command_lines();
    report.step("judge root", || {
        let version = run(
            root::command(Some(folder), Path::new("g++")).arg("--version"),
            "",
        )
        .with_context(|| {
            format!(
                "{} is not a root folder with g++ (made by debootstrap --include=g++)",
                folder.display()
            )
        })?;
        Ok((
            (),
            version.stdout.lines().next().unwrap_or_default().to_owned(),
        ))
    })?;
    let scratch =
        tempfile::tempdir_in(folder.join("tmp")).context("cannot write into the judge root")?;
    let copy = scratch.path().join("bundle.cpp");
    fs::copy(&proof.file, &copy)?;
    let compiler = Compiler {
        file: &copy,
        scratch: scratch.path(),
        root: Some(folder),
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
        let found = bench(&mut root::command(
            Some(folder),
            &compiler.binary(lines[0].name),
        ))?;
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
        Some(archive) => package::prove(
            archive,
            scratch.path(),
            Some(folder),
            turn,
            signature,
            report,
        ),
        None => Ok(()),
    }
}
