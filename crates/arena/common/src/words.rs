//! Words of messages.

use std::fmt::Display;

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

/// Similarity (Jaro-Winkler, 0..=1) from which a name is offered in place of an unknown one.
const SIMILAR: f64 = 0.8;

/// The words that offer the name most like `name`, if one is similar enough.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    names
        .map(|other| (strsim::jaro_winkler(name, other), other))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .map(|(_, best)| format!("; did you mean `{best}`?"))
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
    fn a_similar_name_is_offered() {
        let names = || ["nogo", "snake"].into_iter();
        let guess = closest("nogi", names());
        assert_eq!(guess.as_deref(), Some("; did you mean `nogo`?"));
        assert_eq!(closest("chess", names()), None);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("好好".to_owned(), 4), "好");
    }
}
