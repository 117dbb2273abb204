//! The dead-code pass over small assembler texts: a test for every mistake that the first bundles had.

mod symbols;
mod text;

use bundler_asm::processor::{BOTZONE, Processor};
use bundler_asm::shrink;
use bundler_asm::symbols::Symbols;

const SYMBOLS: &str =
    "memcpy libc 2.14 strong\nstatx libc 2.28 weak\nkey libpthread 2.2.5 unused\n";

fn statements(text: &str) -> Vec<String> {
    let processor = Processor::committed(BOTZONE).unwrap();
    shrink(text, &Symbols::parse(SYMBOLS).unwrap(), &processor).unwrap()
}

fn error(text: &str) -> String {
    let processor = Processor::committed(BOTZONE).unwrap();
    let result = shrink(text, &Symbols::parse(SYMBOLS).unwrap(), &processor);
    format!("{:#}", result.unwrap_err())
}

/// A program whose `main` holds these lines, followed by other sections.
fn program(main: &str, rest: &str) -> String {
    format!(
        "\t.file\t\"bot\"\n\t.section\t.text.main,\"ax\",@progbits\n\t.globl\tmain\n\t.p2align\t4\n\
         \t.type\tmain,@function\nmain:\n{main}\n\tretq\n.Lfunc_end0:\n\t.size\tmain, .Lfunc_end0-main\n{rest}"
    )
}

fn object(name: &str, section: &str, data: &str) -> String {
    format!("\t.type\t{name},@object\n\t.section\t{section}\n{name}:\n{data}\n")
}

fn has(statements: &[String], wanted: &str) -> bool {
    statements.iter().any(|statement| statement == wanted)
}
