//! Playing on Botzone: the games of a script, in both modes.

use super::script::{Choices, choose, games};
use super::turn::{FIXED, Turn, compare, response};
use crate::botzone::KEEP_RUNNING;
use crate::process::group::Group;
use crate::process::{TIME_LIMIT, describe, run};
use anyhow::{Context, Result};
use arena_common::texts::counted;
use manifest::Judge;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Plays a game with a new process every turn.
///
/// # Errors
/// The bot fails or prints no answer.
pub fn restart(binary: &Path, game: &[Choices]) -> Result<Vec<Turn>> {
    let mut played: Vec<Turn> = Vec::new();
    for choices in game {
        let request = choose(choices, &played)?;
        let requests: Vec<&Value> = played
            .iter()
            .map(|turn| &turn.request)
            .chain([&request])
            .collect();
        let responses: Vec<&Value> = played.iter().map(|turn| &turn.response).collect();
        let input = format!(
            "{}\n",
            json!({ "requests": requests, "responses": responses })
        );
        let output = run(
            Command::new(binary).args(FIXED).arg("--no-keep-running"),
            &input,
        )?;
        let response = response(&output.stdout)?;
        played.push(Turn {
            judge: Judge::Botzone,
            request,
            input: input.into_bytes(),
            response,
        });
    }
    Ok(played)
}

/// Plays a game with one process, which gets the first turn like a new one and then bare requests.
///
/// # Errors
/// The bot fails, prints no answer or leaves out the line that asks to be kept running.
pub fn keep_running(binary: &Path, game: &[Choices]) -> Result<Vec<Turn>> {
    let mut command = Command::new(binary);
    command.args(FIXED).arg("--keep-running");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let mut child =
        Group::start(&mut command).with_context(|| msg!("cannot start {}", describe(&command)))?;
    let mut stdin = child.stdin.take().context("no stdin")?;
    let stdout = child.stdout.take().context("no stdout")?;
    let (sender, lines) = channel();
    thread::spawn(move || {
        // The loop ends when the bot ends or nobody listens any more.
        for line in BufReader::new(stdout)
            .lines()
            .map_while(std::result::Result::ok)
        {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut played: Vec<Turn> = Vec::new();
    let result = game.iter().try_for_each(|choices| -> Result<()> {
        let request = choose(choices, &played)?;
        let input = match played.is_empty() {
            true => json!({ "requests": [request], "responses": [] }).to_string(),
            false => request.to_string(),
        };
        writeln!(stdin, "{input}")?;
        let response = kept_answer(&lines)?;
        played.push(Turn {
            judge: Judge::Botzone,
            request,
            input: input.into_bytes(),
            response,
        });
        Ok(())
    });
    drop(stdin);
    // The game is over; a bot that still runs has no more to say.
    child.end();
    result.with_context(|| describe(&command)).map(|()| played)
}

fn kept_answer(lines: &Receiver<String>) -> Result<Value> {
    let mut answer = String::new();
    loop {
        let line = lines
            .recv_timeout(TIME_LIMIT)
            .context("the bot does not answer")?;
        if line == KEEP_RUNNING {
            return response(&answer);
        }
        answer.push_str(&line);
    }
}

/// The bundle gives the answers of the Cargo build, starting afresh or kept running.
///
/// # Errors
/// The first difference.
pub fn same_answers(script: &Path, binary: &Path, expected: &[Vec<Turn>]) -> Result<((), String)> {
    let mut turns = 0;
    for (game, expected) in games(script)?.iter().zip(expected) {
        same_game(
            "the bundle, starting afresh",
            &restart(binary, game)?,
            expected,
        )?;
        same_game(
            "the bundle, kept running",
            &keep_running(binary, game)?,
            expected,
        )?;
        turns += expected.len();
    }
    Ok((
        (),
        said!(
            "{}, restart and keep-running, as the Cargo build",
            counted(turns, "turn", "turns")
        ),
    ))
}

/// The turns of the Cargo build in a game, the same when it starts afresh and when it is kept running.
///
/// # Errors
/// It fails, or these differ.
pub fn of_cargo_build(cargo_binary: &Path, game: &[Choices]) -> Result<Vec<Turn>> {
    let played = restart(cargo_binary, game)?;
    same_game(
        "the Cargo build, kept running",
        &keep_running(cargo_binary, game)?,
        &played,
    )?;
    Ok(played)
}

fn same_game(who: &str, played: &[Turn], expected: &[Turn]) -> Result<()> {
    for (turn, expected) in played.iter().zip(expected) {
        compare(&turn.response, expected).with_context(|| who.to_owned())?;
    }
    Ok(())
}

/// Without flags the bundle asks to be kept running if and only if it was made so.
///
/// # Errors
/// It does otherwise.
pub fn default_mode(binary: &Path, turn: &Turn, keep_running: bool) -> Result<((), String)> {
    let mut command = Command::new(binary);
    let output = run(command.args(FIXED), &turn.input)?;
    if output.stdout.lines().any(|line| line == KEEP_RUNNING) != keep_running {
        fail!(
            "{}: keep-running is not {keep_running} by default:{}",
            describe(&command),
            output.stdout
        );
    }
    Ok((
        (),
        if keep_running {
            "keep-running"
        } else {
            "restart"
        }
        .to_owned(),
    ))
}
