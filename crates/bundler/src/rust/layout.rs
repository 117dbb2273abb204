//! Indentation: a file that becomes a module is set in by four columns.

use super::tokens::{Kind, tokens};
use anyhow::Result;

/// The text with every line set in, but for those that begin inside of a literal.
///
/// # Errors
/// If it is no Rust.
pub fn indented(text: &str) -> Result<String> {
    let mut fixed = vec![false; text.lines().count() + 1];
    for token in tokens(text)? {
        // Indentation after a backslash at the end of a line does not belong to the literal.
        if token.kind == Kind::Literal && token.text.contains('\n') {
            let first = text[..token.span.start].matches('\n').count();
            let raw = token.text.trim_start_matches(['b', 'c']).starts_with('r');
            let mut lines = token.text.lines().peekable();
            let mut number = first;
            while let Some(line) = lines.next() {
                number += 1;
                if lines.peek().is_some() && (raw || !line.ends_with('\\')) {
                    fixed[number] = true;
                }
            }
        }
    }
    let mut out = String::with_capacity(text.len() * 9 / 8);
    for (number, line) in text.lines().enumerate() {
        if !line.is_empty() && !fixed[number] {
            out.push_str("    ");
        }
        out.push_str(line);
        out.push('\n');
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_inside_of_literals_stay() {
        let text =
            "fn f() {\n    g(\"a\n  b\");\n    h(\"a \\\n       b\", r\"x\n y\");\n}\n\n// c\n";
        assert_eq!(
            indented(text).unwrap(),
            "    fn f() {\n        g(\"a\n  b\");\n        h(\"a \\\n           b\", r\"x\n y\");\n    }\n\n    // c\n"
        );
    }
}
