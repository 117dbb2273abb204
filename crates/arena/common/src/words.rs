//! Words of messages.

/// Similarity (Jaro-Winkler, 0..=1) from which a name is offered instead of an unknown one.
const SIMILAR: f64 = 0.8;

/// A question that offers the word most similar to `name`, if one is similar enough: to be put behind an error.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    names
        .map(|other| (strsim::jaro_winkler(name, other), other))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .map(|(_, best)| format!("; did you mean `{best}`?"))
}

/// The first of several words, and the others in brackets: `nogo (or snake, tetris2)`.
pub fn alternatives(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, others @ ..] => said!("{first} (or {})", others.join(", ")),
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
    fn the_first_alternative_stands_in_front() {
        let texts = [&[][..], &["a"], &["a", "b", "c"]].map(alternatives);
        assert_eq!(texts, ["", "a", "a (or b, c)"]);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("好好".to_owned(), 4), "好");
    }
}
