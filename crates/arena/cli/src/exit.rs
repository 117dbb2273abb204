//! Exit statuses. 0 is success, 1 a failure, 2 a command line that cannot be read.

/// A sequential test has accepted H0.
pub const REJECTED: u8 = 10;
/// A sequential test has ended without a decision.
pub const UNDECIDED: u8 = 11;
/// Part of what was to be read could not be used; the rest is done.
pub const INCOMPLETE: u8 = 12;
/// Games of the plan are missing; what there is was merged.
pub const MISSING: u8 = 13;
/// Ctrl-C, as shells have it.
pub const CANCELLED: u8 = 130;
