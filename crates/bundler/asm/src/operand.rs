//! Operands to tokens, so that symbols can be followed and renamed.

use crate::syntax::is_name_byte;
use anyhow::{Result, bail};

/// A piece of an operand list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Registers, numbers, punctuation: copied as it is, blanks dropped.
    Text(String),
    /// A symbol with its relocation modifier (`PLT` of `memcpy@PLT`).
    Symbol {
        /// Name without quotes.
        name: &'a str,
        /// The text after the `@`.
        modifier: Option<&'a str>,
    },
}

/// Cuts the operands of an instruction or a data directive (no strings) into pieces.
///
/// # Errors
/// Non-ASCII text, an open quote, or a reference to a numeric local label.
pub fn pieces(operands: &str) -> Result<Vec<Piece<'_>>> {
    let bytes = operands.as_bytes();
    let mut found = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => at += 1,
            b'%' | b'0'..=b'9' => {
                at = end_of_name(bytes, at + 1);
                let word = &operands[start..at];
                if is_numeric_reference(word) {
                    bail!("numeric local label reference `{word}` is not supported");
                }
                text.push_str(word);
            }
            b'"' => {
                let Some(length) = operands[start + 1..].find('"') else {
                    bail!("open quote in `{operands}`");
                };
                at = start + length + 2;
                push_symbol(operands, start + 1..at - 1, &mut at, &mut text, &mut found);
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'.' => {
                at = end_of_name(bytes, at);
                push_symbol(operands, start..at, &mut at, &mut text, &mut found);
            }
            byte if byte.is_ascii_graphic() => {
                text.push(char::from(byte));
                at += 1;
            }
            _ => bail!("`{operands}` is not plain ASCII"),
        }
    }
    if !text.is_empty() {
        found.push(Piece::Text(text));
    }
    Ok(found)
}

fn push_symbol<'a>(
    operands: &'a str,
    name: std::ops::Range<usize>,
    at: &mut usize,
    text: &mut String,
    found: &mut Vec<Piece<'a>>,
) {
    let modifier = operands[*at..].strip_prefix('@').map(|rest| {
        let length = end_of_name(rest.as_bytes(), 0);
        *at += 1 + length;
        &rest[..length]
    });
    if !text.is_empty() {
        found.push(Piece::Text(std::mem::take(text)));
    }
    found.push(Piece::Symbol {
        name: &operands[name],
        modifier,
    });
}

fn end_of_name(bytes: &[u8], start: usize) -> usize {
    bytes[start..]
        .iter()
        .position(|&byte| !is_name_byte(byte))
        .map_or(bytes.len(), |length| start + length)
}

fn is_numeric_reference(word: &str) -> bool {
    word.strip_suffix(['b', 'f']).is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece<'_> {
        Piece::Text(text.to_owned())
    }

    fn symbol<'a>(name: &'a str, modifier: Option<&'a str>) -> Piece<'a> {
        Piece::Symbol { name, modifier }
    }

    #[test]
    fn symbols_are_told_from_registers_numbers_and_immediates() {
        assert_eq!(
            pieces("%fs:_ZN1a$LT$b$GT$E@TPOFF+32, %eax").unwrap(),
            [
                text("%fs:"),
                symbol("_ZN1a$LT$b$GT$E", Some("TPOFF")),
                text("+32,%eax")
            ]
        );
        assert_eq!(
            pieces("$0x7f, -8(%rbp,%rax,4)").unwrap(),
            [text("$0x7f,-8(%rbp,%rax,4)")]
        );
        assert_eq!(pieces("$.La").unwrap(), [text("$"), symbol(".La", None)]);
        assert_eq!(
            pieces("*free@GOTPCREL(%rip)").unwrap(),
            [text("*"), symbol("free", Some("GOTPCREL")), text("(%rip)")]
        );
    }

    #[test]
    fn quoted_symbols_lose_their_quotes() {
        assert_eq!(pieces("\"a b\"@PLT").unwrap(), [symbol("a b", Some("PLT"))]);
    }

    #[test]
    fn differences_of_labels() {
        assert_eq!(
            pieces(".LBB4_10-.LJTI4_0").unwrap(),
            [
                symbol(".LBB4_10", None),
                text("-"),
                symbol(".LJTI4_0", None)
            ]
        );
    }

    #[test]
    fn numeric_labels_and_foreign_letters_are_errors() {
        assert!(pieces("1b").unwrap_err().to_string().contains("`1b`"));
        assert!(pieces("é").is_err());
        assert_eq!(pieces("0x1b").unwrap(), [text("0x1b")]);
    }
}
