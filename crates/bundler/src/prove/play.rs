//! Playing a few turns of real games, in both modes.
//!
//! A line of `data/turns/GAME.jsonl` is one game: `{"turns": [[REQUEST, ...], ...]}`. Each turn lists the requests it
//! may have; the first that no earlier request or response of the game equals is sent, so that an opponent's move
//! never takes what the bot has taken. The bot's own answers make the rest of the history.
//!
//! Where the opponent has to do what the bot said, a request has a condition:
//! `{"if": {"response": 0, "block": 3}, "request": REQUEST}` may be sent if the bot's first response has `"block": 3`.

use super::{Proof, half};
use crate::botzone::KEEP_RUNNING;
use crate::process::{PATIENCE, describe, run};
use crate::report::counted;
use crate::running::Running;
use crate::workspace::Judge;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Budget and seed that make a bot exactly repeatable.
pub const FIXED: [&str; 4] = ["--nodes", "500", "--seed", "7"];

/// The requests a turn may have.
pub type Choices = Vec<Choice>;

/// A request that may be sent, always or if the bot answered so.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// `{"if": CONDITION, "request": REQUEST}`
    If {
        /// When it may be sent.
        #[serde(rename = "if")]
        condition: Condition,
        /// The request.
        request: Value,
    },
    /// Anything else is the request itself.
    Always(Value),
}

/// What an own response must have.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Condition {
    /// Which response, counted from 0.
    response: usize,
    /// Its fields.
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Choice {
    /// The request, if it may be sent after these turns.
    fn request(&self, played: &[Turn]) -> Option<&Value> {
        match self {
            Choice::Always(request) => Some(request),
            Choice::If { condition, request } => {
                let response = &played.get(condition.response)?.response;
                let has = |(name, value): (&String, &Value)| response.get(name) == Some(value);
                condition.fields.iter().all(has).then_some(request)
            }
        }
    }
}

/// A turn that was played. On Saiblo it is the bot's side of a whole half.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Whose way of talking it is.
    pub judge: Judge,
    /// The request on its own.
    pub request: Value,
    /// The whole history, as a bot that starts afresh gets it.
    pub input: Vec<u8>,
    /// What the bot answered.
    pub response: Value,
}

impl Turn {
    /// What the program is told besides budget and seed.
    pub fn flags(&self) -> &'static [&'static str] {
        match self.judge {
            Judge::Saiblo => &[],
            _ => &["--no-keep-running"],
        }
    }

    /// The response in what the program wrote.
    ///
    /// # Errors
    /// There is none.
    pub fn read(&self, output: &str) -> Result<Value> {
        match self.judge {
            Judge::Saiblo => half::packets(output),
            _ => response(output),
        }
    }
}

/// Reads the games of a file.
///
/// # Errors
/// The file is missing or a line is not a game.
pub fn games(file: &Path) -> Result<Vec<Vec<Choices>>> {
    let text = fs::read_to_string(file).with_context(|| {
        format!(
            "{} is needed: a few turns of the game to compare",
            file.display()
        )
    })?;
    let mut games = Vec::new();
    for line in text.lines() {
        let mut game: Value =
            serde_json::from_str(line).with_context(|| format!("a line of {}", file.display()))?;
        games.push(serde_json::from_value(game["turns"].take())?);
    }
    Ok(games)
}

/// Number of turns of the longest game.
pub fn longest(games: &[Vec<Choices>]) -> usize {
    games.iter().map(Vec::len).max().unwrap_or(0)
}

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
    let mut child = Running::start(&mut command)
        .with_context(|| format!("cannot start {}", describe(&command)))?;
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
            .recv_timeout(PATIENCE)
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
pub fn same_answers(proof: &Proof, binary: &Path, expected: &[Vec<Turn>]) -> Result<((), String)> {
    let mut turns = 0;
    for (game, expected) in games(&proof.turns)?.iter().zip(expected) {
        for (who, played) in [
            ("the bundle, starting afresh", restart(binary, game)?),
            ("the bundle, kept running", keep_running(binary, game)?),
            (
                "the Cargo build, kept running",
                keep_running(&proof.cargo_binary, game)?,
            ),
        ] {
            for (turn, expected) in played.iter().zip(expected) {
                compare(&turn.response, expected).with_context(|| who.to_owned())?;
            }
        }
        turns += expected.len();
    }
    Ok((
        (),
        format!(
            "{}, restart and keep-running, as the Cargo build",
            counted(turns, "turn", "turns")
        ),
    ))
}

