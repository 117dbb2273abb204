//! The bench: same search, and how fast.

use crate::process::{describe, run};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Rounds of the comparison. The two programs run in turn, so that both meet the same machine.
const ROUNDS: usize = 5;

/// Seconds below which a bench says nothing about speed.
const TOO_SHORT: f64 = 0.1;

/// What a bench prints.
#[derive(Debug, Clone, PartialEq)]
pub struct Bench {
    /// Hash over positions, moves, values and nodes.
    pub signature: String,
    /// Work done.
    pub nodes: f64,
    /// Speed.
    pub nodes_per_second: f64,
}

/// Runs `PROGRAM bench`.
///
/// # Errors
/// It fails, or prints no signature.
pub fn bench(command: &mut Command) -> Result<Bench> {
    let output = run(command.arg("bench"), "")?.stdout;
    let field = |name: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned())
            .with_context(|| format!("{} prints no `{name}`", describe(command)))
    };
    let number = |name: &str| {
        field(name)?
            .parse()
            .with_context(|| format!("`{name}` of {} is no number", describe(command)))
    };
    let bench = Bench {
        signature: field("signature:")?,
        nodes: number("nodes:")?,
        nodes_per_second: number("nodes_per_second:")?,
    };
    if bench.nodes < 1.0 {
        bail!(
            "{} searches nothing, so its signature proves nothing",
            describe(command)
        );
    }
    Ok(bench)
}

/// The bundle's bench has the signature `expected` of the Cargo build; the speed of both is reported.
///
/// # Errors
/// Another signature.
pub fn same_signature(
    expected: &Bench,
    cargo_binary: &Path,
    binary: &Path,
) -> Result<((), String)> {
    let mut best = [0.0_f64; 2];
    for _ in 0..ROUNDS {
        for (program, best) in [cargo_binary, binary].into_iter().zip(&mut best) {
            let found = bench(&mut Command::new(program))?;
            if found.signature != expected.signature {
                bail!(
                    "the signature of {} is {}, not {}",
                    program.display(),
                    found.signature,
                    expected.signature
                );
            }
            *best = best.max(found.nodes_per_second);
        }
    }
    let [cargo, bundle] = best;
    let signature = &expected.signature;
    let detail = if expected.nodes < TOO_SHORT * cargo {
        format!("{signature}; too short a bench to compare the speed")
    } else {
        format!(
            "{signature}; {bundle:.0} nodes per second, {:.2} of the Cargo build (best of {ROUNDS} in turn)",
            bundle / cargo
        )
    };
    Ok(((), detail))
}
