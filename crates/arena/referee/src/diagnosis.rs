//! Why a turn failed: what the program did, and, as far as that tells, the one cause of it with its cure.
//!
//! | module | does |
//! | --- | --- |
//! | [`evidence`] | what standard error tells |
//! | [`symptoms`] | what its words are a sign of |
//! | [`traceback`] | where in its own source a program failed |
//! | [`printed`] | text around an answer |
//! | [`late`](mod@late) | why an answer did not come in time |
//! | `python` | what other versions of Python accept |

pub mod evidence;
pub mod late;
pub mod printed;
mod python;
pub mod symptoms;
pub mod traceback;

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use arena_common::words::cut;
use process::{End, Turn};

use crate::conduct::{Rules, too_much_memory};
use late::{Before, busy, late};

/// Bytes of what a program printed that are shown as text.
const SHOWN: usize = 200;
/// And of a packet.
const SHOWN_BYTES: usize = 40;

/// In what an answer is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Botzone's JSON.
    Json,
    /// Botzone's simple IO.
    Simple,
    /// Saiblo's packets.
    Packet,
}

/// Why a turn failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The cause with its cure, in one line or several.
    pub text: String,
    /// Whether the protocol has no part in it.
    pub sure: bool,
}

/// How a program was asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its command line.
    pub argv: &'a [String],
    /// Whether it is somebody else's, no bot of the workspace.
    pub foreign: bool,
    /// Whether it is in a sandbox.
    pub sandboxed: bool,
    /// In what an answer is due.
    pub form: Form,
    /// Its conditions.
    pub rules: &'a Rules,
    /// Its good answers before this turn.
    pub before: Before,
}

/// What a program did in a turn that failed: how it ended, `note` (what the user can change about it), the cause as far
/// as it is known, what it printed, and the end of standard error.
pub fn told(turn: &Turn, asked: Asked<'_>, note: Option<&str>) -> String {
    let mut text = ended(turn, asked);
    if let Some(note) = note {
        text = format!("{text}; {note}");
    }
    let shown = match asked.form {
        Form::Packet => format!("{:?}", &turn.output[..turn.output.len().min(SHOWN_BYTES)]),
        _ => format!(
            "{:?}",
            cut(String::from_utf8_lossy(&turn.output).into_owned(), SHOWN)
        ),
    };
    let cause = cause(turn, asked).map(|cause| cause.text);
    let causes: Vec<String> = cause.into_iter().chain(forbidden(turn, asked)).collect();
    text = match causes.is_empty() {
        false => format!("{text}\n{}\nstandard output: {shown}", causes.join("\n")),
        true => format!("{text}; standard output: {shown}"),
    };
    if !turn.stderr.is_empty() {
        text = format!("{text}; end of standard error:\n{}", turn.stderr);
    }
    text
}

/// What refuses a program in a sandbox something, by its own words.
fn forbidden(turn: &Turn, asked: Asked<'_>) -> Option<String> {
    let seems = symptoms::refused(&turn.stderr);
    (asked.sandboxed && seems).then(|| {
        "the sandbox refuses it files outside its folder, and the network; if you trust it, add ,sandbox=no behind this player"
            .to_owned()
    })
}

/// How a turn that failed ended, in words.
fn ended(turn: &Turn, asked: Asked<'_>) -> String {
    let form = asked.form;
    let seconds = turn.elapsed.as_secs_f64();
    match (turn.end, form) {
        (End::Exit(status), Form::Json | Form::Simple)
            if status.success() && turn.output.trim_ascii().is_empty() =>
        {
            "it ended by itself and printed nothing".to_owned()
        }
        (End::Exit(status), Form::Json) if status.success() => no_answer(form),
        (End::Exit(status), Form::Simple) if status.success() => no_answer(form),
        (End::Exit(status), _) => exited(status),
        (End::Memory, _) => too_much_memory(turn.memory, asked.rules),
        (End::Output, Form::Packet) => "a packet that is longer than the logic allows".to_owned(),
        (End::Output, _) => format!("it printed {} bytes or more", turn.output.len()),
        (End::Time, Form::Packet) => {
            format!("no packet {seconds:.3} s after the half-round began")
        }
        (End::Time, _) => format!("no answer after {seconds:.3} s"),
        (End::Marker | End::Woken | End::Cancelled, _) => no_answer(form),
    }
}

