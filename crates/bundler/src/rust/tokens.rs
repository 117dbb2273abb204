//! A text as a flat list of tokens with their places, macros included: what a syntax tree does not look into.

use std::ops::Range;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word.
    Word,
    /// One character of punctuation, or a bracket.
    Mark,
    /// A literal.
    Literal,
}

/// A token and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: String,
    /// Its place.
    pub span: Range<usize>,
}

/// The tokens of a text in their order. A comment of documentation is no token.
///
/// # Errors
/// If it is no Rust.
pub fn tokens(text: &str) -> Result<Vec<Token>> {
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("{error}"))?;
    let mut found = Vec::new();
    flatten(stream, text, &mut found);
    Ok(found)
}

/// The place of the bracket that closes the one at a place.
pub fn closed(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn flatten(stream: TokenStream, text: &str, found: &mut Vec<Token>) {
    for tree in stream {
        let span = tree.span().byte_range();
        // `/// text` is `#[doc = "text"]` with the comment's span.
        let comment = text[span.clone()].starts_with("//") || text[span.clone()].starts_with("/*");
        if comment {
            continue;
        }
        let mut push = |kind, span: Range<usize>| {
            found.push(Token {
                kind,
                text: text[span.clone()].to_owned(),
                span,
            });
        };
        match tree {
            TokenTree::Ident(_) => push(Kind::Word, span),
            TokenTree::Literal(_) => push(Kind::Literal, span),
            TokenTree::Punct(_) => push(Kind::Mark, span),
            TokenTree::Group(group) => {
                let bare = group.delimiter() == Delimiter::None;
                if !bare {
                    push(Kind::Mark, group.span_open().byte_range());
                }
                flatten(group.stream(), text, found);
                if !bare {
                    let close = group.span_close().byte_range();
                    found.push(Token {
                        kind: Kind::Mark,
                        text: text[close.clone()].to_owned(),
                        span: close,
                    });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_places_in_macros_too() {
        let text = "/// doc `a::b`\nfn f() { m!(a::b, \"c\"); } // end\n";
        let found = tokens(text).unwrap();
        let words: Vec<&str> = found.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(words.join(" "), "fn f ( ) { m ! ( a : : b , \"c\" ) ; }");
        assert!(
            found
                .iter()
                .all(|token| text[token.span.clone()] == token.text)
        );
        assert!(tokens("fn (").is_err());
    }
}
