//! Statements to C++ source: one top-level `asm` of string literals, valid since C++98.
//!
//! Half of the text of a program are instructions that differ from each other in a register or a number only. They
//! are written as preprocessor macros that expand to string literals: `a(rax,8)` for `"mov 8(%rsp),%rax;"`. The
//! compiler sees the same string, and the file has little more than half of the size.

pub(crate) mod literal;
mod macros;
mod pattern;

use literal::escape;
use macros::Macros;
use pattern::is_label;

/// Characters of a source line, about: long lines save the quotes and newlines between them.
const LINE: usize = 4000;

/// The error that a compiler for another target sees in place of the statements: it would report every one of them.
const GUARD: &str = "\
#if !defined(__linux__) || !defined(__x86_64__) || defined(__ILP32__)
#error This file is assembler text for x86-64 Linux: compile it for that target, without -m32 and -mx32
#else
";

/// The macros and one `asm(...);` that holds all statements: `;` behind each, a newline at the end of each source
/// line. Around them is a check of the target.
pub fn asm_block(statements: &[String]) -> String {
    let macros = Macros::choose(statements);
    let mut out = GUARD.to_owned();
    out.push_str(&macros.definitions());
    out.push_str("asm(\n");
    let mut line = Line::default();
    for statement in statements {
        match macros.call(statement) {
            Some(call) => line.call(call),
            None => line.statement(statement),
        }
        if line.text.len() + line.literal.len() > LINE {
            line.end(&mut out);
        }
    }
    line.end(&mut out);
    out.push_str(");\n#endif\n");
    out
}

/// A source line being filled: finished tokens, then a literal that is open.
#[derive(Default)]
struct Line {
    text: String,
    literal: String,
}

impl Line {
    fn statement(&mut self, statement: &str) {
        self.literal.push_str(&escape(statement));
        if !is_label(statement) {
            self.literal.push(';');
        }
    }

    fn call(&mut self, call: &str) {
        self.close();
        // `"..."a` would be a user-defined literal.
        if !self.text.is_empty() && !self.text.ends_with(')') {
            self.text.push(' ');
        }
        self.text.push_str(call);
    }

    fn close(&mut self) {
        // Any place between two escapes will do to split a literal: neighbouring ones are one string.
        let literal = std::mem::take(&mut self.literal);
        let mut rest = literal.as_str();
        while rest.len() > 2 * LINE {
            let mut at = LINE;
            while rest.as_bytes()[at - 1] == b'\\' {
                at -= 1;
            }
            self.text.push_str(&format!("\"{}\"\n", &rest[..at]));
            rest = &rest[at..];
        }
        if !rest.is_empty() {
            self.text.push_str(&format!("\"{rest}\""));
        }
    }

    fn end(&mut self, out: &mut String) {
        if self.text.is_empty() && self.literal.is_empty() {
            return;
        }
        if self.literal.ends_with(';') {
            self.literal.pop();
        }
        self.literal.push_str("\\n");
        self.close();
        out.push_str(&self.text);
        out.push('\n');
        self.text.clear();
    }
}
