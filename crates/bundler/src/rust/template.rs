//! The text behind the arrow of a macro, to be read as if it were outside a macro.

use anyhow::Result;

use super::tokens::{closed, tokens};

/// The output of a macro as plain Rust with the same places: `$name` is a word, and a repetition appears once.
///
/// # Errors
/// If it is no Rust.
pub fn masked(text: &str) -> Result<String> {
    let tokens = tokens(text)?;
    let mut masked = text.as_bytes().to_vec();
    for (at, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.text == "$")
    {
        if tokens.get(at + 1).is_none_or(|next| next.text != "(") {
            masked[token.span.start] = b'_';
            continue;
        }
        let Some(end) = closed(&tokens, at + 1) else {
            continue;
        };
        // `$( ... ) SEPARATOR *`
        let repeats = |at: usize| {
            let mark = tokens.get(at).map_or("", |token| token.text.as_str());
            ["*", "+", "?"].contains(&mark)
        };
        let last = if repeats(end + 1) { end + 1 } else { end + 2 };
        for token in [at, at + 1]
            .into_iter()
            .chain(end..=last)
            .filter_map(|at| tokens.get(at))
        {
            masked[token.span.clone()].fill(b' ');
        }
    }
    Ok(String::from_utf8(masked)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_repeated_text_stands_once() {
        for (text, plain) in [
            ("impl T for $of {}", "impl T for _of {}"),
            ("$(f($x),)* g()", "  f(_x),   g()"),
            ("$($(a $b);+)?", "    a _b     "),
        ] {
            assert_eq!(masked(text).unwrap(), plain);
        }
    }
}
