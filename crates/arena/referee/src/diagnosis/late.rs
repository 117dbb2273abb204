//! Why an answer did not come in time.

use std::time::Duration;

use ::botzone::KEEP_RUNNING_MARKER as MARKER;
use arena_common::Message;
use process::Turn;

use super::{Asked, Form, flushing, printed};

/// The part of a turn that makes waiting for a processor the cause of a late answer.
const WAITED: f64 = 0.1;
/// The part of a turn from which on that waiting is told beside another cause.
const TOLD: f64 = 0.02;
/// A program that is late and has run for less than this part of the turn waits; for more than that, it computes.
const IDLE: f64 = 0.2;
const COMPUTES: f64 = 0.5;
/// A program whose other answers have taken this part of their limit plans for nearly all of it.
const NEAR: f64 = 0.9;

/// The time of an answer, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// From the request to the end of the turn.
    pub took: Duration,
    /// The limit of that turn.
    pub limit: Duration,
}

/// Good answers of a program before this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// The one in this game that came nearest to its limit.
    pub turns: Option<Pace>,
    /// The first move in the probe.
    pub probe: Option<Pace>,
}

impl Pace {
    /// The part of its limit that it took.
    fn part(self) -> f64 {
        self.took.as_secs_f64() / self.limit.as_secs_f64().max(1e-9)
    }
}

impl Before {
    /// Notes a good answer in this game.
    pub fn note(&mut self, pace: Pace) {
        let nearest = self.turns.filter(|turns| turns.part() >= pace.part());
        self.turns = nearest.or(Some(pace));
    }

    /// The answers that show how near to its limit the program plans, where that is near.
    fn near(self) -> Option<Message> {
        let near = |pace: &Pace| pace.part() >= NEAR;
        let times = |pace: Pace| (pace.took.as_secs_f64(), pace.limit.as_secs_f64());
        match (self.turns.filter(near), self.probe.filter(near)) {
            (Some(turns), _) => {
                let (took, limit) = times(turns);
                Some(msg!(
                    "it may be only just too late: its other turns took up to {took:.2} s of {limit} s; plan for less"
                ))
            }
            (None, Some(probe)) => {
                let (took, limit) = times(probe);
                Some(msg!(
                    "it may be only just too late: its first move in the probe took {took:.2} s of {limit} s; plan for less"
                ))
            }
            (None, None) => None,
        }
    }

    /// Returns true if it has ended a turn as it should.
    fn has_ended(self) -> bool {
        self.turns.or(self.probe).is_some()
    }
}

/// Says that other programs had the processors, with the cure; and above it, if so, that the program plans for nearly
/// all of its time.
pub(super) fn busy(turn: &Turn, before: Before) -> Option<Message> {
    let counted = part(turn, turn.share.waited) >= WAITED;
    // A wait that has not come to its end is not counted.
    let waits = turn.ready && part(turn, turn.share.run + turn.share.waited) < COMPUTES;
    (counted || waits).then(|| {
        let text = msg!(
            "other programs keep this machine busy, and it had to wait for a processor: wait for them, or play with fewer \
             --jobs or a larger --time-ms"
        );
        text.above(before.near())
    })
}

/// Returns true if a program hardly wanted a processor in this turn.
pub fn is_idle(turn: &Turn) -> bool {
    !turn.ready && part(turn, turn.share.run + turn.share.waited) < IDLE
}

/// The share of a turn that this many nanoseconds take.
fn part(turn: &Turn, nanoseconds: u64) -> f64 {
    nanoseconds as f64 / turn.elapsed.as_nanos().max(1) as f64
}

/// The cause of a late answer, as far as the times and the output tell.
pub(super) fn late(turn: &Turn, asked: Asked<'_>) -> Option<Message> {
    let waited = part(turn, turn.share.waited);
    let text = unhurried(turn, asked)?;
    if waited < TOLD {
        return Some(text);
    }
    let ms = turn.share.waited / 1_000_000;
    Some(text.above(msg!("it waited {ms} ms for a processor")))
}

/// [`late`] of a program that had its processor.
fn unhurried(turn: &Turn, asked: Asked<'_>) -> Option<Message> {
    let ran = part(turn, turn.share.run);
    let silent = turn.output.trim_ascii().is_empty();
    let answered = match asked.form {
        Form::Json => {
            let output = turn.output.strip_suffix(MARKER.as_bytes());
            printed::is_json(output.unwrap_or(&turn.output))
        }
        Form::Simple => !silent,
        Form::Packet => false,
    };
    let near = asked.before.near();
    Some(match (answered, silent) {
        (true, _) if near.is_some() => {
            let answered = msg!("its answer is there, but it had not ended");
            let end = msg!("its end takes time, too, where it frees memory");
            answered.above(near?).above(end)
        }
        (true, _) if asked.before.has_ended() => msg!(
            "its answer is there, but it did not end in time, as it has done before: look for what it does after its answer"
        ),
        (true, _) if asked.rules.keeps_running() => msg!(
            "its answer is there, but neither the end of the program nor, behind the answer, the line \
             >>>BOTZONE_REQUEST_KEEP_RUNNING<<<: print that line with its line end, too, and flush standard output"
        ),
        (true, _) => msg!(
            "its answer is there, but it did not end: end the program after its answer, or add ,keep-running behind this \
             player if the site may keep it running"
        ),
        (false, _) if near.is_some() => near?,
        (false, true) if ran >= COMPUTES => msg!(
            "it computed all this time and printed nothing: an endless loop, or a search that does not look at the clock"
        ),
        (false, true) if is_idle(turn) && asked.rules.keeps_running() => {
            msg!(
                "nothing arrived, but it did not end and does not compute: flush standard output after every answer ({}), \
                 and read one turn at a time, not to the end of the input",
                flushing(asked)
            )
        }
        (false, true) if is_idle(turn) => {
            msg!("nothing arrived, and it neither computes nor ends: look for what it waits for")
        }
        (false, false) if is_idle(turn) => msg!(
            "only a part of an answer arrived, and it does not compute: flush standard output after every answer"
        ),
        _ => return None,
    })
}
