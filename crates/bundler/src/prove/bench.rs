//! The bench: same search, and how fast.

use crate::process::{describe, run};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Rounds of the comparison. The two programs run in turn, so that both meet the same machine.
const ROUNDS: usize = 5;

/// Seconds below which a bench is too short to measure speed.
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
    read(&output, command)
}

fn read(output: &str, command: &Command) -> Result<Bench> {
    let field = |name: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned())
            .with_context(|| format!("{} prints no `{name}`", describe(command)))
    };
    let number = |name: &str| {
        field(name)?
            .parse()
            .with_context(|| format!("`{name}` of {} is not a number", describe(command)))
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

/// Runs `PROGRAM bench`; returns also the processor time in seconds. Unlike the time by the clock it hardly depends on
/// what else the machine does.
fn timed_bench(program: &Path) -> Result<(Bench, f64)> {
    let mut command = Command::new("sh");
    // The second line of `times` is the user and the system time of the shell's children.
    command.args(["-c", "\"$0\" bench && times"]).arg(program);
    let output = run(&mut command, "")?.stdout;
    let seconds = output
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().next())
        .and_then(seconds)
        .with_context(|| format!("no times of {}", describe(&command)))?;
    Ok((read(&output, &command)?, seconds))
}

/// Seconds of a text like `0m1.230s`.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
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
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (program, best) in [cargo_binary, binary].into_iter().zip(&mut best) {
            let (found, seconds) = timed_bench(program)?;
            if found.signature != expected.signature {
                bail!(
                    "the signature of {} is {}, not {}",
                    program.display(),
                    found.signature,
                    expected.signature
                );
            }
            *best = best.min(seconds);
        }
    }
    let [cargo, bundle] = best;
    let signature = &expected.signature;
    let detail = if cargo < TOO_SHORT {
        format!("{signature}; too short a bench to compare the speed")
    } else {
        format!(
            "{signature}; {:.0} nodes a second of processor time, {:.2} of the Cargo build (best of {ROUNDS} in turn)",
            expected.nodes / bundle,
            cargo / bundle
        )
    };
    Ok(((), detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_print_minutes_and_seconds() {
        assert_eq!(seconds("0m0.05s"), Some(0.05));
        assert_eq!(seconds("2m1.234560s"), Some(121.23456));
        assert_eq!((seconds("1.5"), seconds("xm1s")), (None, None));
    }
}
