//! Assembler text to statements.
//!
//! A line holds any number of statements separated by `;`, ends at a `#` comment, and neither counts inside a
//! string. A statement may have labels before it.

use anyhow::{Result, bail};

/// One statement and the line (from 1) it stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Line number in the text, from 1, for error messages.
    pub line: usize,
    /// Its kind.
    pub kind: Kind<'a>,
}

/// Words that may stand before a mnemonic.
pub const PREFIXES: [&str; 12] = [
    "lock", "rep", "repe", "repz", "repne", "repnz", "notrack", "data16", "cs", "ds", "es", "rex64",
];

/// The four things a statement can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind<'a> {
    /// `name:`, without quotes.
    Label(&'a str),
    /// `name = value` or `.set name, value`.
    Assign {
        /// The symbol, without quotes.
        name: &'a str,
        /// The expression.
        value: &'a str,
    },
    /// `.name args`; the name keeps its dot.
    Directive {
        /// Name with its dot, such as `.quad`.
        name: &'a str,
        /// The rest of the statement.
        args: &'a str,
    },
    /// An instruction with its prefixes and operands.
    Instruction(&'a str),
}

/// All statements of `text` in order.
///
/// # Errors
/// A string that does not end on its line, or a construct that has no place in compiler output.
pub fn statements(text: &str) -> Result<Vec<Statement<'_>>> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for part in split_line(line, index + 1)? {
            push_statements(part, index + 1, &mut found)?;
        }
    }
    Ok(found)
}

/// Splits a list of arguments at its top-level commas and trims every part.
pub fn arguments(args: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in args.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b',' if !quoted => {
                parts.push(args[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(args[start..].trim());
    parts
}

/// A name without the quotes the compiler puts around unusual characters.
pub fn unquote(name: &str) -> &str {
    name.strip_prefix('"')
        .and_then(|inner| inner.strip_suffix('"'))
        .unwrap_or(name)
}

/// True for the characters of an unquoted symbol name.
pub fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn split_line(line: &str, number: usize) -> Result<Vec<&str>> {
    let bytes = line.as_bytes();
    let mut parts = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'#' if !quoted => break,
            b';' if !quoted => {
                parts.push(&line[start..at]);
                start = at + 1;
            }
            b'/' if !quoted && bytes.get(at + 1) == Some(&b'*') => {
                bail!("line {number}: block comment `/*` is not supported")
            }
            _ => {}
        }
        at += 1;
    }
    if quoted {
        bail!("line {number}: a string does not end on its line");
    }
    parts.push(&line[start..at.min(bytes.len())]);
    Ok(parts)
}

fn push_statements<'a>(part: &'a str, line: usize, found: &mut Vec<Statement<'a>>) -> Result<()> {
    let mut rest = part.trim();
    while !rest.is_empty() {
        let (name, after) = take_name(rest);
        let next = after.trim_start();
        let kind = if let Some(tail) = after.strip_prefix(':') {
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                bail!("line {line}: numeric local label `{name}:` is not supported");
            }
            rest = tail.trim_start();
            found.push(Statement {
                line,
                kind: Kind::Label(unquote(name)),
            });
            continue;
        } else if next.starts_with('=') && !next.starts_with("==") {
            Kind::Assign {
                name: unquote(name),
                value: next[1..].trim(),
            }
        } else if matches!(name, ".set" | ".equ") {
            match next.split_once(',') {
                Some((symbol, value)) => Kind::Assign {
                    name: unquote(symbol.trim()),
                    value: value.trim(),
                },
                None => bail!("line {line}: `{rest}` has no value"),
            }
        } else if name.starts_with('.') {
            Kind::Directive { name, args: next }
        } else {
            Kind::Instruction(rest)
        };
        found.push(Statement { line, kind });
        break;
    }
    Ok(())
}

/// The name a statement starts with (quotes kept; empty if there is none) and what follows it.
fn take_name(text: &str) -> (&str, &str) {
    let end = match text.strip_prefix('"') {
        Some(inner) => inner.find('"').map_or(text.len(), |quote| quote + 2),
        None => text
            .bytes()
            .position(|byte| !is_name_byte(byte))
            .unwrap_or(text.len()),
    };
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        statements(text)
            .unwrap()
            .into_iter()
            .map(|statement| statement.kind)
            .collect()
    }

    #[test]
    fn strings_may_hold_comment_separator_comma_and_quote_characters() {
        let text = "\t.ascii\t\"a # b ; c, d \\\" e\\\\\" # comment ; nop\n";
        let args = "\"a # b ; c, d \\\" e\\\\\"";
        assert_eq!(
            kinds(text),
            [Kind::Directive {
                name: ".ascii",
                args
            }]
        );
        assert_eq!(arguments(args), [args]);
    }

    #[test]
    fn a_line_may_hold_labels_and_several_statements() {
        assert_eq!(
            kinds(".La: \"b c\": rep;stosq ; .p2align 4, 0x0 # x"),
            [
                Kind::Label(".La"),
                Kind::Label("b c"),
                Kind::Instruction("rep"),
                Kind::Instruction("stosq"),
                Kind::Directive {
                    name: ".p2align",
                    args: "4, 0x0"
                },
            ]
        );
    }

    #[test]
    fn both_forms_of_assignment() {
        let expected = Kind::Assign {
            name: "a",
            value: "b+8",
        };
        assert_eq!(
            kinds("a = b+8\n.set a, b+8\n"),
            [expected.clone(), expected]
        );
    }

    #[test]
    fn quoted_section_names_keep_their_commas() {
        assert_eq!(
            arguments("\".text.a,b\",\"ax\",@progbits"),
            ["\".text.a,b\"", "\"ax\"", "@progbits"]
        );
    }

    #[test]
    fn what_is_not_understood_is_an_error_with_its_line() {
        let message = |text| statements(text).unwrap_err().to_string();
        assert!(message("\nnop\n1: jmp 1b").contains("line 3: numeric local label `1:`"));
        assert!(message(".ascii \"abc").contains("line 1: a string does not end"));
        assert!(message("nop /* x */").contains("line 1: block comment"));
    }
}
