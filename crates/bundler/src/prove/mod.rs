//! The proof: the file is compiled in every way the judge may compile it, and plays what the Cargo build plays.

pub mod bench;
pub mod chroot;
pub mod compile;
pub mod half;
pub mod object;
pub mod package;
pub mod play;
pub mod strace;

use crate::botzone::{self, CommandLine, LIMITS};
use crate::process::{exists, limited, run};
use crate::report::{Report, counted};
use crate::saiblo;
use crate::symbols::Symbols;
use crate::workspace::Judge;
use anyhow::{Context, Result, bail};
use bench::Bench;
use compile::{Compiler, VARIANTS};
use play::Turn;
use std::fs;
use std::path::{Path, PathBuf};

/// What is to be proven, and against what.
#[derive(Debug)]
pub struct Proof {
    /// Who referees.
    pub judge: Judge,
    /// The bundle's C++ file.
    pub file: PathBuf,
    /// The archive with it, on Saiblo.
    pub archive: Option<PathBuf>,
    /// The Cargo build of the same bot.
    pub cargo_binary: PathBuf,
    /// What its bench prints.
    pub expected: Bench,
    /// The games to play: `data/turns/GAME.jsonl`.
    pub turns: PathBuf,
    /// Whether the bundle asks to be kept running by default.
    pub keep_running: bool,
    /// Root folder of an older system.
    pub judge_root: Option<PathBuf>,
}

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
    let scratch = tempfile::tempdir().context("no folder for temporary files")?;
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
                half::same_answers(proof, &binary, &games.concat())
            })?;
        }
        _ => {
            report.step("same answers", || {
                play::same_answers(proof, &binary, &games)
            })?;
            report.step("default mode", || {
                play::default_mode(&binary, turn, proof.keep_running)
            })?;
        }
    }
    report.step("small machine", || {
        // A half at the real time limit would take minutes; its beginning is one turn.
        let input = match proof.judge {
            Judge::Saiblo => half::beginning(&turn.input),
            _ => turn.input.clone(),
        };
        let answer = run(&mut limited(&binary, turn.flags()), input)?;
        turn.read(&answer.stdout)?;
        let (stack, memory) = LIMITS;
        Ok((
            (),
            format!(
                "a turn at the real time limit with {stack} KB of stack, {} MB of memory",
                memory / 1024
            ),
        ))
    })?;
    report.step("signature", || {
        bench::same_signature(&proof.expected, &proof.cargo_binary, &binary)
    })?;
    strace::check(&binary, turn, scratch.path(), report)?;
    let signature = &proof.expected.signature;
    if let Some(archive) = &proof.archive {
        package::prove(archive, scratch.path(), None, turn, signature, report)?;
    }
    match &proof.judge_root {
        Some(root) => chroot::prove(proof, root, turn, report),
        None => Ok(()),
    }
}

impl Proof {
    /// How the judge compiles the file.
    pub fn command_lines(&self) -> &'static [CommandLine] {
        match self.judge {
            Judge::Saiblo => &saiblo::COMMAND_LINES,
            _ => &botzone::COMMAND_LINES,
        }
    }
}

/// What the Cargo build plays.
fn played(proof: &Proof) -> Result<(Vec<Vec<Turn>>, String)> {
    let binary = &proof.cargo_binary;
    if proof.judge == Judge::Saiblo {
        let halves = half::play(binary, &proof.turns)?;
        let detail = counted(halves.len(), "half", "halves");
        return Ok((vec![halves], detail));
    }
    let games = play::games(&proof.turns)?;
    let played = games
        .iter()
        .map(|game| play::restart(binary, game))
        .collect::<Result<_>>()?;
    let detail = format!(
        "{} of up to {}",
        counted(games.len(), "game", "games"),
        counted(play::longest(&games), "turn", "turns")
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
