//! The text of other people's crates without comments, but for those that say whose it is: they have to stay.

use anyhow::Result;

use super::tokens::tokens;

/// The mark of a copyright notice.
const NOTICE: &str = "Copyright (";

/// The text without empty lines and comments, notices of a copyright excepted.
///
/// # Errors
/// If it is no Rust.
pub fn without_comments(text: &str) -> Result<String> {
    let mut bare = String::with_capacity(text.len());
    let mut at = 0;
    for token in tokens(text)? {
        bare.push_str(&blanks(&text[at..token.span.start]));
        bare.push_str(&token.text);
        at = token.span.end;
    }
    bare.push('\n');
    let lines = bare.lines().map(str::trim_end);
    let full: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    Ok(full.join("\n") + "\n")
}

/// The part of the text between two tokens that is kept.
fn blanks(gap: &str) -> String {
    if gap.trim().is_empty() {
        return gap.to_owned();
    }
    // A comment of documentation inside of a macro's words is `#[doc]`, whose brackets are no text.
    let mut left = String::new();
    let mut rest = gap;
    while let Some(at) = rest.find('/') {
        left.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with("/*") {
            closed(rest)
        } else {
            end_of_lines(rest)
        };
        if rest[..end].contains(NOTICE) {
            left.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    left + rest
}

/// The length of a comment of lines that stand below each other.
fn end_of_lines(text: &str) -> usize {
    let mut end = text.find('\n').unwrap_or(text.len());
    loop {
        let next = text[end..].trim_start();
        if !next.starts_with("//") {
            return end;
        }
        end = text.len() - next.len();
        end += next.find('\n').unwrap_or(next.len());
    }
}

/// The length of a block comment, which may have others inside.
fn closed(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_literals_stay() {
        let text = "//! crate\n\n/// doc\nfn f() { // why\n    /* a /* b */ c */ g(\"// no\", '/', a / b);\n}\n";
        assert_eq!(
            without_comments(text).unwrap(),
            "fn f() {\n     g(\"// no\", '/', a / b);\n}\n"
        );
    }

    #[test]
    fn whose_it_is_stays() {
        let text = "// origin: x\n// Copyright (c) 2005 Y\n// All of it.\n\n/* how */\n/*\n * Copyright (C) Z\n */\n/* f(x) */\nfn f() {}\n";
        assert_eq!(
            without_comments(text).unwrap(),
            "// origin: x\n// Copyright (c) 2005 Y\n// All of it.\n/*\n * Copyright (C) Z\n */\nfn f() {}\n"
        );
    }
}