fn no_answer(form: Form) -> String {
    match form {
        Form::Json => "its output is not one JSON value",
        Form::Simple => "its first line is not a legal move",
        Form::Packet => "it sent no packet",
    }
    .to_owned()
}

/// How a program ended that was not ended by the arena.
pub fn exited(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it exited with status {code}"),
        (_, Some(signal)) => format!("it was killed by signal {signal}"),
        _ => "it ended abnormally".to_owned(),
    }
}

/// The cause of a failure, if what the program did tells.
pub fn cause(turn: &Turn, asked: Asked<'_>) -> Option<Cause> {
    let sure = |sure: bool| move |text: String| Cause { text, sure };
    match turn.end {
        End::Exit(status) => {
            // Who reads the other protocol fails, too, in its own way.
            let told = evidence::read(&turn.stderr).map(|evidence| Cause {
                sure: evidence.missing || !symptoms::misread(&turn.stderr, asked.form),
                text: evidence.text,
            });
            told.or_else(|| crash(status.signal()?).map(str::to_owned).map(sure(false)))
                .or_else(|| stray(turn, asked).map(sure(true)))
                .or_else(|| unread(turn).map(str::to_owned).map(sure(true)))
        }
        End::Time => busy(turn, asked.before)
            .map(sure(true))
            .or_else(|| late(turn, asked).map(sure(false))),
        End::Marker | End::Output => stray(turn, asked).map(sure(true)),
        End::Memory | End::Woken | End::Cancelled => None,
    }
}

/// The cause of a bad answer of a program that never reads its request.
pub fn unread(turn: &Turn) -> Option<&'static str> {
    turn.unread.then_some(
        "it ended without reading its input: read the request from standard input in every turn",
    )
}

/// What a signal by which a program ends usually means.
fn crash(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 => {
            "it ran into an illegal instruction: usually a function that ends without its `return`, sometimes an \
             instruction set that this processor lacks"
        }
        6 => {
            "it aborted: an exception that nobody catches, a failed assertion, or memory that it has damaged"
        }
        7 | 11 => {
            "it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without \
             its `return`, or endless recursion"
        }
        8 => "it divided an integer by zero",
        9 => "something else killed it: usually the system, where memory is short",
        _ => return None,
    })
}

/// Text on standard output that is no part of the answer.
fn stray(turn: &Turn, asked: Asked<'_>) -> Option<String> {
    let found = match asked.form {
        Form::Json => printed::around_json(&turn.output)?,
        Form::Packet => printed::no_packet(&turn.output)?,
        Form::Simple => return None,
    };
    let way = debugging(asked);
    let cure = format!("print debugging text to standard error: {way}");
    Some([found, cure].join("\n"))
}

/// How a program of this language prints text that is for people.
fn debugging(asked: Asked<'_>) -> &'static str {
    match interpreter(asked) {
        _ if !asked.foreign => "`eprintln!`",
        Some("python") => "`print(..., file=sys.stderr)`",
        Some("node") => "`console.error(...)`",
        Some("java") => "`System.err.println(...)`",
        _ => "`cerr` in C++, `eprintln!` in Rust",
    }
}

/// How it makes sure that an answer goes out.
fn flushing(asked: Asked<'_>) -> &'static str {
    match interpreter(asked) {
        Some("python") => "`print(..., flush=True)`",
        Some("node") => "`process.stdout.write(...)`",
        Some("java") => "`System.out.flush()`",
        _ => "`cout << endl`, `fflush(stdout)`",
    }
}

fn interpreter(asked: Asked<'_>) -> Option<&'static str> {
    let program = asked.argv.first()?.rsplit('/').next()?;
    let mut known = ["python", "node", "java"].into_iter();
    known.find(|name| program.starts_with(name))
}

#[cfg(test)]
mod tests;
