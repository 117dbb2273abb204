//! The clock of a half-round.

use std::time::Instant;

use gameplay::record::{ReplyRecord, Verdict};

/// The half-round that the clock runs for.
pub(super) struct Clock {
    /// The logic's number of it.
    pub(super) state: i64,
    pub(super) seat: usize,
    pub(super) started: Instant,
    pub(super) first: bool,
    /// True if all its packets so far were given. Such a half-round has no reply: it was played before.
    pub(super) given: bool,
}

impl Clock {
    /// The reply of this half-round, `turn` of the game, after `ms` milliseconds.
    pub(super) fn reply(&self, turn: usize, ms: f64) -> ReplyRecord {
        ReplyRecord {
            turn,
            seat: self.seat,
            verdict: Verdict::Ok,
            ms: Some(ms),
            first: self.first,
            debug: None,
            failure: None,
            not_utf8: false,
            saved: None,
        }
    }
}
