//! The bot's estimate of its position in its debug text.
//!
//! ```text
//! 1520 simulations: 76.5 %, value=0.530, line 3,4 5,5
//! ```
//!
//! A word `value=V`, V a decimal number from -1 (a certain loss for the bot) to 1 (a certain win). Nothing stands right
//! before it but a blank or one of `,;:([|`; the first such word counts. Any program may print it: the replay page draws
//! a curve of it. With the word `proven` anywhere in the text the value is no estimate, and the curve has a mark where that
//! begins.

/// The word for a value, with three digits: `value=0.530`. A value beyond -1 and 1, or none at all, is the nearest of them
/// or 0.
pub fn text(value: f64) -> String {
    // By integers: the formatting of floats would be a large part of a small bundle, and a call of `round` one to libm.
    let half = if value < 0.0 { -0.5 } else { 0.5 };
    let thousandths = (1000.0 * value.clamp(-1.0, 1.0) + half) as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let thousandths = thousandths.abs();
    format!(
        "value={sign}{}.{:03}",
        thousandths / 1000,
        thousandths % 1000
    )
}

/// The value for a chance to win from 0 to 1, a draw being half a win.
pub fn of_chance(chance: f64) -> f64 {
    2.0 * chance - 1.0
}

/// The value that a debug text names, if it does.
pub fn find(debug: &str) -> Option<f64> {
    let value = debug.match_indices("value=").find_map(|(at, word)| {
        let before = debug[..at].chars().next_back();
        let free = before.map_or(true, |c| c.is_whitespace() || ",;:([|".contains(c));
        let rest = &debug[at + word.len()..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && !"+-.".contains(c))
            .unwrap_or(rest.len());
        // A full stop after it ends the sentence.
        let number = rest[..end].trim_end_matches('.');
        number.parse::<f64>().ok().filter(|_| free)
    })?;
    (-1.0..=1.0).contains(&value).then_some(value)
}

/// Returns true if a debug text marks its value as proven.
pub fn is_proven(debug: &str) -> bool {
    debug
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word == "proven")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_found() {
        for (value, word) in [
            (0.53, "value=0.530"),
            (-0.0004, "value=0.000"),
            (-0.0006, "value=-0.001"),
            (1.0, "value=1.000"),
            (-7.0, "value=-1.000"),
            (f64::NAN, "value=0.000"),
            (of_chance(0.25), "value=-0.500"),
        ] {
            assert_eq!(text(value), word);
            let found = find(&format!("12 nodes: 4 %, {word}, line 3,4")).unwrap();
            assert!((found - value).abs() < 0.001 || !(-1.0..=1.0).contains(&value));
        }
    }

    #[test]
    fn only_the_documented_form_is_a_value() {
        for (debug, value) in [
            ("value=0.53", Some(0.53)),
            ("depth 4|value=+1", Some(1.0)),
            ("(value=-.5).", Some(-0.5)),
            ("It is won. value=0.9.", Some(0.9)),
            ("myvalue=0.5 value=0.25", Some(0.25)),
            ("value=much value=0.25", Some(0.25)),
            ("value=12", None),
            ("value=-1.01", None),
            ("value=", None),
            ("value 0.5", None),
            ("value=nan", None),
            ("", None),
        ] {
            assert_eq!(find(debug), value, "{debug}");
        }
    }

    #[test]
    fn proven_is_a_word() {
        for (debug, proven) in [
            ("proven, value=0.000", true),
            ("12 simulations: proven win, value=1.000", true),
            ("unproven, value=0.5", false),
            ("value=1.000", false),
        ] {
            assert_eq!(is_proven(debug), proven, "{debug}");
        }
    }
}
