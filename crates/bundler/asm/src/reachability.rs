//! Reachability from `main`. Code counts from label to label, so a landing pad (the code that runs when a
//! panic unwinds) is left out too: only the unwind tables, which are dropped, refer to it.

use crate::program::{Program, Symbol};
use crate::section::SectionKind;
use anyhow::{Context, Result};

/// The live blocks, and the path by which each was reached.
#[derive(Debug)]
pub struct Reachability {
    /// By block.
    pub live: Vec<bool>,
    /// By block: the block that first referred to it.
    parent: Vec<Option<usize>>,
}

impl Reachability {
    /// The chain of functions and objects from a root to `block`, for messages.
    pub fn path(&self, program: &Program, block: usize) -> String {
        let mut titles = Vec::new();
        let mut at = Some(block);
        while let Some(block) = at {
            // A label inside a function says nothing to the reader.
            let title = program.title(block);
            if !title.starts_with(".L") {
                titles.push(title);
            }
            at = self.parent[block];
        }
        titles.reverse();
        titles.join(" -> ")
    }
}

/// Follows every reference and every fall-through from `main` and from the functions that run before it.
///
/// # Errors
/// The text defines no `main`.
pub fn from_main(program: &Program) -> Result<Reachability> {
    let main = program
        .find("main")
        .and_then(|main| program.definitions.get(&main))
        .context(
            "the assembler text defines no `main`: does the bot's main.rs use the judge's entry_point! macro?",
        )?;
    let blocks = &program.blocks;
    let mut reached = Reachability {
        live: vec![false; blocks.len()],
        parent: vec![None; blocks.len()],
    };
    let mut work = vec![*main];
    work.extend((0..blocks.len()).filter(|&block| blocks[block].section == SectionKind::InitArray));
    for &root in &work {
        reached.live[root] = true;
    }
    while let Some(block) = work.pop() {
        let next = blocks[block].falls_through.then_some(block + 1);
        let targets =
            references(program, block).filter_map(|(symbol, _)| program.definitions.get(&symbol));
        for target in targets.copied().chain(next) {
            if target < blocks.len() && !reached.live[target] {
                reached.live[target] = true;
                reached.parent[target] = Some(block);
                work.push(target);
            }
        }
    }
    Ok(reached)
}

/// All references of a block.
pub fn references(program: &Program, block: usize) -> impl Iterator<Item = (Symbol, &str)> {
    program.blocks[block]
        .items
        .iter()
        .flat_map(|item| item.references())
}
