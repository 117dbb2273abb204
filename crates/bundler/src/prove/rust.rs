//! The proof of a file of Rust: it compiles without a word in every edition, with and without `-O`, and plays what the
//! Cargo build plays.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use super::bench::has_signature;
use super::compile::rustc;
use super::proof::{Measures, Proof};
use super::turn::one_turn;
use super::{judge_root, package, plays_the_same, strace};
use crate::report::Report;
use crate::rust::compiler::private;

/// Proves the file of a bot, and the package for Cargo that it is in on Saiblo. `start_up` are the system calls that its `main` makes before the bot's.
///
/// # Errors
/// The first step that fails.
pub fn prove(
    proof: &Proof,
    file: &Path,
    archive: Option<&Path>,
    start_up: &[&'static str],
    report: &mut Report,
) -> Result<Measures> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let [plain, optimized] = ["plain", "optimized"].map(|name| scratch.path().join(name));
    let compile_seconds = report.step("rustc", || {
        let optimized_flags = ["-O", "--edition", "2021"];
        let ((), seconds) = both(
            || rustc(None, file, &[], &plain).map(drop),
            || rustc(None, file, &optimized_flags, &optimized),
        )?;
        for program in [&plain, &optimized] {
            one_turn(&mut Command::new(program), proof.turn())?;
        }
        has_signature(&mut Command::new(&optimized), &[], &proof.expected)?;
        let detail = said!(
            "edition 2015, and -O --edition 2021 in {seconds:.1} s: not a warning, a turn, the signature"
        );
        Ok((seconds, detail))
    })?;
    // Differences between editions are settled before code is generated.
    report.step("other editions", || {
        let checks = |edition: &'static str| {
            let checked = scratch.path().join(edition);
            let flags = ["--edition", edition, "--emit", "metadata"];
            move || rustc(None, file, &flags, &checked).map(drop)
        };
        both(checks("2018"), checks("2024"))?;
        Ok(((), "2018, 2024: not a warning".to_owned()))
    })?;
    report.step("nothing unused", || {
        let text = fs::read_to_string(file)?;
        let copy = scratch.path().join("private.rs");
        fs::write(&copy, private(&text)?)?;
        let checked = scratch.path().join("private");
        let flags = ["--edition", "2021", "--emit", "metadata"];
        rustc(None, &copy, &flags, &checked)?;
        Ok(((), "not a warning with everything private".to_owned()))
    })?;
    if let Some(name) = &proof.how.toolchain {
        report.step(&said!("toolchain {name}"), || {
            let other = scratch.path().join("other");
            rustc(Some(name), file, &["-O", "--edition", "2021"], &other)?;
            one_turn(&mut Command::new(&other), proof.turn())?;
            has_signature(&mut Command::new(&other), &[], &proof.expected)?;
            Ok((
                (),
                "rustc -O --edition 2021: not a warning, a turn, the signature".to_owned(),
            ))
        })?;
    }
    let program = match archive {
        None => optimized,
        Some(archive) => package::cargo(proof, archive, scratch.path(), report)?,
    };
    let speed = plays_the_same(proof, &program, report)?;
    strace::check(&program, proof.turn(), scratch.path(), start_up, report)?;
    if let Some(root) = &proof.how.judge_root {
        judge_root::rust(proof, file, &program, root, report)?;
    }
    Ok(Measures {
        compile_seconds: Some(compile_seconds),
        speed,
    })
}

/// Runs both at the same time; returns what they return.
fn both<A: Send, B>(
    one: impl FnOnce() -> Result<A> + Send,
    other: impl FnOnce() -> Result<B>,
) -> Result<(A, B)> {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other()?;
        let one = one.join();
        Ok((
            one.map_err(|_| error!("a thread that waits for rustc panicked"))??,
            other,
        ))
    })
}
