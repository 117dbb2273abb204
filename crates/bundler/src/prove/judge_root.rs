//! The same proof inside the root folder of an older system.

use super::bench::{Bench, has_signature};
use super::compile::{Compiler, command_lines, rustc};
use super::proof::Proof;
use super::turn::one_turn;
use super::{package, root};
use crate::process::run;
use crate::report::Report;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Compiles the C++ file, plays one turn and runs the bench inside the root folder `folder`.
///
/// # Errors
/// The first step that fails.
pub fn cpp(
    proof: &Proof,
    file: &Path,
    archive: Option<&Path>,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let turn = proof.turn();
    let lines = command_lines(proof.judge);
    report.step("judge root", || {
        let version = run(
            root::command(Some(folder), Path::new("g++")).arg("--version"),
            "",
        )
        .with_context(|| {
            msg!(
                "{} is not a root folder with g++ (made by debootstrap --include=g++)",
                folder.display()
            )
        })?;
        Ok((
            (),
            version.stdout.lines().next().unwrap_or_default().to_owned(),
        ))
    })?;
    let scratch = scratch(folder)?;
    let copy = scratch.path().join("bundle.cpp");
    fs::copy(file, &copy)?;
    let compiler = Compiler {
        file: &copy,
        scratch: scratch.path(),
        root: Some(folder),
    };
    for line in lines {
        let title = said!("judge root {}", line.name);
        for arguments in [line.flags.to_vec(), [line.flags, &["-lpthread"]].concat()] {
            report.step(&title, || {
                compiler.compile_and_play("g++", line.name, &arguments, turn)
            })?;
        }
    }
    report.step("judge root signature", || {
        let program = compiler.binary(lines[0].name);
        signature(root::command(Some(folder), &program), &proof.expected)
    })?;
    match archive {
        Some(archive) => package::prove(
            archive,
            scratch.path(),
            Some(folder),
            turn,
            &proof.expected,
            report,
        ),
        None => Ok(()),
    }
}

/// Compiles the file of Rust here, with the C library in it, and runs that inside the root folder `folder`: there is no
/// Rust in there. `program` is the ordinary one, whose need is told.
///
/// # Errors
/// The first step that fails.
pub fn rust(
    proof: &Proof,
    file: &Path,
    program: &Path,
    folder: &Path,
    report: &mut Report,
) -> Result<()> {
    let scratch = scratch(folder)?;
    let copy = scratch.path().join("static");
    report.step("judge root static", || {
        const FLAGS: [&str; 5] = [
            "-O",
            "--edition",
            "2021",
            "-C",
            "target-feature=+crt-static",
        ];
        rustc(None, file, &FLAGS, &copy)?;
        one_turn(&mut root::command(Some(folder), &copy), proof.turn())?;
        let needs = newest_glibc(&fs::read(program)?);
        let needs = needs.map_or_else(
            || "no C library".to_owned(),
            |(major, minor)| format!("glibc {major}.{minor}"),
        );
        Ok((
            (),
            said!(
                "rustc {}; compiled here without the last it needs {needs}",
                FLAGS.join(" ")
            ),
        ))
    })?;
    report.step("judge root signature", || {
        signature(root::command(Some(folder), &copy), &proof.expected)
    })
}

/// A folder inside `root` that both sides can write in.
fn scratch(root: &Path) -> Result<TempDir> {
    tempfile::tempdir_in(root.join("tmp")).context("cannot write into the judge root")
}

fn signature(mut command: Command, expected: &Bench) -> Result<((), String)> {
    let found = has_signature(&mut command, &[], expected)?;
    Ok((
        (),
        said!(
            "{}; {:.0} nodes per second",
            found.signature,
            found.nodes_per_second
        ),
    ))
}

/// The newest version of the GNU C library that a program names.
fn newest_glibc(program: &[u8]) -> Option<(u32, u32)> {
    let text = String::from_utf8_lossy(program);
    let versions = text.split("GLIBC_").skip(1).filter_map(|rest| {
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
        let (major, minor) = rest[..end?].split_once('.')?;
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_the_c_library_is_found() {
        let program = b"\x7fELF\0GLIBC_2.2.5\0GLIBC_2.34\0x\0GLIBC_PRIVATE\0GLIBC_2.9\0";
        assert_eq!(newest_glibc(program), Some((2, 34)));
        assert_eq!(newest_glibc(b"\x7fELF"), None);
    }
}
