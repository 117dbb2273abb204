//! The proof of an archive: every way that Saiblo is known to build it gives the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::bench::{Bench, has_signature};
use super::root::{command as command_in, inside as path_in};
use super::turn::{Turn, one_turn};
use crate::archive;
use crate::process::run;
use crate::report::Report;

/// Unpacks the archive and builds it by `make`, by `cmake` with and without `ONLINE_JUDGE`, and by a plain `g++`; each
/// program plays a half-game and has the signature. Inside `root` only what is installed there can be tried.
///
/// # Errors
/// The first step that fails.
pub fn prove(
    archive: &Path,
    scratch: &Path,
    root: Option<&Path>,
    turn: &Turn,
    expected: &Bench,
    report: &mut Report,
) -> Result<()> {
    let place = if root.is_some() { "judge root " } else { "" };
    let folder = scratch.join("package");
    report.step(&format!("{place}unpack"), || {
        archive::unpack(archive, &folder)?;
        let mut names: Vec<String> = fs::read_dir(&folder)?
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        Ok(((), names.join(", ")))
    })?;
    let inside = |path: &Path| path_in(root, path);
    let command = |program: &str| command_in(root, Path::new(program));
    let mut way = |title: &str, tool: &str, lines: Vec<Command>, program: PathBuf| {
        let title = format!("{place}{title}");
        if run(command(tool).arg("--version"), "").is_err() {
            report.skip(&title, &format!("{tool} is not installed"));
            return Ok(());
        }
        report.step(&title, || {
            for mut line in lines {
                run(&mut line, "")?;
            }
            one_turn(&mut command_in(root, &program), turn)?;
            let found = has_signature(&mut command_in(root, &program), &[], expected)?;
            Ok(((), format!("signature {}", found.signature)))
        })
    };

    let mut make = command("make");
    make.arg("-C").arg(inside(&folder));
    way("make", "make", vec![make], folder.join("main"))?;

    for (title, define, program) in [
        ("cmake", None, "build/main"),
        (
            "cmake ONLINE_JUDGE",
            Some("-DONLINE_JUDGE=ON"),
            "judge/bin/main",
        ),
    ] {
        let build = folder.join(program.split('/').next().context("a folder")?);
        let mut configure = command("cmake");
        configure
            .arg("-S")
            .arg(inside(&folder))
            .arg("-B")
            .arg(inside(&build));
        configure.args(define);
        let mut compile = command("cmake");
        compile.arg("--build").arg(inside(&build));
        way(
            title,
            "cmake",
            vec![configure, compile],
            folder.join(program),
        )?;
    }

    let mut plain = command("g++");
    plain.arg(inside(&folder.join("main.cpp")));
    plain.arg("-o").arg(inside(&folder.join("plain")));
    way("g++ main.cpp", "g++", vec![plain], folder.join("plain"))
}
