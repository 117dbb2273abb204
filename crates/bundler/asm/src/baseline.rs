//! Nothing in the live part may need more than the judge's processor is known to have.
//!
//! An allow-list says what that is, whatever the compiler was told: functions with a `target_feature` of their own and
//! inline assembly heed no flags. Exempt are the functions that run only where the processor has what they need. Each
//! of them is listed with its callers, and a reference from anywhere else is an offence too: so one cannot be reached
//! but by way of the function that asks the processor.

use crate::processor::Processor;
use crate::program::{Item, Program, Symbol, Token};
use crate::reachability::{Reachability, references};
use crate::syntax::PREFIXES;
use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// Offences that are listed in full.
const SHOWN: usize = 20;

/// Checks the instructions of all live blocks, and who refers to the functions that are exempt.
///
/// # Errors
/// Lists the offences, an instruction once, with the way from `main` to them.
pub fn check(program: &Program, reachable: &Reachability, processor: &Processor) -> Result<()> {
    let owners = owners(program);
    let mut titles = BTreeMap::new();
    let mut title = |function: Option<Symbol>| -> String {
        let Some(symbol) = function else {
            return String::new();
        };
        let title = titles.entry(symbol);
        title.or_insert_with(|| path(program, symbol)).clone()
    };
    let mut offences = BTreeMap::new();
    for block in (0..program.blocks.len()).filter(|&block| reachable.live[block]) {
        let function = title(owners[block]);
        if processor.callers(&function).is_none() {
            for item in &program.blocks[block].items {
                if let Some((mnemonic, text)) = refused(item, program, processor) {
                    let problem = format!("`{text}`: not known to run on the judge's processor");
                    offences.entry(mnemonic).or_insert((problem, block));
                }
            }
        }
        for (symbol, _) in references(program, block) {
            let Some(&target) = program.definitions.get(&symbol) else {
                continue;
            };
            // Jump tables hold places inside of functions.
            let is_entry = label(program, target).is_some();
            if owners[target] == owners[block] || owners[block].is_none() && !is_entry {
                continue;
            }
            let callee = title(owners[target]);
            let callers = processor.callers(&callee);
            if callers.is_some_and(|callers| !callers.contains(&function)) {
                let problem = format!(
                    "`{callee}`: needs more than the judge's processor is known to have, and is used by others \
                     than its known callers"
                );
                offences.entry(callee).or_insert((problem, block));
            }
        }
    }
    if offences.is_empty() {
        return Ok(());
    }
    let mut lines: Vec<String> = offences
        .values()
        .take(SHOWN)
        .map(|(problem, block)| {
            format!(
                "{problem}\n    reached by {}",
                reachable.path(program, *block)
            )
        })
        .collect();
    if offences.len() > SHOWN {
        lines.push(format!("and {} more", offences.len() - SHOWN));
    }
    bail!(
        "this program may not run on the judge's machine (crates/bundler/asm/data/instructions.txt and dispatched.txt \
         say what may):\n  {}",
        lines.join("\n  ")
    )
}

/// By block: the function that its code belongs to, `None` for data.
fn owners(program: &Program) -> Vec<Option<Symbol>> {
    let mut function = None;
    let owner = |block: usize| {
        if !program.blocks[block].section.is_code() {
            return None;
        }
        function = label(program, block).or(function);
        function
    };
    (0..program.blocks.len()).map(owner).collect()
}

/// The path of a function in the source, without the number that the compiler adds to one that it has twice.
fn path(program: &Program, symbol: Symbol) -> String {
    let mut path = program.readable(symbol);
    let number = path.trim_end_matches(|digit: char| digit.is_ascii_digit());
    if number.len() < path.len()
        && let Some(plain) = number.strip_suffix('.')
    {
        path.truncate(plain.len());
    }
    path
}

/// The name that begins at a block, if it is more than a place inside of a function.
fn label(program: &Program, block: usize) -> Option<Symbol> {
    let items = &program.blocks[block].items;
    items.iter().find_map(|item| match item {
        Item::Label(symbol) if !program.name(*symbol).starts_with(".L") => Some(*symbol),
        _ => None,
    })
}

/// The mnemonic of an instruction that the processor may not run, and all of it.
fn refused(item: &Item, program: &Program, processor: &Processor) -> Option<(String, String)> {
    let Item::Code(tokens) = item else {
        return None;
    };
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Text(part) => text.push_str(part),
            Token::Symbol(symbol, _) => text.push_str(program.name(*symbol)),
        }
    }
    let mut rest = text.as_str();
    loop {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if !PREFIXES.contains(&word) {
            let is_refused = !processor.runs(word, after);
            return is_refused.then(|| (word.to_owned(), text.clone()));
        }
        if after.is_empty() {
            return None;
        }
        rest = after;
    }
}
