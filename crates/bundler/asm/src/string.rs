//! Strings and numbers of data directives, both ways.

use anyhow::{Context, Result, bail};

/// The bytes of the argument of `.ascii`: one string in quotes.
///
/// # Errors
/// An escape that the compiler does not write.
pub fn bytes(args: &str) -> Result<Vec<u8>> {
    let inner = args
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .with_context(|| format!("one string expected, found `{args}`"))?
        .as_bytes();
    let mut found = Vec::with_capacity(inner.len());
    let mut at = 0;
    while at < inner.len() {
        let byte = inner[at];
        at += 1;
        if byte == b'"' {
            bail!("one string expected, found `{args}`");
        }
        if byte != b'\\' {
            found.push(byte);
            continue;
        }
        let escape = inner.get(at).copied().unwrap_or(0);
        at += 1;
        found.push(match escape {
            b'b' => 8,
            b't' => b'\t',
            b'n' => b'\n',
            b'f' => 12,
            b'r' => b'\r',
            b'"' | b'\\' => escape,
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    match inner.get(at) {
                        Some(&digit @ b'0'..=b'7') => value = value * 8 + u32::from(digit - b'0'),
                        _ => break,
                    }
                    at += 1;
                }
                u8::try_from(value).with_context(|| format!("octal escape too large in {args}"))?
            }
            _ => bail!("string escape `\\{}` is not supported", char::from(escape)),
        });
    }
    Ok(found)
}

/// A decimal or hexadecimal number, possibly negative; `None` for any other expression.
pub fn number(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        // A leading zero would mean octal.
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    Some(sign * value)
}

/// The shortest `.ascii` string for these bytes, in quotes, pure printable ASCII.
pub fn quoted(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 2);
    text.push('"');
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                text.push_str(&format!("\\{byte:03o}"))
            }
            _ => text.push_str(&format!("\\{byte:o}")),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_survive_the_round_trip_as_ascii() {
        let all: Vec<u8> = (0..=255)
            .chain(*b"\"\\ ??= # ; , \x001\x008\xff7")
            .collect();
        let text = quoted(&all);
        assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        assert_eq!(bytes(&text).unwrap(), all);
    }

    #[test]
    fn compiler_escapes_and_raw_utf8_are_read() {
        assert_eq!(
            bytes("\"\\303\\251\\b\\f\\r\\0019\"").unwrap(),
            b"\xc3\xa9\x08\x0c\r\x019"
        );
        assert_eq!(bytes("\"é\"").unwrap(), "é".as_bytes());
        assert!(bytes("\"\\q\"").is_err());
        assert!(bytes("\"a\", \"b\"").is_err());
    }

    #[test]
    fn numbers() {
        assert_eq!(number("-1"), Some(-1));
        assert_eq!(number("0xffffffffffffffff"), Some(i128::from(u64::MAX)));
        assert_eq!(number("010"), None);
        assert_eq!(number("a-b"), None);
        assert_eq!(number("1b"), None);
    }
}
