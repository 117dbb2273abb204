//! Words of messages.

use std::fmt::Display;

pub use manifest::closest;

/// A number with its noun: `1 core`, `2 cores`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// The first of several words, and the others in brackets: `nogo (or snake, tetris2)`.
pub fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, others @ ..] => format!("{first} (or {})", others.join(", ")),
    }
}

/// Cuts a text to at most `limit` bytes without splitting a character.
pub fn cut(mut text: String, limit: usize) -> String {
    text.truncate(text.floor_char_boundary(limit));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        let said = [0, 1, 2, 21].map(|number| counted(number, "match", "matches"));
        assert_eq!(said, ["0 matches", "1 match", "2 matches", "21 matches"]);
    }

    #[test]
    fn the_first_alternative_stands_in_front() {
        let texts = [&[][..], &["a"], &["a", "b", "c"]].map(alternatives);
        assert_eq!(texts, ["", "a", "a (or b, c)"]);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("好好".to_owned(), 4), "好");
    }
}
