//! Text in C++ string literals.

/// The text as it stands in a string literal. `?` is escaped because `??=` would become `#` under `-std=c++11`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_escaped(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// The length of a text as it stands in a string literal.
pub fn escaped_len(text: &str) -> usize {
    text.len()
        + text
            .chars()
            .filter(|&character| is_escaped(character))
            .count()
}

fn is_escaped(character: char) -> bool {
    matches!(character, '\\' | '"' | '?')
}
