//! From the compiler's assembler text of a whole program to the statements of a bundle, top-down:
//!
//! 1. `syntax` cuts the text into statements, `operand` cuts operands into symbols and other text, `section` says where a
//!    statement goes, `string` reads strings and numbers.
//! 2. `parse` makes a `program` of it: blocks of items with resolved symbols. Debug, unwind and line information stays
//!    behind; from the unwind tables only the places of landing pads are taken (`unwind`).
//! 3. `backtrace` empties the standard library's backtrace printer, which keeps half of the text alive.
//! 4. `reachability` follows references from `main`; `linkage` checks relocations and undefined symbols of what is reached
//!    ([`symbols`]), `baseline` its instructions ([`processor`]).
//! 5. `names` gives short names; `emit` writes the blocks grouped by section, `data` and `shorten` in the fewest characters
//!    of a C++ literal. [`cpp`] makes C++ source of the statements.
//!
//! Directives, sections, relocations, undefined symbols and instructions are allow-lists: what the judge's old
//! assembler, libraries and processor may not know is an error that names the construct, never a guess.
//!
//! It starts no program and reads no file: the bundler has the text made, writes what becomes of it, and proves it. It
//! knows neither bots nor games.

mod backtrace;
mod baseline;
pub mod cpp;
mod data;
mod emit;
mod linkage;
mod names;
mod operand;
mod parse;
pub mod processor;
mod program;
mod reachability;
mod section;
mod shorten;
mod string;
pub mod symbols;
mod syntax;
mod unwind;

use crate::processor::Processor;
use crate::symbols::Symbols;
use anyhow::Result;

/// Makes the statements of a bundle from the assembler text of a whole program. `known` lists the symbols it may
/// take from the judge's libraries, `processor` the instructions it may have. The same text always gives the same
/// statements.
///
/// # Errors
/// Names the construct that a bundle cannot hold, and where it is or how `main` reaches it.
pub fn shrink(text: &str, known: &Symbols, processor: &Processor) -> Result<Vec<String>> {
    let mut program = parse::parse(text)?;
    let has_printer = backtrace::empty_printer(&mut program);
    let reachable = reachability::from_main(&program)?;
    let externals = linkage::check(&program, &reachable, has_printer, known)?;
    baseline::check(&program, &reachable, processor)?;
    let names = names::short_names(&program, &reachable, &externals);
    Ok(emit::statements(&program, &reachable, &names, &externals))
}
