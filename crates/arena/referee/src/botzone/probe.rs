//! Which of Botzone's two protocols a program speaks, and whether it asks to be kept running, found out before the first
//! game in processes that are thrown away.

use std::time::{Duration, Instant};

use anyhow::Context;
use arena_common::Stop;
use arena_common::words::cut;
use process::{End, Limits, Process, Turn};
use serde_json::Value;

use super::MARKER;
use super::answer::{Answer, Stored, history_json, history_simple, read_json};
use super::game::{BotzoneGame, SimpleIo};
use crate::conduct::{FIRST_TURN_FACTOR, Mode, Rules};

/// The longest plain limit of a turn that a program is asked under: who is told of hours may take them.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of what a program said that a message shows.
const SHOWN: usize = 200;

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its protocol.
    pub spoken: Spoken,
    /// Whether it asks to be kept running. In JSON its output is no answer, in any turn, where that is not allowed.
    pub asks_to_be_kept: bool,
}

/// The protocol of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// It answers JSON by a JSON object.
    Json,
    /// It does not, but answers simple IO by a legal move in simple IO.
    Simple,
    /// Neither; the text says what it did.
    Unknown(String),
}

/// Asks a program for its first move of a game, in JSON and, if what it answers is no JSON object, once more in simple IO.
/// The move may be illegal in the first case: a program that prints an object reads JSON, and in a game without simple IO
/// every program does.
///
/// # Errors
/// If it was cancelled, the program cannot be started, or the referee asks nobody.
pub fn probe(game: &BotzoneGame, argv: &[String], rules: &Rules) -> Result<Found, Stop> {
    let rules = &Rules {
        time: rules.time.min(PATIENCE),
        ..rules.clone()
    };
    let request = first_request(game, 1)?;
    let stored = Stored::default();
    let limit = rules.time * FIRST_TURN_FACTOR;
    let input = history_json(
        std::slice::from_ref(&request),
        &[],
        &stored,
        limit.as_millis(),
        rules.memory >> 20,
    );
    let json = ask(argv, &(input + "\n"), rules)?;
    let found = |spoken, turn: &Turn| Found {
        spoken,
        asks_to_be_kept: has_marker(&turn.output),
    };
    let Some(simple) = game.simple.filter(|_| !is_object(&json.output)) else {
        return Ok(found(Spoken::Json, &json));
    };
    let input = history_simple(&[(simple.request_line)(&request)], &[], &stored);
    let lines = ask(argv, &(input + "\n"), rules)?;
    let spoken = match legal(game, Some(simple), &request, &lines.output) {
        Ok(()) => Spoken::Simple,
        Err(_) => Spoken::Unknown(format!(
            "to JSON {}\nto simple IO {}",
            said(&json),
            said(&lines)
        )),
    };
    Ok(found(spoken, &lines))
}

/// The first request of a game from this seed, for the seat that is asked first.
///
/// # Errors
/// If the referee asks nobody.
pub fn first_request(game: &BotzoneGame, seed: u64) -> Result<Value, Stop> {
    let output = (game.referee)().begin(&(game.initdata)(seed))?;
    let requests = output["content"].as_object();
    let first = requests.and_then(|requests| requests.values().next());
    Ok(first.cloned().context("the referee asks nobody")?)
}

/// The first turn of a new process, with twice the time. In keep-running mode it ends with the marker, too.
///
/// # Errors
/// If it was cancelled or the program cannot be started.
pub fn ask(argv: &[String], input: &str, rules: &Rules) -> Result<Turn, Stop> {
    let limits = Limits {
        time: rules.time * FIRST_TURN_FACTOR,
        memory: rules.memory,
        output: rules.output,
    };
    let name = || shell_words::join(argv);
    let started = Instant::now();
    let program = Process::start(argv).with_context(|| {
        format!(
            "cannot start `{}`; check the path and that it is executable",
            name()
        )
    })?;
    let keep = (rules.mode == Mode::KeepRunning).then_some(MARKER.as_bytes());
    let turn = program
        .turn(input.as_bytes(), keep, started, &limits, &rules.cancel)
        .with_context(|| format!("lost `{}`", name()))?;
    match turn.end {
        End::Cancelled => Err(Stop::Cancelled),
        _ => Ok(turn),
    }
}

/// Whether its first line is a JSON object. A program may have come to a bad end behind it, which the games will tell.
fn is_object(output: &[u8]) -> bool {
    let mut values = serde_json::Deserializer::from_slice(output).into_iter::<Value>();
    matches!(values.next(), Some(Ok(Value::Object(_))))
}

fn has_marker(output: &[u8]) -> bool {
    let mut lines = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.any(|line| line == MARKER.as_bytes())
}

/// Whether an output is a legal answer to the first request of a game, in simple IO if that is given.
///
/// # Errors
/// Says why it is none.
pub fn legal(
    game: &BotzoneGame,
    simple: Option<SimpleIo>,
    request: &Value,
    output: &[u8],
) -> Result<(), String> {
    let answer = match simple {
        None => read_json(output).ok_or("its output is not one JSON value")?,
        Some(simple) => {
            let text = String::from_utf8_lossy(output);
            let response = (simple.response)(text.lines().next().unwrap_or_default())?;
            Answer {
                response,
                ..Answer::default()
            }
        }
    };
    let mut view = (game.view)();
    view.request(request)?;
    view.response(&answer.response)
}

/// What a program did in a turn, in words.
pub fn said(turn: &Turn) -> String {
    let end = match turn.end {
        End::Exit(status) if !status.success() => format!("it ended with {status}"),
        End::Time => format!("it had no answer after {:.1} s", turn.elapsed.as_secs_f64()),
        End::Memory => format!("it used {} MB", turn.memory >> 20),
        End::Output => "it did not stop printing".to_owned(),
        _ => "it ended well".to_owned(),
    };
    let output = &turn.output[..turn.output.len().min(SHOWN)];
    let mut text = format!("{end} and printed {:?}", String::from_utf8_lossy(output));
    if let Some(last) = turn.stderr.lines().rfind(|line| !line.trim().is_empty()) {
        let last = cut(last.to_owned(), SHOWN);
        text = format!("{text}; standard error: {last}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_and_moves_are_told_apart() {
        for (output, object) in [
            ("{\"response\":{\"x\":1}}\n", true),
            (
                "{\"x\":1,\"y\":2}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n",
                true,
            ),
            ("4 4\n", false),
            ("[4,4]", false),
            ("{\"response\":", false),
            ("", false),
        ] {
            assert_eq!(is_object(output.as_bytes()), object, "{output}");
        }
        let games = crate::games::standard();
        let (_, nogo) = games.find_botzone("nogo").unwrap();
        let request = first_request(nogo, 1).unwrap();
        let simple = nogo.simple.unwrap();
        for (output, legal) in [
            ("4 4\nhello\n", true),
            ("0 8", true),
            ("0 9\n", false),
            ("-1 -1\n", false),
            ("\n4 4\n", false),
            ("{\"x\":4}", false),
        ] {
            let found = super::legal(nogo, Some(simple), &request, output.as_bytes());
            assert_eq!(found.is_ok(), legal, "{output}");
        }
    }
}
