//! Words of messages.

use std::fmt::Display;

/// A number with its noun: `1 core`, `2 cores`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        let said = [0, 1, 2, 21].map(|number| counted(number, "match", "matches"));
        assert_eq!(said, ["0 matches", "1 match", "2 matches", "21 matches"]);
    }
}
