//! The parts of its tree that a game leaves out, and the places.

use super::{MAX_DEPTH, MOST_LATE};

/// The ways to search less, each with its measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Half of the first window of an iteration around the value of the one before; 0 for a whole window.
    pub window: i32,
    /// Up to this depth a position that [is quiet](super::Game::is_quiet) is not searched if its value is at least beta ...
    pub static_depth: i32,
    /// ... and so much more for each ply.
    pub static_margin: i32,
    /// ... less this if it is higher than two plies before, when the same side was to move (improving).
    pub improving: i32,
    /// Below depth 0, where positions are searched that are not quiet, one with a value so much less than alpha is not.
    pub hopeless: i32,
    /// Up to this depth moves are left out that leave the value, with their gain, at alpha or less ...
    pub futile_depth: i32,
    /// ... even with this ...
    pub futile_base: i32,
    /// ... and so much for each ply more.
    pub futile_margin: i32,
    /// Up to this depth, moves of small gain are left out ...
    pub late_depth: i32,
    /// ... after so many ...
    pub late_base: usize,
    /// ... and so many for each ply.
    pub late_moves: usize,
    /// Moves that gain no more than this are of small gain.
    pub small: i32,
    /// Moves that gain no more than this are left out at any depth after [`Settings::poor_after`] others.
    pub poor: i32,
    /// The moves of a node that come before these are left out.
    pub poor_after: usize,
    /// Plies by which late moves are searched less deep: this, and ...
    pub reduction_base: f64,
    /// ... so much times the logarithms of the depth and of the moves before it.
    pub reduction_factor: f64,
    /// Moves before the first that is reduced.
    pub reduce_after: usize,
    /// Moves of at least this gain are reduced a ply less.
    pub reduce_less: i32,
    /// A node of at least this depth without a move in the table is searched a ply less deep; 0 for none.
    pub without_first: i32,
    /// True if the only move of a position costs no depth.
    pub extend_only: bool,
    /// The least depth at which the move of the table is searched deeper if all others are much worse; 0 for none.
    pub singular_depth: i32,
    /// The difference that counts as much worse, for each ply.
    pub singular_margin: i32,
}

impl Settings {
    /// Nothing is left out, reduced or extended.
    pub const WHOLE: Settings = Settings {
        window: 0,
        static_depth: 0,
        static_margin: 0,
        improving: 0,
        hopeless: i32::MAX,
        futile_depth: 0,
        futile_base: 0,
        futile_margin: 0,
        late_depth: 0,
        late_base: 0,
        late_moves: 0,
        small: -1,
        poor: i32::MIN,
        poor_after: 0,
        reduction_base: 0.0,
        reduction_factor: 0.0,
        reduce_after: usize::MAX,
        reduce_less: 1,
        without_first: 0,
        extend_only: false,
        singular_depth: 0,
        singular_margin: 0,
    };

    /// The plies by which a move is searched less deep, by depth and by the moves before it.
    pub(super) fn reductions(&self) -> Vec<[u8; MOST_LATE + 1]> {
        let logarithms = logarithms();
        let row = |depth: usize| {
            std::array::from_fn(|late| {
                let both = logarithms[depth] * logarithms[late];
                (self.reduction_base + self.reduction_factor * both).max(0.0) as u8
            })
        };
        (0..=MAX_DEPTH).map(row).collect()
    }
}

/// The natural logarithms of the numbers up to the greatest depth; 0 for 0. By a series, because those of the standard library
/// differ from system to system.
fn logarithms() -> [f64; MAX_DEPTH + 1] {
    let mut all = [0.0; MAX_DEPTH + 1];
    for n in 2..=MAX_DEPTH {
        let step = 1.0 / (2 * n - 1) as f64;
        let (mut power, mut sum) = (step, 0.0);
        for odd in (1..40).step_by(2) {
            sum += power / f64::from(odd);
            power *= step * step;
        }
        all[n] = all[n - 1] + 2.0 * sum;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_natural() {
        for (n, &logarithm) in logarithms().iter().enumerate().skip(1) {
            assert!((logarithm - (n as f64).ln()).abs() < 1e-12, "{}", n);
        }
    }
}