/// Without flags the bundle asks to be kept running if and only if it was made so.
///
/// # Errors
/// It does otherwise.
pub fn default_mode(binary: &Path, turn: &Turn, keep_running: bool) -> Result<((), String)> {
    let mut command = Command::new(binary);
    let output = run(command.args(FIXED), &turn.input)?;
    if output.stdout.lines().any(|line| line == KEEP_RUNNING) != keep_running {
        bail!(
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

/// Plays one turn and compares the answer.
///
/// # Errors
/// The bot fails, or answers otherwise.
pub fn one_turn(command: &mut Command, turn: &Turn) -> Result<()> {
    command.args(FIXED).args(turn.flags());
    let output = run(command, &turn.input)?;
    compare(&turn.read(&output.stdout)?, turn).with_context(|| describe(command))
}

fn compare(response: &Value, expected: &Turn) -> Result<()> {
    if *response != expected.response {
        bail!(
            "answers {response}, the Cargo build {}, to {}",
            expected.response,
            String::from_utf8_lossy(&expected.input).trim()
        );
    }
    Ok(())
}

/// The response in an answer.
///
/// # Errors
/// The text is not one JSON object with `response`.
pub fn response(answer: &str) -> Result<Value> {
    let mut value: Value = serde_json::from_str(answer)
        .with_context(|| format!("the answer is not JSON: {answer}"))?;
    match value.get_mut("response") {
        Some(response) => Ok(response.take()),
        None => bail!("the answer has no response: {answer}"),
    }
}

fn choose(choices: &[Choice], played: &[Turn]) -> Result<Value> {
    let fresh = |request: &&Value| {
        played
            .iter()
            .all(|turn| turn.request != **request && turn.response != **request)
    };
    let possible: Vec<&Value> = choices
        .iter()
        .filter_map(|choice| choice.request(played))
        .collect();
    (possible.iter().copied().find(fresh))
        .or(possible.last().copied())
        .cloned()
        .context("a turn without a request that fits the bot's answers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_never_repeats_a_move_if_there_is_another() {
        let played = [Turn {
            judge: Judge::Botzone,
            request: json!(1),
            input: Vec::new(),
            response: json!(2),
        }];
        let first_of = |choices: Value| {
            let choices: Choices = serde_json::from_value(choices).unwrap();
            choose(&choices, &played)
        };
        assert_eq!(first_of(json!([1, 2, 3, 4])).unwrap(), json!(3));
        assert_eq!(first_of(json!([1, 2])).unwrap(), json!(2));
        assert!(first_of(json!([])).is_err());
    }

    #[test]
    fn a_condition_asks_for_fields_of_a_response() {
        let played = [Turn {
            judge: Judge::Botzone,
            request: json!({"block": 1}),
            input: Vec::new(),
            response: json!({"block": 3, "x": 4}),
        }];
        let choose = |condition: Value| {
            let choices = json!([{"if": condition, "request": {"x": 7}}]);
            let choices: Choices = serde_json::from_value(choices).unwrap();
            choose(&choices, &played)
        };
        assert_eq!(
            choose(json!({"response": 0, "block": 3})).unwrap(),
            json!({"x": 7})
        );
        assert!(choose(json!({"response": 0, "block": 2})).is_err());
        assert!(choose(json!({"response": 1, "block": 3})).is_err());
    }

    #[test]
    fn an_answer_is_one_object_with_a_response() {
        assert_eq!(
            response("{\"response\":{\"x\":1}}\n").unwrap(),
            json!({"x": 1})
        );
        assert!(response("{\"x\":1}").is_err());
        assert!(response("{\"response\":1}\nmore").is_err());
    }
}
