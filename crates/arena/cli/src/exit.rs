//! Exit statuses. 0 is success, 1 a failure, 2 a command line that cannot be read.

use std::process::ExitCode;

use statistics::sprt::Decision;

/// A sequential test has accepted H0.
pub const REJECTED: u8 = 10;
/// A sequential test has ended without a decision.
pub const UNDECIDED: u8 = 11;
/// Part of what was to be read could not be used; the rest is done.
pub const INCOMPLETE: u8 = 12;
/// Games of the plan are missing, and what there is was merged; or parts of a tuning's step are.
pub const MISSING: u8 = 13;
/// A step of a tuning is counted, and more games are to be played.
pub const MORE: u8 = 14;
/// Ctrl-C, as shells have it.
pub const CANCELLED: u8 = 130;

/// The exit status of a sequential test.
pub fn of(decision: Option<Decision>) -> ExitCode {
    match decision {
        Some(Decision::H1) => ExitCode::SUCCESS,
        Some(Decision::H0) => ExitCode::from(REJECTED),
        None => ExitCode::from(UNDECIDED),
    }
}
