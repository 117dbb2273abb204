//! The committed list of symbols that a bundle may take from the judge's libraries.

use anyhow::{Result, bail};
use std::collections::BTreeMap;

/// The way in which a bundle declares a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// There on every judge.
    Strong,
    /// May be missing: the program checks before it calls, so Rust must declare it weak too.
    Weak,
    /// Never called, whatever Rust declares: written as weak.
    Unused,
}

/// The list, by name.
#[derive(Debug, Default)]
pub struct Symbols {
    bindings: BTreeMap<String, Binding>,
}

/// Newest glibc a strong symbol may ask for: Ubuntu 16.04, the judge's system.
const GLIBC: (u32, u32) = (2, 23);

impl Symbols {
    /// The list of this crate, `data/symbols.txt`.
    ///
    /// # Errors
    /// A malformed line.
    pub fn committed() -> Result<Self> {
        Self::parse(include_str!("../data/symbols.txt"))
    }

    /// Reads lines `name library version binding`; `#` begins a comment.
    ///
    /// # Errors
    /// A malformed line, or a strong symbol newer than the judge's glibc.
    pub fn parse(text: &str) -> Result<Self> {
        let mut bindings = BTreeMap::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [name, _library, version, binding] = fields[..] else {
                bail!("symbols.txt: four fields expected in `{line}`");
            };
            let binding = match binding {
                "strong" if newer_than_judge(version) => {
                    bail!(
                        "symbols.txt: `{name}` is newer than glibc {}.{}, so it must be weak",
                        GLIBC.0,
                        GLIBC.1
                    )
                }
                "strong" => Binding::Strong,
                "weak" => Binding::Weak,
                "unused" => Binding::Unused,
                _ => bail!("symbols.txt: `strong`, `weak` or `unused` expected in `{line}`"),
            };
            bindings.insert(name.to_owned(), binding);
        }
        Ok(Self { bindings })
    }

    /// The binding of this symbol in the list, if it is there.
    pub fn binding(&self, name: &str) -> Option<Binding> {
        self.bindings.get(name).copied()
    }
}

/// Versions are `2.17`, `2.2.5` or `-` (not from glibc).
fn newer_than_judge(version: &str) -> bool {
    let mut numbers = version
        .split('.')
        .map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) > GLIBC
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_list_is_well_formed() {
        let list = Symbols::committed().unwrap();
        assert_eq!(list.binding("memcpy"), Some(Binding::Strong));
        assert_eq!(list.binding("statx"), Some(Binding::Weak));
        assert_eq!(list.binding("dlsym"), None);
    }

    #[test]
    fn a_strong_symbol_newer_than_the_judge_is_refused() {
        assert!(Symbols::parse("getrandom libc 2.25 strong").is_err());
        assert!(Symbols::parse("getrandom libc 2.25 weak").is_ok());
        assert!(Symbols::parse("memcpy libc 2.14").is_err());
    }
}
