//! The proof of a file of Rust: it compiles without a word in every edition, with and without `-O`, and plays what the
//! Cargo build plays.

use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, anyhow};

use super::bench::has_signature;
use super::compile::rustc;
use super::proof::Proof;
use super::turn::one_turn;
use super::{judge_root, plays_the_same, strace};
use crate::report::Report;

/// Every edition, as plain `rustc FILE` means the first; the last to be compiled is the one that plays.
const EDITIONS: [&str; 4] = ["2015", "2018", "2024", "2021"];

/// The editions to compile in: every one, or of several bots, each with its `number`, the last and one of the others in turn.
pub fn editions(number: Option<usize>) -> Vec<&'static str> {
    let [others @ .., last] = &EDITIONS;
    match number {
        None => EDITIONS.to_vec(),
        Some(number) => vec![others[number % others.len()], last],
    }
}

/// What was measured of a file.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    /// How long `rustc -O` took, by the clock.
    pub compile_seconds: f64,
    /// Nodes a second of processor time, against the Cargo build, if that is measured.
    pub speed: Option<f64>,
}

/// Proves the file of a bot. `start_up` are the system calls that its `main` makes before the bot's.
///
/// # Errors
/// The first step that fails.
pub fn prove(
    proof: &Proof,
    file: &Path,
    start_up: &[&'static str],
    report: &mut Report,
) -> Result<Measures> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let [plain, optimized] = ["plain", "optimized"].map(|name| scratch.path().join(name));
    let mut compile_seconds = 0.0;
    for edition in &proof.how.editions {
        report.step(&format!("edition {edition}"), || {
            compile_seconds = thread::scope(|scope| {
                let other = scope.spawn(|| rustc(None, file, &["--edition", edition], &plain));
                let seconds = rustc(None, file, &["-O", "--edition", edition], &optimized)?;
                let other = other.join();
                other.map_err(|_| anyhow!("a thread that waits for rustc panicked"))??;
                anyhow::Ok(seconds)
            })?;
            for program in [&plain, &optimized] {
                one_turn(&mut Command::new(program), proof.turn())?;
            }
            has_signature(&mut Command::new(&optimized), &[], &proof.expected)?;
            Ok((
                (),
                format!("rustc, and rustc -O in {compile_seconds:.1} s: not a warning, a turn, the signature"),
            ))
        })?;
    }
    if let Some(name) = &proof.how.toolchain {
        report.step(&format!("toolchain {name}"), || {
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
    let speed = plays_the_same(proof, &optimized, report)?;
    strace::check(&optimized, proof.turn(), scratch.path(), start_up, report)?;
    if let Some(root) = &proof.how.judge_root {
        judge_root::rust(proof, file, &optimized, root, report)?;
    }
    Ok(Measures {
        compile_seconds,
        speed,
    })
}
