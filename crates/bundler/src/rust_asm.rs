//! Statements to Rust source: one `global_asm!`, which needs no edition, no `-O` and no flags.

/// Characters of a source line, about.
const LINE: usize = 4000;

/// The text before the statements. A compiler for another target prints one error.
const HEAD: &str = "\
#![no_main]

#[cfg(not(all(target_os = \"linux\", target_arch = \"x86_64\", target_pointer_width = \"64\")))]
compile_error!(\"this file is assembler text for x86-64 Linux: compile it for that target\");

#[cfg(all(target_os = \"linux\", target_arch = \"x86_64\", target_pointer_width = \"64\"))]
";

/// The statements as they are for the C++ file, several on a line.
pub fn file(statements: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for statement in statements {
        // The macro's option says it, and the compiler warns of it in the text.
        if statement == ".att_syntax prefix" {
            continue;
        }
        if length > LINE {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(';');
        }
        text.push_str(statement);
        length += statement.len() + 1;
    }
    let text = super::rust::raw(&format!("\n{text}\n"));
    format!("{HEAD}core::arch::global_asm!({text}, options(att_syntax, raw));\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_one_raw_literal_without_their_syntax() {
        let statements = [
            ".att_syntax prefix",
            ".text",
            ".ascii \"a?\"#",
            "main:",
            "ret",
        ];
        let text = file(&statements.map(str::to_owned));
        let (_, rest) = text.split_once("global_asm!").unwrap();
        assert_eq!(
            rest,
            "(r##\"\n.text;.ascii \"a?\"#;main:;ret\n\"##, options(att_syntax, raw));\n"
        );
    }
}
