//! The proof of a C++ file: every command line of the judge's and some others make the program of it, here and in the
//! root folder of an older system.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use bundler_asm::symbols::Symbols;
use manifest::Judge;

use super::compile::{Compiler, VARIANTS, command_lines};
use super::proof::{Measures, Proof};
use super::{judge_root, object, package, plays_the_same, strace};
use crate::process::exists;
use crate::report::Report;

/// Checks for the C++ compiler before anything takes long.
///
/// # Errors
/// Says how to install it.
pub fn require_compiler() -> Result<()> {
    if !exists("g++") {
        fail!(
            "g++ is needed to prove the C++ file: apt-get install g++, or ask for the other forms with `--form`"
        );
    }
    Ok(())
}

/// Proves the file, and the archive that it is in on Saiblo.
///
/// # Errors
/// The first step that fails: the command with its standard error, or the difference that was found.
pub fn prove(
    proof: &Proof,
    file: &Path,
    archive: Option<&Path>,
    report: &mut Report,
) -> Result<Measures> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let turn = proof.turn();
    report.step("plain ASCII", || plain_ascii(file))?;
    report.step("object file", || {
        object::check(file, scratch.path(), &Symbols::committed()?)
    })?;
    let local = Compiler {
        file,
        scratch: scratch.path(),
        root: None,
    };
    let lines = command_lines(proof.judge);
    for line in lines {
        let mut arguments = line.flags.to_vec();
        if proof.judge == Judge::Botzone {
            arguments.push("-lpthread");
        }
        report.step(line.name, || {
            local.compile_and_play("g++", line.name, &arguments, turn)
        })?;
    }
    for (compiler, name, arguments) in VARIANTS {
        if exists(compiler) {
            report.step(name, || {
                local.compile_and_play(compiler, name, arguments, turn)
            })?;
        } else {
            report.skip(name, &said!("{compiler} is not installed"));
        }
    }
    let binary = local.binary(lines[0].name);
    let speed = plays_the_same(proof, &binary, report)?;
    strace::check(&binary, turn, scratch.path(), &[], report)?;
    if let Some(archive) = archive {
        package::prove(archive, scratch.path(), None, turn, &proof.expected, report)?;
    }
    if let Some(root) = &proof.how.judge_root {
        judge_root::cpp(proof, file, archive, root, report)?;
    }
    Ok(Measures {
        compile_seconds: None,
        speed,
    })
}

fn plain_ascii(file: &Path) -> Result<((), String)> {
    let bytes = fs::read(file).with_context(|| msg!("cannot read {}", file.display()))?;
    match bytes
        .iter()
        .position(|&byte| byte != b'\n' && !(b' '..=b'~').contains(&byte))
    {
        Some(place) => fail!("{}: byte {place} is {:#04x}", file.display(), bytes[place]),
        None => {
            let longest = bytes
                .split(|&byte| byte == b'\n')
                .map(<[u8]>::len)
                .max()
                .unwrap_or(0);
            Ok(((), said!("{} bytes, longest line {longest}", bytes.len())))
        }
    }
}
