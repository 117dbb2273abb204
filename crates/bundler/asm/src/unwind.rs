//! The one thing the unwind tables are read for: where landing pads begin.
//!
//! A landing pad is entered by the unwinder only, never from the instruction before it, although the call before it
//! may have no jump behind it (a call that does not return). Knowing this, the dead-code pass drops landing pads.

use crate::program::Program;
use crate::syntax::Kind;

/// Collects landing pads from the statements of `.gcc_except_table` sections.
#[derive(Debug, Default)]
pub struct LandingPads {
    labels: Vec<String>,
    /// Number of values read of the call-site table that is open. Each call site has four: start, length, landing
    /// pad, action.
    values: Option<usize>,
}

impl LandingPads {
    /// Takes note of a statement in a dropped section.
    pub fn statement(&mut self, kind: &Kind<'_>) {
        match kind {
            Kind::Label(name) if name.starts_with(".Lcst_begin") => self.values = Some(0),
            Kind::Label(_) => self.values = None,
            Kind::Directive {
                name: ".uleb128" | ".byte",
                args,
            } => {
                let Some(count) = &mut self.values else {
                    return;
                };
                *count += 1;
                // `pad - function start`, or 0 for a call site without a landing pad.
                if *count % 4 == 3
                    && let Some((label, _)) = args.split_once('-')
                {
                    self.labels.push(label.trim().to_owned());
                }
            }
            _ => {}
        }
    }

    /// Tells the program that nothing runs on into a landing pad.
    pub fn apply(&self, program: &mut Program) {
        for label in &self.labels {
            let block = program
                .find(label)
                .and_then(|symbol| program.definitions.get(&symbol).copied());
            let Some(before) = block.and_then(|block| block.checked_sub(1)) else {
                continue;
            };
            program.blocks[before].falls_through = false;
        }
    }
}
