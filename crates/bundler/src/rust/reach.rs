//! The first, coarse cut: what no name leads to from `main`. It asks no compiler: an item stays if its name is a word of anything
//! that stays, and its module one that a path leads into. So it takes out too little, and never too much.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::Range;

use anyhow::Result;
use syn::spanned::Spanned;
use syn::{ImplItem, Item, TraitItem, Type};

use super::edits::Edits;
use super::tokens::{Kind, Token, tokens};

/// Something that stays or goes as a whole.
struct Unit {
    span: Range<usize>,
    /// The span of the words that it leads to, if it stays.
    words: Range<usize>,
    /// It stays if one of them is needed...
    names: Vec<String>,
    /// ...and all of these are.
    conditions: Vec<String>,
    /// The number of its module.
    module: usize,
    /// True if a path to it names its modules; implementations are reached without, and macros may be.
    has_path: bool,
    stays: bool,
}

/// A module. Its items are reached once a path that stays, or an import, leads into it, or something in it stays.
struct Module {
    name: String,
    /// The number of the one around it.
    parent: usize,
    /// The spans of its imports.
    imports: Vec<Range<usize>>,
    is_open: bool,
    /// The words of what stays in it, its imports included, and in those inside of it.
    words: BTreeSet<String>,
}

/// The number of the file itself among the modules.
const FILE: usize = 0;

/// All that stays or goes.
#[derive(Default)]
struct Finder {
    units: Vec<Unit>,
    modules: Vec<Module>,
    /// The units that define a name, by it.
    defined: BTreeMap<String, Vec<usize>>,
    /// The words of what stays: its imports lead to modules, and to nothing in them.
    needed: BTreeSet<String>,
    /// Words of what stays that may be those of a module and of one in it.
    paths: BTreeSet<[String; 2]>,
}

