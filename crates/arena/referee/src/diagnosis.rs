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

use arena_common::Message;
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
    pub text: Message,
    /// True if the protocol has no part in it.
    pub sure: bool,
}

/// The way in which a program was asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its command line.
    pub argv: &'a [String],
    /// True for somebody else's program, false for a bot of the workspace.
    pub foreign: bool,
    /// True if it runs in a sandbox.
    pub sandboxed: bool,
    /// The form in which an answer is due.
    pub form: Form,
    /// Its conditions.
    pub rules: &'a Rules,
    /// Its good answers before this turn.
    pub before: Before,
}

/// Describes a turn that failed: how the program ended, `note` (what the user can change about it), the cause as far as
/// it is known, its output, and the end of standard error.
pub fn told(turn: &Turn, asked: Asked<'_>, note: Option<Message>) -> Message {
    let mut text = ended(turn, asked);
    if let Some(note) = note {
        text = msg!("{text}; {note}");
    }
    let shown = match asked.form {
        Form::Packet => format!("{:?}", &turn.output[..turn.output.len().min(SHOWN_BYTES)]),
        _ => format!(
            "{:?}",
            cut(String::from_utf8_lossy(&turn.output).into_owned(), SHOWN)
        ),
    };
    let cause = cause(turn, asked).map(|cause| cause.text);
    let causes = cause.into_iter().chain(forbidden(turn, asked));
    text = match causes.reduce(Message::above) {
        Some(causes) => msg!("{text}\n{causes}\nstandard output: {shown}"),
        None => msg!("{text}; standard output: {shown}"),
    };
    if !turn.stderr.is_empty() {
        text = msg!("{text}; end of standard error:\n{}", turn.stderr);
    }
    text
}

/// Explains that a sandbox refused a program something, if standard error shows it.
fn forbidden(turn: &Turn, asked: Asked<'_>) -> Option<Message> {
    let seems = symptoms::refused(&turn.stderr);
    (asked.sandboxed && seems).then(|| {
        msg!(
            "the sandbox refuses it files outside its folder, and the network; if you trust it, add ,sandbox=no behind this player"
        )
    })
}

/// Describes how a failed turn ended.
fn ended(turn: &Turn, asked: Asked<'_>) -> Message {
    let form = asked.form;
    let seconds = turn.elapsed.as_secs_f64();
    match (turn.end, form) {
        (End::Exit(status), Form::Json | Form::Simple)
            if status.success() && turn.output.trim_ascii().is_empty() =>
        {
            msg!("it ended by itself and printed nothing")
        }
        (End::Exit(status), Form::Json) if status.success() => no_answer(form),
        (End::Exit(status), Form::Simple) if status.success() => no_answer(form),
        (End::Exit(status), _) => exited(status),
        (End::Memory, _) => too_much_memory(turn.memory, asked.rules),
        (End::Output, Form::Packet) => msg!("a packet that is longer than the logic allows"),
        (End::Output, _) => msg!("it printed {} bytes or more", turn.output.len()),
        (End::Time, Form::Packet) => {
            msg!("no packet {seconds:.3} s after the half-round began")
        }
        (End::Time, _) => msg!("no answer after {seconds:.3} s"),
        (End::Marker | End::Woken | End::Cancelled, _) => no_answer(form),
    }
}

fn no_answer(form: Form) -> Message {
    match form {
        Form::Json => msg!("its output is not one JSON value"),
        Form::Simple => msg!("its first line is not a legal move"),
        Form::Packet => msg!("it sent no packet"),
    }
}

/// Describes the end of a program that the arena did not end.
pub fn exited(status: ExitStatus) -> Message {
    match (status.code(), status.signal()) {
        (Some(code), _) => msg!("it exited with status {code}"),
        (_, Some(signal)) => msg!("it was killed by signal {signal}"),
        _ => msg!("it ended abnormally"),
    }
}

/// The cause of a failure, if what the program did tells.
pub fn cause(turn: &Turn, asked: Asked<'_>) -> Option<Cause> {
    let sure = |sure: bool| move |text: Message| Cause { text, sure };
    match turn.end {
        End::Exit(status) => {
            // A program that reads the other protocol fails, too, in a different way.
            let told = evidence::read(&turn.stderr).map(|evidence| Cause {
                sure: evidence.missing || !symptoms::misread(&turn.stderr, asked.form),
                text: evidence.text,
            });
            let stray = stray(turn, asked).map(sure(true));
            // A program that ends well has come through what it told on the way.
            let [first, last] = match status.success() {
                true => [stray, told],
                false => [told, stray],
            };
            (first.or_else(|| crash(status.signal()?).map(sure(false))))
                .or(last)
                .or_else(|| unread(turn).map(sure(true)))
        }
        End::Time => busy(turn, asked.before)
            .map(sure(true))
            .or_else(|| late(turn, asked).map(sure(false))),
        End::Marker | End::Output => stray(turn, asked).map(sure(true)),
        End::Memory | End::Woken | End::Cancelled => None,
    }
}

/// The cause of a bad answer of a program that never reads its request.
pub fn unread(turn: &Turn) -> Option<Message> {
    turn.unread.then(|| {
        msg!(
            "it ended without reading its input: read the request from standard input in every turn"
        )
    })
}

/// The usual meaning of a signal by which a program ended.
fn crash(signal: i32) -> Option<Message> {
    Some(match signal {
        4 => msg!(
            "it ran into an illegal instruction: usually a function that ends without its `return`, sometimes an \
             instruction set that this processor lacks"
        ),
        6 => msg!(
            "it aborted: an exception that nobody catches, a failed assertion, or memory that it has damaged"
        ),
        7 | 11 => msg!(
            "it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without \
             its `return`, or endless recursion"
        ),
        8 => msg!("it divided an integer by zero"),
        9 => msg!("something else killed it: usually the system, where memory is short"),
        _ => return None,
    })
}

/// Text on standard output that is no part of the answer.
fn stray(turn: &Turn, asked: Asked<'_>) -> Option<Message> {
    let found = match asked.form {
        Form::Json => printed::around_json(&turn.output)?,
        Form::Packet => printed::no_packet(&turn.output)?,
        Form::Simple => return None,
    };
    let way = debugging(asked);
    Some(found.above(msg!("print debugging text to standard error: {way}")))
}

/// The call with which a program of this language prints text for people.
fn debugging(asked: Asked<'_>) -> &'static str {
    match interpreter(asked) {
        _ if !asked.foreign => "`eprintln!`",
        Some("python") => "`print(..., file=sys.stderr)`",
        Some("node") => "`console.error(...)`",
        Some("java") => "`System.err.println(...)`",
        _ => "`cerr` in C++, `eprintln!` in Rust",
    }
}

/// The call with which it makes sure that an answer goes out.
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
