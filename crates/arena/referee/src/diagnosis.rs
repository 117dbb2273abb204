//! Why a turn failed: what the program did, and, as far as that tells, the one cause of it with its cure.
//!
//! | module | does |
//! | --- | --- |
//! | [`evidence`] | what standard error tells |
//! | [`symptoms`] | what its words are a sign of |
//! | [`traceback`] | where in its own source a program failed |
//! | [`printed`] | text around an answer |

pub mod evidence;
pub mod printed;
mod symptoms;
pub mod traceback;

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use arena_common::words::cut;
use process::{End, Turn};

use crate::conduct::{Rules, too_much_memory};

/// Bytes of what a program printed that are shown as text.
const SHOWN: usize = 200;
/// And of a packet.
const SHOWN_BYTES: usize = 40;
/// The part of a turn that makes waiting for a processor the cause of a late answer.
const WAITED: f64 = 0.1;
/// A program that is late and has run for less than this part of the turn waits; for more than that, it computes.
const IDLE: f64 = 0.2;
const COMPUTES: f64 = 0.5;

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
    /// In what an answer is due.
    pub form: Form,
    /// Its conditions.
    pub rules: &'a Rules,
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
    text = match cause(turn, asked).map(|cause| cause.text) {
        Some(cause) => format!("{text}\n{cause}\nstandard output: {shown}"),
        None => format!("{text}; standard output: {shown}"),
    };
    if !turn.stderr.is_empty() {
        text = format!("{text}; end of standard error:\n{}", turn.stderr);
    }
    text
}

/// How a turn that failed ended, in words.
fn ended(turn: &Turn, asked: Asked<'_>) -> String {
    let form = asked.form;
    let seconds = turn.elapsed.as_secs_f64();
    match (turn.end, form) {
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
        }
        End::Time => busy(turn)
            .map(sure(true))
            .or_else(|| late(turn, asked).map(sure(false))),
        End::Marker | End::Output => stray(turn, asked).map(sure(true)),
        End::Memory | End::Woken | End::Cancelled => None,
    }
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

/// That others had the processors, if they had.
fn busy(turn: &Turn) -> Option<String> {
    (part(turn, turn.share.waited) >= WAITED).then(|| {
        "other programs keep this machine busy, and it had to wait for a processor: wait for them, or play with fewer \
         --jobs or a larger --time-ms"
            .to_owned()
    })
}

/// Whether a program has hardly wanted a processor in this turn.
pub fn is_idle(turn: &Turn) -> bool {
    part(turn, turn.share.run + turn.share.waited) < IDLE
}

/// What part of a turn this time is, in nanoseconds.
fn part(turn: &Turn, nanoseconds: u64) -> f64 {
    nanoseconds as f64 / turn.elapsed.as_nanos().max(1) as f64
}

/// Why an answer did not come in time.
fn late(turn: &Turn, asked: Asked<'_>) -> Option<String> {
    let ran = part(turn, turn.share.run);
    let silent = turn.output.trim_ascii().is_empty();
    let answered = match asked.form {
        Form::Json => printed::is_json(&turn.output),
        Form::Simple => !silent,
        Form::Packet => false,
    };
    let text = match (answered, silent) {
        (true, _) if asked.rules.keeps_running() => {
            "its answer is there, but neither the end of the program nor, behind the answer, the line \
             >>>BOTZONE_REQUEST_KEEP_RUNNING<<<: print that line, too, and flush standard output"
        }
        (true, _) => {
            "its answer is there, but it did not end: end the program after its answer, or add ,keep-running behind this \
             player if the site may keep it running"
        }
        (false, true) if ran >= COMPUTES => {
            "it computed all this time and printed nothing: an endless loop, or a search that does not look at the clock"
        }
        (false, true) if is_idle(turn) && asked.rules.keeps_running() => {
            return Some(format!(
                "nothing arrived, but it did not end and does not compute: flush standard output after every answer ({}), \
                 and read one turn at a time, not to the end of the input",
                flushing(asked)
            ));
        }
        (false, true) if is_idle(turn) => {
            "nothing arrived, and it neither computes nor ends: look for what it waits for"
        }
        (false, false) if is_idle(turn) => {
            "only a part of an answer arrived, and it does not compute: flush standard output after every answer"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

#[cfg(test)]
mod tests;
