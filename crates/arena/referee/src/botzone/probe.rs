//! Finds out which of Botzone's two protocols a program speaks, and whether it asks to be kept running, before the
//! first game and in processes that are thrown away.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena_common::{Message, Stop};
use gameplay::botzone::{BotzoneGame, SimpleIo};
use process::{End, Launch, Limits, Turn};
use serde_json::Value;

use super::MARKER;
use super::answer::{Answer, Stored, history_json, history_simple, read_json};
use super::hint::is_simple;
use crate::conduct::Rules;
use crate::diagnosis::late::{Before, Pace, is_idle};
use crate::diagnosis::printed::around_json;
use crate::diagnosis::symptoms::misread;
use crate::diagnosis::{Asked, Cause, Form, cause, told};
use crate::setup::start;

/// The longest plain limit of a turn that a program is asked under: who is told of hours may take them.
const PATIENCE: Duration = Duration::from_secs(10);
/// The factor for the time of a program that was late: an interpreter on a busy machine takes its time to start.
const MORE: u32 = 4;

/// The result of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    /// Its protocol.
    pub protocol: Protocol,
    /// True if it asks to be kept running. In JSON its output is not an answer, in any turn, if that is not allowed.
    pub asks_to_be_kept: bool,
    /// The time of its first move beside the limit that it was told, if it made one and ended its turn.
    pub first_move: Option<Pace>,
}

/// The protocol of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// It answers JSON by a JSON object.
    Json,
    /// It does not, but answers simple IO by a legal move in simple IO.
    Simple,
    /// Simple IO, as its answer or its last words tell, in a game that has none; what it did.
    OnlySimple(Message),
    /// Neither.
    Nothing(Failure),
}

/// Why a program has no first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The program's behavior, and its cause.
    pub text: Message,
    /// True if the protocol has no part in it.
    pub known: bool,
    /// True if it reads simple IO; `None` if the failure does not tell.
    pub simple: Option<bool>,
    /// True if it was killed by a signal, in JSON and in simple IO.
    pub crashed: [bool; 2],
}

/// Asks a program for its first move of a game, in JSON and, if what it answers is not JSON object, once more in simple IO.
/// The move may be illegal in the first case: a program that prints an object reads JSON, and in a game without simple IO
/// every program does that gives no sign of simple IO. One that was late, though it was not idle, is asked once more with
/// more time: no game is lost here.
///
/// # Errors
/// If it was cancelled, the program cannot be started, or the referee asks nobody.
pub fn probe(game: &BotzoneGame, launch: &Launch, rules: &Rules) -> Result<ProbeResult, Stop> {
    let told = rules.time.min(PATIENCE);
    let rules = &Rules {
        time: told,
        ..rules.clone()
    };
    let request = first_request(game, 1)?;
    let stored = Stored::default();
    let limit = told * rules.first_turn_factor;
    let in_json = history_json(
        std::slice::from_ref(&request),
        &[],
        &stored,
        limit.as_millis(),
        rules.memory >> 20,
    );
    let in_simple = game.simple.map(|simple| {
        (
            simple,
            history_simple(&[(simple.request_line)(&request)], &[], &stored),
        )
    });
    let found = |protocol, turn: &Turn| ProbeResult {
        first_move: match (&protocol, turn.end) {
            (Protocol::Json | Protocol::Simple, End::Exit(_) | End::Marker) => Some(Pace {
                took: turn.elapsed,
                limit,
            }),
            _ => None,
        },
        protocol,
        asks_to_be_kept: has_marker(&turn.output),
    };
    let mut factor = 1;
    loop {
        let rules = &Rules {
            time: told * factor,
            ..rules.clone()
        };
        let json = ask(launch, &format!("{in_json}\n"), rules)?;
        if is_object(&String::from_utf8_lossy(&json.output)) {
            return Ok(found(Protocol::Json, &json));
        }
        let Some((simple, in_simple)) = &in_simple else {
            if factor == 1 && was_hindered(&json) {
                factor = MORE;
                continue;
            }
            return Ok(found(without_simple(&json, launch, rules), &json));
        };
        let lines = ask(launch, &format!("{in_simple}\n"), rules)?;
        if legal(game, Some(*simple), &request, &lines.output).is_ok() {
            return Ok(found(Protocol::Simple, &lines));
        }
        if factor == 1 && [&json, &lines].into_iter().any(was_hindered) {
            factor = MORE;
            continue;
        }
        return Ok(found(blame(&json, &lines, launch, rules), &lines));
    }
}

