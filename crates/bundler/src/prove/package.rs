//! The proof of an archive: every way that Saiblo is known to build it gives the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::bench::{Bench, has_signature};
use super::compile::quiet;
use super::proof::Proof;
use super::root::{command as command_in, inside as path_in};
use super::turn::{Turn, one_turn};
use crate::process::{run, rustc_command};
use crate::report::Report;
use crate::{archive, saiblo};

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
    let titled = |title: &str| match root {
        Some(_) => said!("judge root {title}"),
        None => title.to_owned(),
    };
    let folder = unpacked(archive, scratch, &titled("unpack"), report)?;
    let inside = |path: &Path| path_in(root, path);
    let command = |program: &str| command_in(root, Path::new(program));
    let mut way = |title: &str, tool: &str, lines: Vec<Command>, program: PathBuf| {
        let title = titled(title);
        if run(command(tool).arg("--version"), "").is_err() {
            report.skip(&title, &said!("{tool} is not installed"));
            return Ok(());
        }
        report.step(&title, || {
            for mut line in lines {
                run(&mut line, "")?;
            }
            one_turn(&mut command_in(root, &program), turn)?;
            let found = has_signature(&mut command_in(root, &program), &[], expected)?;
            Ok(((), said!("signature {}", found.signature)))
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

/// Unpacks the archive and builds it as Saiblo's course area does, with no crate at hand: Cargo has an empty home, and no
/// network. The program plays a half-game and has the signature. Returns the program.
///
/// # Errors
/// The first step that fails.
pub fn cargo(
    proof: &Proof,
    archive: &Path,
    scratch: &Path,
    report: &mut Report,
) -> Result<PathBuf> {
    let folder = unpacked(archive, scratch, "unpack", report)?;
    let program = folder.join(saiblo::CARGO_PROGRAM);
    let home = scratch.join("home");
    fs::create_dir(&home)?;
    let mut toolchains = vec![None];
    toolchains.extend(proof.how.toolchain.as_deref().map(Some));
    // Ours comes last: what it makes is kept.
    for toolchain in toolchains.into_iter().rev() {
        let [name, arguments @ ..] = saiblo::CARGO;
        let shown = saiblo::CARGO.join(" ");
        let title = toolchain.map_or_else(|| name.to_owned(), |name| said!("cargo of {name}"));
        report.step(&title, || {
            // Cargo itself, because rustup's stand-in for it looks for toolchains in the home.
            let tools = toolchain_folder(toolchain)?.join("bin");
            let mut command = Command::new(tools.join(name));
            command.args(arguments).arg("--quiet").current_dir(&folder);
            for (variable, _) in std::env::vars_os() {
                let name = variable.to_string_lossy();
                if name.starts_with("CARGO") || name.starts_with("RUST") {
                    command.env_remove(variable);
                }
            }
            command.env("RUSTC", tools.join("rustc"));
            command.env("HOME", &home).env("CARGO_HOME", &home);
            quiet(&mut command)?;
            one_turn(&mut Command::new(&program), proof.turn())?;
            let found = has_signature(&mut Command::new(&program), &[], &proof.expected)?;
            let detail = said!(
                "{shown}: not a warning, a turn, signature {}",
                found.signature
            );
            Ok(((), detail))
        })?;
    }
    Ok(program)
}

/// The folder of a toolchain of rustup's, or of ours.
fn toolchain_folder(toolchain: Option<&str>) -> Result<PathBuf> {
    let mut command = rustc_command(toolchain);
    let folder = run(command.args(["--print", "sysroot"]), "")?.stdout;
    Ok(PathBuf::from(folder.trim()))
}

/// Unpacks the archive, a step of this title; returns the folder.
fn unpacked(archive: &Path, scratch: &Path, title: &str, report: &mut Report) -> Result<PathBuf> {
    let folder = scratch.join("package");
    report.step(title, || {
        archive::unpack(archive, &folder)?;
        let mut names: Vec<String> = fs::read_dir(&folder)?
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        Ok((folder, names.join(", ")))
    })
}
