//! The proof: a file is compiled in every way the judge may compile it, and plays what the Cargo build plays.
//!
//! [`cpp`] and [`rust`] prove the forms. What they share: the games that are played ([`script`], [`games`],
//! [`half_games`], [`turn`]), the [`bench`], the system calls ([`strace`]), and another [`root`].

pub mod bench;
pub mod compile;
pub mod cpp;
pub mod games;
pub mod half_games;
pub mod judge_root;
pub mod object;
pub mod package;
pub mod proof;
pub mod root;
pub mod rust;
pub mod script;
pub mod strace;
pub mod turn;

use crate::botzone::LIMITS;
use crate::process::{limited, run};
use crate::report::Report;
use anyhow::Result;
use arena_common::texts::counted;
use manifest::Judge;
use std::path::Path;
use turn::Turn;

pub use proof::{How, Measures, Proof};

/// The steps that every program has to pass, whatever form it is made from: its games, a turn with little, and the
/// bench. Returns its speed against the Cargo build, if that is measured.
fn plays_the_same(proof: &Proof, binary: &Path, report: &mut Report) -> Result<Option<f64>> {
    report.step("same answers", || match proof.judge {
        Judge::Saiblo => half_games::same_answers(&proof.turns, binary, &proof.games.concat()),
        _ => games::same_answers(&proof.turns, binary, &proof.games),
    })?;
    if proof.judge == Judge::Botzone {
        report.step("default mode", || {
            games::default_mode(binary, proof.turn(), proof.how.keep_running)
        })?;
    }
    report.step("small machine", || small_machine(proof, binary))?;
    report.step("signature", || {
        bench::same_signature(
            &proof.expected,
            &proof.cargo_binary,
            binary,
            proof.how.timed,
        )
    })
}

/// A turn at the real time limit with as little stack and memory as a judge may give.
fn small_machine(proof: &Proof, binary: &Path) -> Result<((), String)> {
    let turn = proof.turn();
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
        said!(
            "a turn at the real time limit with {stack} KB of stack, {} MB of memory",
            memory / 1024
        ),
    ))
}

/// The turns of the Cargo build in the games of the file `turns`, never empty.
///
/// # Errors
/// The file is missing or no script of games, or the program fails.
pub fn played(judge: Judge, turns: &Path, binary: &Path) -> Result<(Vec<Vec<Turn>>, String)> {
    if judge == Judge::Saiblo {
        let half_games = half_games::play(binary, turns)?;
        let detail = counted(half_games.len(), "half-game", "half-games");
        return Ok((vec![half_games], detail));
    }
    let games = script::games(turns)?;
    let played = games
        .iter()
        .map(|game| games::of_cargo_build(binary, game))
        .collect::<Result<_>>()?;
    let detail = said!(
        "{} of up to {}",
        counted(games.len(), "game", "games"),
        counted(script::longest(&games), "turn", "turns")
    );
    Ok((played, detail))
}
