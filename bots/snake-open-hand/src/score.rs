//! Scores of the search: values, and wins and losses by their distance.

/// A win now; one in n half-turns is worth n less.
pub const WIN: i32 = 30_000;

/// Values above this, or below its negative, are wins and losses.
pub const DECIDED: i32 = 25_000;

/// The value of a draw for us: a little less than an even position.
pub const DRAW: i32 = -20;

/// The stored form of a value found `ply` half-turns from the root: wins and losses count from the node.
#[inline(always)]
pub const fn to_stored(value: i32, ply: i32) -> i16 {
    let value = match value {
        value if value > DECIDED => value + ply,
        value if value < -DECIDED => value - ply,
        value => value,
    };
    value as i16
}

/// The inverse of [`to_stored`].
#[inline(always)]
pub const fn from_stored(value: i16, ply: i32) -> i32 {
    match value as i32 {
        value if value > DECIDED => value - ply,
        value if value < -DECIDED => value + ply,
        value => value,
    }
}

/// A value as text: `+0.250`, in units of the logistic scale, or `won in 7 turns`.
pub fn in_words(value: i32) -> String {
    let turns = (WIN - value.abs()) / 2 + 1;
    match value {
        value if value > DECIDED => format!("won in {turns} turns"),
        value if value < -DECIDED => format!("lost in {turns} turns"),
        value => {
            let sign = if value < 0 { '-' } else { '+' };
            format!("{sign}{}.{:03}", value.abs() / 1000, value.abs() % 1000)
        }
    }
}

/// A value from -1 (lost) to 1 (won), by the chance that the logistic function makes of it.
pub fn from_loss_to_win(value: i32) -> f64 {
    match value {
        value if value > DECIDED => 1.0,
        value if value < -DECIDED => -1.0,
        value => 2.0 / (1.0 + libm::exp(-f64::from(value) / 1000.0)) - 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words() {
        assert_eq!(in_words(WIN), "won in 1 turns");
        assert_eq!(in_words(5 - WIN), "lost in 3 turns");
        assert_eq!(in_words(1250), "+1.250");
        assert_eq!(in_words(-20), "-0.020");
        assert_eq!(
            [WIN - 9, 0, 9 - WIN].map(from_loss_to_win),
            [1.0, 0.0, -1.0]
        );
        assert!((from_loss_to_win(1000) - 0.462).abs() < 0.001);
    }

    #[test]
    fn stored_scores_count_from_their_node() {
        for score in [WIN - 9, 9 - WIN, 1234, -1234, DRAW] {
            assert_eq!(from_stored(to_stored(score, 5), 5), score);
        }
        assert_eq!(from_stored(to_stored(WIN - 9, 5), 2), WIN - 6);
        assert_eq!(from_stored(to_stored(9 - WIN, 5), 2), 6 - WIN);
    }
}
