//! The proof: the file is compiled in every way the judge may compile it, and plays what the Cargo build plays.

pub mod bench;
pub mod compile;
pub mod games;
pub mod half_games;
pub mod judge_root;
pub mod object;
pub mod package;
pub mod proof;
pub mod root;
mod rust;
pub mod script;
pub mod strace;
pub mod turn;

use crate::botzone::LIMITS;
use crate::process::{exists, limited, run};
use crate::report::{Report, counted};
use crate::symbols::Symbols;
use anyhow::{Context, Result, bail};
use compile::{Compiler, VARIANTS};
use manifest::Judge;
use std::fs;
use std::path::Path;
use turn::Turn;

pub use proof::Proof;
pub use rust::prove as rust;

/// Checks for the C++ compiler before anything takes long.
///
/// # Errors
/// Says how to install it.
pub fn require_compiler() -> Result<()> {
    if !exists("g++") {
        bail!("g++ is needed to prove a bundle: apt-get install g++");
    }
    Ok(())
}

/// Runs all steps.
///
/// # Errors
/// The first step that fails: the command with its standard error, or the difference that was found.
pub fn prove(proof: &Proof, report: &mut Report) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let file = &proof.file;

    report.step("plain ASCII", || plain_ascii(file))?;
    report.step("object file", || {
        object::check(file, scratch.path(), &Symbols::committed()?)
    })?;

    let games = report.step("Cargo build plays", || played(proof))?;
    let turn = games
        .first()
        .and_then(|game| game.last())
        .context("no turn to play")?;

    let local = Compiler {
        file,
        scratch: scratch.path(),
        root: None,
    };
    let lines = proof.command_lines();
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
            report.skip(name, &format!("{compiler} is not installed"));
        }
    }
    let binary = local.binary(lines[0].name);

    match proof.judge {
        Judge::Saiblo => {
            report.step("same answers", || {
                half_games::same_answers(&proof.turns, &binary, &games.concat())
            })?;
        }
        _ => plays_the_same(proof, &binary, &games, turn, report)?,
    }
    runs_the_same(proof, &binary, turn, report)?;
    strace::check(&binary, turn, scratch.path(), &[], report)?;
    let signature = &proof.expected.signature;
    if let Some(archive) = &proof.archive {
        package::prove(archive, scratch.path(), None, turn, signature, report)?;
    }
    match &proof.judge_root {
        Some(root) => judge_root::prove(proof, root, turn, report),
        None => Ok(()),
    }
}

/// The steps on Botzone of a program that has been made, in whatever form: its games.
fn plays_the_same(
    proof: &Proof,
    binary: &Path,
    games: &[Vec<Turn>],
    turn: &Turn,
    report: &mut Report,
) -> Result<()> {
    report.step("same answers", || {
        games::same_answers(&proof.turns, &proof.cargo_binary, binary, games)
    })?;
    report.step("default mode", || {
        games::default_mode(binary, turn, proof.keep_running)
    })
}

/// And on every judge: a turn with little, and the bench.
fn runs_the_same(proof: &Proof, binary: &Path, turn: &Turn, report: &mut Report) -> Result<()> {
    report.step("small machine", || small_machine(proof, binary, turn))?;
    report.step("signature", || {
        bench::same_signature(&proof.expected, &proof.cargo_binary, binary)
    })
}

/// A turn at the real time limit with as little stack and memory as a judge may give.
fn small_machine(proof: &Proof, binary: &Path, turn: &Turn) -> Result<((), String)> {
    // A half-game at the real time limit would take minutes; its beginning is one turn.
    let input = match proof.judge {
        Judge::Saiblo => half_games::beginning(&turn.input),
        _ => turn.input.clone(),
    };
    let answer = run(&mut limited(binary, turn.flags()), input)?;
    turn.read(&answer.stdout)?;
    let (stack, memory) = LIMITS;
    Ok((
        (),
        format!(
            "a turn at the real time limit with {stack} KB of stack, {} MB of memory",
            memory / 1024
        ),
    ))
}

/// What the Cargo build plays.
fn played(proof: &Proof) -> Result<(Vec<Vec<Turn>>, String)> {
    let binary = &proof.cargo_binary;
    if proof.judge == Judge::Saiblo {
        let half_games = half_games::play(binary, &proof.turns)?;
        let detail = counted(half_games.len(), "half-game", "half-games");
        return Ok((vec![half_games], detail));
    }
    let games = script::games(&proof.turns)?;
    let played = games
        .iter()
        .map(|game| games::restart(binary, game))
        .collect::<Result<_>>()?;
    let detail = format!(
        "{} of up to {}",
        counted(games.len(), "game", "games"),
        counted(script::longest(&games), "turn", "turns")
    );
    Ok((played, detail))
}

fn plain_ascii(file: &Path) -> Result<((), String)> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    match bytes
        .iter()
        .position(|&byte| byte != b'\n' && !(b' '..=b'~').contains(&byte))
    {
        Some(place) => bail!("{}: byte {place} is {:#04x}", file.display(), bytes[place]),
        None => {
            let longest = bytes
                .split(|&byte| byte == b'\n')
                .map(<[u8]>::len)
                .max()
                .unwrap_or(0);
            Ok(((), format!("{} bytes, longest line {longest}", bytes.len())))
        }
    }
}
