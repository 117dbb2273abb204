//! Relocations and undefined symbols: no live block may need what the judge's libraries do not have.

use crate::backtrace::PRINTER;
use crate::program::{Program, Symbol};
use crate::reachability::{Reachability, references};
use crate::symbols::{Binding, Symbols};
use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// The symbols the program takes from the judge's libraries, with their binding, by name.
pub type Externals = BTreeMap<Symbol, Binding>;

/// Checks relocations and undefined symbols of all live blocks.
///
/// # Errors
/// Lists every offence with the way from `main` to it.
pub fn check(
    program: &Program,
    reachable: &Reachability,
    has_printer: bool,
    known: &Symbols,
) -> Result<Externals> {
    let mut externals = Externals::new();
    let mut offences = BTreeMap::new();
    for block in (0..program.blocks.len()).filter(|&block| reachable.live[block]) {
        for (symbol, modifier) in references(program, block) {
            let problem = if program.definitions.contains_key(&symbol) {
                relocation_problem(modifier)
            } else {
                relocation_problem(modifier).or_else(|| {
                    match external(
                        program.name(symbol),
                        program.weak.contains(&symbol),
                        has_printer,
                        known,
                    ) {
                        Ok(binding) => {
                            externals.insert(symbol, binding);
                            None
                        }
                        Err(problem) => Some(problem),
                    }
                })
            };
            if let Some(problem) = problem {
                offences.entry((symbol, problem)).or_insert(block);
            }
        }
    }
    if offences.is_empty() {
        return Ok(externals);
    }
    let lines: Vec<String> = offences
        .into_iter()
        .map(|((symbol, problem), block)| {
            format!(
                "`{}`: {problem}\n    reached by {}",
                program.name(symbol),
                reachable.path(program, block)
            )
        })
        .collect();
    bail!("this program cannot be bundled:\n  {}", lines.join("\n  "))
}

fn relocation_problem(modifier: &str) -> Option<String> {
    match modifier {
        "" | "PLT" | "GOTPCREL" | "TPOFF" => None,
        "TLSGD" | "TLSLD" | "DTPOFF" | "GOTTPOFF" | "TLSDESC" | "TLSCALL" | "INDNTPOFF" => {
            Some(format!(
                "thread-local access `@{modifier}`; only local-exec (`@TPOFF`) works in a bundle \
             (build executables, no shared libraries)"
            ))
        }
        _ => Some(format!(
            "relocation `@{modifier}` is not in the list of those that a bundle may hold"
        )),
    }
}

/// The declaration of an undefined symbol in the bundle, or the reason why there can be none.
fn external(name: &str, weak: bool, has_printer: bool, known: &Symbols) -> Result<Binding, String> {
    if name.starts_with("_Unwind_") {
        return Err(if has_printer {
            "the unwinder is still in use: catch_unwind and std::backtrace cannot be bundled"
                .to_owned()
        } else {
            format!(
                "the unwinder is still in use, and this standard library has no `{PRINTER}` to empty"
            )
        });
    }
    match known.binding(name) {
        None => Err("undefined, and not in crates/bundler/asm/data/symbols.txt".to_owned()),
        Some(Binding::Weak) if !weak => Err(
            "must be weak: the judge's machine may not have it (crates/bundler/asm/data/symbols.txt)"
                .to_owned(),
        ),
        Some(binding) => Ok(binding),
    }
}