/// The file without what no name leads to.
///
/// # Errors
/// If it is no Rust.
pub fn reached(text: &str) -> Result<String> {
    let file = syn::parse_file(text)?;
    let words = tokens(text)?;
    let mut finder = Finder::default();
    finder.module(String::new(), FILE, &file.items);
    finder.needed.insert("main".to_owned());
    loop {
        let mut grown = false;
        for number in 0..finder.modules.len() {
            if !finder.modules[number].is_open && finder.opens(number) {
                finder.open(&words, number);
                grown = true;
            }
        }
        for number in 0..finder.units.len() {
            if !finder.units[number].stays && finder.is_reached(number) {
                let unit = &mut finder.units[number];
                unit.stays = true;
                finder.needed.extend(unit.names.first().cloned());
                let (span, module) = (unit.words.clone(), unit.module);
                finder.read(&words, span, module, false);
                // An implementation needs no path, and may name what is beside it.
                finder.open(&words, module);
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
    let mut edits = Edits::default();
    for unit in finder.units.iter().filter(|unit| !unit.stays) {
        edits.remove(text, unit.span.clone());
    }
    Ok(edits.apply(text))
}

/// The words of a token: a literal has those in braces, which a format string may have.
fn words_of(token: &Token) -> Vec<String> {
    match token.kind {
        Kind::Word => vec![token.text.clone()],
        Kind::Mark => Vec::new(),
        Kind::Literal => {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let places = token.text.split('{').skip(1);
            let names = places.filter_map(|place| place.split(|letter| !is_word(letter)).next());
            names.map(str::to_owned).collect()
        }
    }
}

impl Finder {
    /// Notes the words of something in this module that stays.
    fn read(&mut self, tokens: &[Token], span: Range<usize>, module: usize, is_import: bool) {
        let first = tokens.partition_point(|token| token.span.start < span.start);
        let end = tokens.partition_point(|token| token.span.start < span.end);
        let tokens = &tokens[first..end];
        let words: BTreeSet<String> = tokens.iter().flat_map(words_of).collect();
        let mut around = module;
        loop {
            self.modules[around].words.extend(words.iter().cloned());
            if around == FILE {
                break;
            }
            around = self.modules[around].parent;
        }
        for (at, token) in tokens.iter().enumerate() {
            // `a::b`, and in an import also `a::{c, b}`.
            let behind = match is_import {
                true => &tokens[at + 1..],
                false => tokens.get(at + 3..at + 4).unwrap_or_default(),
            };
            let leads = tokens.get(at + 1).is_some_and(|mark| mark.text == ":");
            let names = behind
                .iter()
                .filter(|next| leads && next.kind == Kind::Word);
            self.paths
                .extend(names.map(|next| [token.text.clone(), next.text.clone()]));
        }
        if !is_import {
            self.needed.extend(words);
        }
    }

    /// Opens a module and those around it, and notes their imports.
    fn open(&mut self, tokens: &[Token], mut number: usize) {
        while !mem::replace(&mut self.modules[number].is_open, true) {
            for import in self.modules[number].imports.clone() {
                self.read(tokens, import, number, true);
            }
            number = self.modules[number].parent;
        }
    }

    /// Returns true if something leads into the module: a word of what is around it, or a path from elsewhere.
    fn opens(&self, number: usize) -> bool {
        let Module { name, parent, .. } = &self.modules[number];
        let outer = &self.modules[*parent];
        let path = [outer.name.clone(), name.clone()];
        number == FILE
            || outer.is_open && (outer.words.contains(name) || self.paths.contains(&path))
    }

    fn is_reached(&self, number: usize) -> bool {
        let unit = &self.units[number];
        let is_named =
            unit.names.is_empty() || unit.names.iter().any(|name| self.needed.contains(name));
        let is_open = !unit.has_path || self.modules[unit.module].is_open;
        let holds = |name: &String| self.holds(name, unit.module);
        is_named && is_open && unit.conditions.iter().all(holds)
    }

    /// Returns true if what has this name in this module stays, or is not of this file. Without a definition in the module and
    /// those around it, any counts.
    fn holds(&self, name: &str, module: usize) -> bool {
        let Some(all) = self.defined.get(name) else {
            return true;
        };
        let mut module = module;
        loop {
            let mut here = all
                .iter()
                .map(|&number| &self.units[number])
                .filter(|unit| unit.module == module)
                .peekable();
            if here.peek().is_some() {
                return here.any(|unit| unit.stays);
            }
            module = self.modules[module].parent;
            if module == FILE {
                return self.needed.contains(name);
            }
        }
    }

    fn module(&mut self, name: String, parent: usize, list: &[Item]) {
        let module = self.modules.len();
        self.modules.push(Module {
            name,
            parent,
            imports: Vec::new(),
            is_open: false,
            words: BTreeSet::new(),
        });
        self.items(list, module);
    }

    fn items(&mut self, list: &[Item], module: usize) {
        for item in list {
            let mut unit = Unit {
                span: item.span().byte_range(),
                words: item.span().byte_range(),
                names: Vec::new(),
                conditions: Vec::new(),
                module,
                has_path: true,
                stays: false,
            };
            match item {
                Item::Const(item) if item.ident != "_" => unit.names.push(item.ident.to_string()),
                Item::Fn(item) => unit.names.push(item.sig.ident.to_string()),
                Item::Static(item) => unit.names.push(item.ident.to_string()),
                Item::Type(item) => unit.names.push(item.ident.to_string()),
                Item::Struct(item) => unit.names.push(item.ident.to_string()),
                Item::Enum(item) => unit.names.push(item.ident.to_string()),
                Item::Union(item) => unit.names.push(item.ident.to_string()),
                Item::Trait(item) => {
                    unit.names.push(item.ident.to_string());
                    unit.names
                        .extend(item.items.iter().filter_map(|item| match item {
                            TraitItem::Fn(item) => Some(item.sig.ident.to_string()),
                            TraitItem::Const(item) => Some(item.ident.to_string()),
                            _ => None,
                        }));
                }
                Item::Macro(item) => {
                    unit.has_path = false;
                    unit.names
                        .extend(item.ident.as_ref().map(ToString::to_string));
                }
                // The compiler tells what of it is unused; a trait may be there for its methods alone.
                Item::Use(_) => {
                    self.modules[module].imports.push(unit.span);
                    continue;
                }
                Item::Mod(item) => {
                    if let Some((_, inner)) = &item.content {
                        self.module(item.ident.to_string(), module, inner);
                        continue;
                    }
                }
                Item::Impl(item) => {
                    unit.has_path = false;
                    unit.conditions.extend(type_name(&item.self_ty));
                    let what = item
                        .trait_
                        .as_ref()
                        .and_then(|(path, _)| path.segments.last());
                    unit.conditions
                        .extend(what.map(|last| last.ident.to_string()));
                    if item.trait_.is_none() {
                        self.methods(&item.items, &unit);
                        // The words around the methods stay with the first of them.
                        unit.names = item.items.iter().filter_map(name_of).collect();
                        unit.words.end = item.brace_token.span.open().byte_range().start;
                        self.units.push(unit);
                        continue;
                    }
                }
                _ => {}
            }
            if let Some(name) = unit.names.first() {
                let number = self.units.len();
                self.defined.entry(name.clone()).or_default().push(number);
            }
            self.units.push(unit);
        }
    }

    fn methods(&mut self, list: &[ImplItem], whole: &Unit) {
        for item in list {
            self.units.push(Unit {
                span: item.span().byte_range(),
                words: item.span().byte_range(),
                names: name_of(item).into_iter().collect(),
                conditions: whole.conditions.clone(),
                module: whole.module,
                has_path: false,
                stays: false,
            });
        }
    }
}

fn name_of(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Const(item) => Some(item.ident.to_string()),
        ImplItem::Fn(item) => Some(item.sig.ident.to_string()),
        _ => None,
    }
}

/// The last name of a type's path; `None` for what every crate has.
pub fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use crate::search::{Budget, tree};
mod alphabeta {
    pub fn search() {}
}
fn main() {
    alphabeta::search();
    tree::show(Budget);
    crate::search::own::deep();
}
mod search {
    pub use self::budget::Budget;
    mod budget {
        pub struct Budget;
        impl Clone for Budget {}
    }
    pub mod tree {
        pub fn show() {}
        fn unused() {}
    }
    pub mod own {
        pub fn deep() {}
    }
    pub mod alphabeta {
        pub fn search() {}
        struct Budget;
        impl Clone for Budget {}
    }
}
";

    const METHOD: &str = "mod lines {
    const LENGTH: u32 = 5;
    impl crate::search::Budget {
        fn length() -> u32 {
            LENGTH
        }
    }
}
";

    #[test]
    fn items_stay_whose_modules_a_path_leads_into() {
        let goes = "    pub mod alphabeta {
        pub fn search() {}
        struct Budget;
        impl Clone for Budget {}
    }
";
        let want = TEXT.replace(goes, "    pub mod alphabeta {\n    }\n");
        let want = want.replace("        fn unused() {}\n", "");
        assert_eq!(reached(TEXT).unwrap(), want);
        // A method names a constant beside itself, to whose module no path leads.
        let asks = |text: &str| text.replace("show(Budget)", "show(Budget::length())") + METHOD;
        assert_eq!(reached(&asks(TEXT)).unwrap(), asks(&want));
        let named = TEXT.replace("tree::show", "search::alphabeta::search();\n    tree::show");
        assert!(reached(&named).unwrap().contains(goes));
    }
}
