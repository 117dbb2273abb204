//! The fallback after a panic: the known legal answer is sent and the process ends with status 0.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use judges_common::entry_point::Output;
use judges_common::saved;

/// The output if the bot panics now.
enum Fallback {
    /// Nothing: no position is known.
    Nothing,
    /// This line, a legal answer to the request of this number, from 1.
    Answer(u32, Vec<u8>),
    /// Nothing more: the current request has been answered.
    Answered,
}

static FALLBACK: Mutex<Fallback> = Mutex::new(Fallback::Nothing);

/// Sets the answer that a panic from now on gives to the current request, which is number `turn` from 1.
pub fn set(turn: u32, answer: &str) {
    *lock() = Fallback::Answer(turn, answer.as_bytes().to_vec());
}

/// To be called just before the answer is written: from now on a panic writes nothing.
pub fn answered() {
    *lock() = Fallback::Answered;
}

fn lock() -> MutexGuard<'static, Fallback> {
    FALLBACK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a panic writes the fallback answer to `output`, reports it and the panic's message on standard error, and
/// ends the process with status 0; with status 1 if there was no answer to give. Works under `panic = "abort"` too,
/// because the hook runs before the abort.
///
/// `output` must not share a lock with anything: the panic can come from anywhere.
pub fn install_panic_hook(output: Output) {
    std::panic::set_hook(Box::new(move |info| {
        // The answer comes first: standard error may be closed, full or slow.
        let (status, turn) = answer_panic(&FALLBACK, &output);
        if let Some(turn) = turn {
            let line = saved::line(turn, &info.to_string());
            let _ = io::stderr().write_all(line.as_bytes());
        }
        let _ = writeln!(io::stderr(), "{info}");
        std::process::exit(status);
    }));
}

/// Writes the fallback answer. Returns the exit status and the number of the request that was answered, if one was.
fn answer_panic(fallback: &Mutex<Fallback>, mut output: impl Write) -> (i32, Option<u32>) {
    // `try_lock`, because the panic may come from a place that holds the lock.
    let fallback = match fallback.try_lock() {
        Ok(fallback) => fallback,
        Err(std::sync::TryLockError::Poisoned(fallback)) => fallback.into_inner(),
        Err(std::sync::TryLockError::WouldBlock) => return (1, None),
    };
    match &*fallback {
        Fallback::Nothing => (1, None),
        Fallback::Answer(turn, line) => match output.write_all(line) {
            Ok(()) => (0, Some(*turn)),
            Err(_) => (1, None),
        },
        Fallback::Answered => (0, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fallback_answer_is_sent() {
        let mut out = Vec::new();
        let fallback = Mutex::new(Fallback::Answer(3, b"7\n".to_vec()));
        assert_eq!(answer_panic(&fallback, &mut out), (0, Some(3)));
        assert_eq!(out, b"7\n");
    }

    #[test]
    fn nothing_is_sent_after_the_answer() {
        let mut out = Vec::new();
        let fallback = Mutex::new(Fallback::Answered);
        assert_eq!(answer_panic(&fallback, &mut out), (0, None));
        assert_eq!(out, b"");
    }

    #[test]
    fn without_a_position_there_is_no_answer_and_the_status_is_1() {
        let mut out = Vec::new();
        let fallback = Mutex::new(Fallback::Nothing);
        assert_eq!(answer_panic(&fallback, &mut out), (1, None));
        assert_eq!(out, b"");
    }

    #[test]
    fn a_held_lock_does_not_hang_the_hook() {
        let fallback = Mutex::new(Fallback::Answered);
        let _held = fallback.lock();
        assert_eq!(answer_panic(&fallback, Vec::new()), (1, None));
    }
}