/// Returns true if a program was late, and might have answered with more time.
fn was_hindered(turn: &Turn) -> bool {
    turn.end == End::Time && !is_idle(turn)
}

/// The protocol of a program that has answered JSON by no object, in a game without simple IO.
fn without_simple(json: &Turn, launch: &Launch, rules: &Rules) -> Protocol {
    // A reader of numbers quotes the JSON that it met; other failures look alike.
    let met_json = misread(&json.stderr, Form::Json) && json.stderr.contains("{\"");
    if has_numbers(&json.output) || met_json {
        Protocol::OnlySimple(told(json, foreign(launch, Form::Json, rules), None))
    } else {
        Protocol::Json
    }
}

/// Returns true if its first line is an answer in numbers.
fn has_numbers(output: &[u8]) -> bool {
    let mut lines = output.split(|&byte| byte == b'\n');
    lines.next().is_some_and(is_simple)
}

/// Chooses which of two failures, in JSON and in simple IO, to report.
fn blame(json: &Turn, lines: &Turn, launch: &Launch, rules: &Rules) -> Protocol {
    let asked = |form| foreign(launch, form, rules);
    let (as_json, as_simple) = (asked(Form::Json), asked(Form::Simple));
    let causes = (cause(json, as_json), cause(lines, as_simple));
    let (in_json, in_simple) = (told(json, as_json, None), told(lines, as_simple, None));
    // A program that takes too much memory does so in both.
    let sure = |turn: &Turn, cause: &Option<Cause>| {
        turn.end == End::Memory || cause.as_ref().is_some_and(|cause| cause.sure)
    };
    let (known, simple, text) = match (sure(json, &causes.0), sure(lines, &causes.1)) {
        (true, true) if causes.0 == causes.1 => (true, None, in_json),
        // A program that prints an object among other text reads JSON.
        (true, _) if around_json(&json.output).is_some() => (true, Some(false), in_json),
        // A program that answers by numbers does not.
        (false, _) if has_numbers(&json.output) => (causes.1.is_some(), Some(true), in_simple),
        (true, false) => (true, Some(false), in_json),
        (false, true) => (true, Some(true), in_simple),
        _ if in_json == in_simple => (false, None, msg!("in JSON and in simple IO: {in_json}")),
        _ => (
            false,
            None,
            msg!("in JSON: {in_json}\nin simple IO: {in_simple}"),
        ),
    };
    Protocol::Nothing(Failure {
        text,
        known,
        simple,
        crashed: [json, lines].map(|turn| match turn.end {
            End::Exit(status) => status.signal().is_some(),
            _ => false,
        }),
    })
}

/// The form in which somebody else's program is asked.
pub fn foreign<'a>(launch: &'a Launch, form: Form, rules: &'a Rules) -> Asked<'a> {
    Asked {
        argv: &launch.words,
        foreign: true,
        sandboxed: launch.sandbox.is_some(),
        form,
        rules,
        before: Before::default(),
    }
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
pub fn ask(launch: &Launch, input: &str, rules: &Rules) -> Result<Turn, Stop> {
    let limits = Limits {
        time: rules.time * rules.first_turn_factor,
        memory: rules.memory,
        output: rules.output,
    };
    let started = Instant::now();
    let program = start(launch)?;
    let keep = rules.keeps_running().then_some(MARKER.as_bytes());
    let turn = program
        .turn(input.as_bytes(), keep, started, &limits, &rules.cancel)
        .with_context(|| msg!("lost `{}`", shell_words::join(&launch.words)))?;
    match turn.end {
        End::Cancelled => Err(Stop::Cancelled),
        _ => Ok(turn),
    }
}

/// Returns true if its first line is a JSON object. The program may have failed after it, which the games will show.
fn is_object(output: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(output).into_iter::<Value>();
    matches!(values.next(), Some(Ok(Value::Object(_))))
}

fn has_marker(output: &[u8]) -> bool {
    let mut lines = output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.any(|line| line == MARKER.as_bytes())
}

/// Checks that an output is a legal answer to the first request of a game, in simple IO if that is given.
///
/// # Errors
/// Says why it is not.
pub fn legal(
    game: &BotzoneGame,
    simple: Option<SimpleIo>,
    request: &Value,
    output: &[u8],
) -> Result<(), String> {
    let output = String::from_utf8_lossy(output);
    let answer = match simple {
        None => read_json(&output).ok_or("its output is not one JSON value")?,
        Some(simple) => {
            let response = (simple.response)(output.lines().next().unwrap_or_default())?;
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
            assert_eq!(is_object(output), object, "{output}");
        }
        let games = gameplay::games::standard();
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
