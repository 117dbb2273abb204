//! The data that the modules of all crates share.

use std::collections::{BTreeMap, BTreeSet};

use syn::Item;

use super::crates::Crate;
use super::modules::Module;

/// The data that the modules of all crates share.
#[derive(Debug, Default)]
pub struct Shared {
    /// Exported macros.
    pub macros: BTreeSet<String>,
    /// Macros that make tests and nothing else.
    pub test_macros: BTreeSet<String>,
    /// The files that the program includes: the constant's name and the text.
    pub data: BTreeMap<String, String>,
}

impl Shared {
    /// Notes the macros of a crate.
    pub fn collect(&mut self, of: &Crate, module: &Module) {
        for item in &module.file.items {
            let Item::Macro(item) = item else { continue };
            let Some(name) = &item.ident else { continue };
            let exported =
                (item.attrs.iter()).any(|attribute| attribute.path().is_ident("macro_export"));
            if exported {
                self.macros.insert(name.to_string());
            }
            let body: String = item.mac.tokens.to_string().split_whitespace().collect();
            if of.own && body.contains("=>{#[cfg(test)]") {
                self.test_macros.insert(name.to_string());
            }
        }
        for (_, child) in &module.children {
            self.collect(of, child);
        }
    }
}
