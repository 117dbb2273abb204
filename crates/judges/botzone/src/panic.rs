//! The net under a bot that panics: the known fallback answer goes out and the process ends in good order.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use judges_common::saved;

/// What to do if the bot panics now.
enum Net {
    /// No position is known: there is nothing to answer.
    Nothing,
    /// This line is a legal answer to the request of this number, from 1.
    Answer(u32, Vec<u8>),
    /// The current request has been answered.
    Answered,
}

static NET: Mutex<Net> = Mutex::new(Net::Nothing);

/// Sets the answer that a panic from now on gives to the current request, which is number `turn` from 1.
pub fn keep(turn: u32, answer: &str) {
    *lock() = Net::Answer(turn, answer.as_bytes().to_vec());
}

/// To be called just before the answer is written: from now on a panic writes nothing.
pub fn answered() {
    *lock() = Net::Answered;
}

fn lock() -> MutexGuard<'static, Net> {
    NET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a panic writes the kept answer to `output`, the report of it and the panic's message to stderr, and
/// ends the process with status 0; with status 1 if there was no answer to give. Works under `panic = "abort"` too,
/// because the hook runs before the abort.
///
/// `output` must not share a lock with anything: the panic can come from anywhere.
pub fn install(output: File) {
    std::panic::set_hook(Box::new(move |info| {
        // The answer comes first: stderr may be closed, full or slow.
        let (status, turn) = rescue(&NET, &output);
        if let Some(turn) = turn {
            let line = saved::line(turn, &info.to_string());
            let _ = io::stderr().write_all(line.as_bytes());
        }
        let _ = writeln!(io::stderr(), "{info}");
        std::process::exit(status);
    }));
}

/// Writes what the net holds. Returns the exit status, and which request was answered so, if one was.
fn rescue(net: &Mutex<Net>, mut output: impl Write) -> (i32, Option<u32>) {
    // `try_lock`, because the panic may come from a place that holds the lock.
    let net = match net.try_lock() {
        Ok(net) => net,
        Err(std::sync::TryLockError::Poisoned(net)) => net.into_inner(),
        Err(std::sync::TryLockError::WouldBlock) => return (1, None),
    };
    match &*net {
        Net::Nothing => (1, None),
        Net::Answer(turn, line) => match output.write_all(line) {
            Ok(()) => (0, Some(*turn)),
            Err(_) => (1, None),
        },
        Net::Answered => (0, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_answer_goes_out_once() {
        let mut out = Vec::new();
        assert_eq!(
            rescue(&Mutex::new(Net::Answer(3, b"7\n".to_vec())), &mut out),
            (0, Some(3))
        );
        assert_eq!(out, b"7\n");
    }

    #[test]
    fn nothing_goes_out_after_the_answer() {
        let mut out = Vec::new();
        assert_eq!(rescue(&Mutex::new(Net::Answered), &mut out), (0, None));
        assert_eq!(out, b"");
    }

    #[test]
    fn without_a_position_there_is_no_answer_and_no_good_status() {
        let mut out = Vec::new();
        assert_eq!(rescue(&Mutex::new(Net::Nothing), &mut out), (1, None));
        assert_eq!(out, b"");
    }

    #[test]
    fn a_held_lock_does_not_hang_the_rescue() {
        let net = Mutex::new(Net::Answered);
        let _held = net.lock();
        assert_eq!(rescue(&net, Vec::new()), (1, None));
    }
}
