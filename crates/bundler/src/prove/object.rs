//! The object file: what it needs and what it defines.

use super::compile::quiet;
use crate::process::run;
use anyhow::{Result, bail};
use arena_common::texts::counted;
use bundler_asm::symbols::{Binding, Symbols};
use std::path::Path;
use std::process::Command;

/// Assembles the file and checks its symbols: every undefined one is in the committed list and bound as it says,
/// none is the unwinder's, and `main` is the only one others can see.
///
/// # Errors
/// Names the symbols that are wrong.
pub fn check(file: &Path, scratch: &Path, known: &Symbols) -> Result<((), String)> {
    let object = scratch.join("bundle.o");
    quiet(
        Command::new("g++")
            .arg("-c")
            .arg(file)
            .arg("-o")
            .arg(&object),
    )?;
    let listing = run(Command::new("nm").arg("--format=posix").arg(&object), "")?.stdout;
    let mut undefined = 0;
    let mut wrong = Vec::new();
    for line in listing.lines() {
        let mut fields = line.split_whitespace();
        let (Some(name), Some(kind)) = (fields.next(), fields.next()) else {
            continue;
        };
        match kind {
            // The linker makes this one.
            "U" if name == "_GLOBAL_OFFSET_TABLE_" => {}
            "U" | "w" | "v" => {
                undefined += 1;
                let strong = kind == "U";
                match known.binding(name) {
                    None => {
                        wrong.push(said!("{name} is undefined and not in asm/data/symbols.txt"))
                    }
                    Some(binding) if (binding == Binding::Strong) != strong => {
                        wrong.push(said!(
                            "{name} is bound as `{kind}`, asm/data/symbols.txt says otherwise"
                        ));
                    }
                    Some(_) => {}
                }
            }
            "T" if name == "main" => {}
            _ if kind.chars().all(char::is_uppercase) => wrong.push(said!("{name} is global")),
            _ => {}
        }
    }
    if !wrong.is_empty() {
        bail!("{}: {}", object.display(), wrong.join("; "));
    }
    Ok((
        (),
        said!(
            "{}, all in the list; main is the only global one",
            counted(undefined, "undefined symbol", "undefined symbols")
        ),
    ))
}
