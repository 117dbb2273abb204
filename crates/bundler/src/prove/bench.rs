//! The bench: same search, and how fast.

use crate::process::{describe, run};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Rounds of the comparison. The two programs run in turn, so that both meet the same machine.
const ROUNDS: usize = 5;

/// Seconds of processor time that a round shall take, so that what comes before the search does not count, and because a
/// shell tells hundredths. A shorter bench gets more nodes, and is run several times if that does not help.
const ROUND: f64 = 0.5;

/// The most that a short bench is made longer, and the most times that it is run in a round.
const LONGER: f64 = 20.0;
const MOST: f64 = 200.0;

/// The output of a bench.
#[derive(Debug, Clone, PartialEq)]
pub struct Bench {
    /// Hash over positions, moves, values and nodes.
    pub signature: String,
    /// The number of positions searched.
    pub positions: f64,
    /// Work done.
    pub nodes: f64,
    /// Speed.
    pub nodes_per_second: f64,
}

/// Runs `PROGRAM bench` with these flags.
///
/// # Errors
/// It fails, or prints no signature.
pub fn bench(command: &mut Command, flags: &[String]) -> Result<Bench> {
    let output = run(command.arg("bench").args(flags), "")?.stdout;
    read(&output, command)
}

fn read(output: &str, command: &Command) -> Result<Bench> {
    let field = |name: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().to_owned())
            .with_context(|| msg!("{} prints no `{name}`", describe(command)))
    };
    let number = |name: &str| {
        field(name)?
            .parse()
            .with_context(|| msg!("`{name}` of {} is not a number", describe(command)))
    };
    let bench = Bench {
        signature: field("signature:")?,
        positions: number("positions:")?,
        nodes: number("nodes:")?,
        nodes_per_second: number("nodes_per_second:")?,
    };
    if bench.nodes < 1.0 {
        fail!(
            "{} searches nothing, so its signature proves nothing",
            describe(command)
        );
    }
    Ok(bench)
}

/// Runs `PROGRAM bench` with these flags and compares its signature with that of the Cargo build.
///
/// # Errors
/// It fails, or has another one.
pub fn has_signature(command: &mut Command, flags: &[String], expected: &Bench) -> Result<Bench> {
    let found = bench(command, flags)?;
    if found.signature != expected.signature {
        fail!(
            "the signature of {} is {}, the Cargo build's is {}",
            describe(command),
            found.signature,
            expected.signature
        );
    }
    Ok(found)
}

/// The processor time that `PROGRAM bench` takes with these flags, in seconds. Unlike the time by the clock it hardly
/// depends on what else the machine does.
fn bench_seconds(program: &Path, flags: &[String], times: u32) -> Result<f64> {
    let mut command = Command::new("sh");
    // The second line of `times` is the user and the system time of the shell's children.
    command.arg("-c").arg(format!(
        "for i in $(seq {times}); do \"$0\" bench \"$@\" >/dev/null || exit; done; times"
    ));
    let output = run(command.arg(program).args(flags), "")?.stdout;
    let user = output
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().next());
    let total = user.and_then(seconds);
    let total = total.with_context(|| msg!("no times of {}", describe(&command)))?;
    Ok(total / f64::from(times))
}

/// Seconds of a text like `0m1.230s`.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// The bundle's bench has the signature `expected` of the Cargo build, and with more nodes, where it is short, still the
/// Cargo build's. Returns its speed against that, if it is to be `timed`.
///
/// # Errors
/// Another signature.
pub fn same_signature(
    expected: &Bench,
    cargo_binary: &Path,
    binary: &Path,
    timed: bool,
) -> Result<(Option<f64>, String)> {
    has_signature(&mut Command::new(binary), &[], expected)?;
    let once = bench_seconds(cargo_binary, &[], 1)?;
    let mut flags = Vec::new();
    if once < ROUND {
        // A shell may tell of none at all.
        let nodes = expected.nodes / expected.positions * (ROUND / once).min(LONGER);
        flags = vec!["--nodes".to_owned(), format!("{nodes:.0}")];
    }
    let longer = bench(&mut Command::new(cargo_binary), &flags)?;
    has_signature(&mut Command::new(binary), &flags, &longer)?;
    if !timed {
        return Ok((None, expected.signature.clone()));
    }
    let times = ROUND / bench_seconds(cargo_binary, &flags, 1)?;
    let times = times.ceil().clamp(1.0, MOST) as u32;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (program, best) in [cargo_binary, binary].into_iter().zip(&mut best) {
            *best = best.min(bench_seconds(program, &flags, times)?);
        }
    }
    let [cargo, bundle] = best;
    let speed = cargo / bundle;
    let detail = said!(
        "{}; {:.0} nodes a second of processor time, {speed:.2} of the Cargo build (best of {ROUNDS} in turn)",
        expected.signature,
        longer.nodes / bundle
    );
    Ok((Some(speed), detail))
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
