//! Removes everything that `main` does not reach, by the compiler's warnings, repeatedly until there are no more.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Result, bail};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{ImplItem, Item, Visibility};

use super::FOREIGN;
use super::compiler::{Diagnostic, Place, compile};
use super::edits::Edits;
use super::impls;
use super::imports;
use super::tokens::tokens;
use super::traits;

/// The errors of a `use` of something that went: nothing has the name, or a private module has it.
const NOWHERE: [&str; 2] = ["E0432", "E0603"];

/// The file without it.
///
/// # Errors
/// If the file does not compile, with the first thing that the compiler says.
pub fn without(text: &str, scratch: &Path) -> Result<String> {
    // Names that must stay, though the compiler takes them for unused.
    let mut kept = BTreeSet::new();
    let whole = compiled(text.to_owned(), scratch)?;
    let mut settled = settled(whole, &mut kept, scratch)?;
    if let Some(shorter) = impls::without(&settled.0, scratch)? {
        settled = self::settled(shorter, &mut kept, scratch)?;
    }
    let (text, told) = settled;
    allowed(&text, &told)
}

/// A file of which the compiler tells this, without all that it tells until it has nothing more to tell.
fn settled(
    (mut text, mut told): (String, Vec<Diagnostic>),
    kept: &mut BTreeSet<String>,
    scratch: &Path,
) -> Result<(String, Vec<Diagnostic>)> {
    refuse(&told)?;
    loop {
        let (shorter, types) = shortened(&text, &told, kept)?;
        if shorter == text {
            return Ok((text, told));
        }
        let (shorter, next) = compiled(shorter, scratch)?;
        let missed = missed(&next);
        match refuse(&next) {
            Ok(()) => (text, told) = (shorter, next),
            // A macro uses what the compiler takes for unused, or a signature names a type that nobody makes.
            Err(error) if missed.is_subset(kept) && types.is_subset(kept) => return Err(error),
            Err(_) if missed.is_subset(kept) => kept.extend(types),
            Err(_) => kept.extend(missed),
        }
    }
}

/// The file without the imports of what went, and what the compiler says of it.
fn compiled(mut text: String, scratch: &Path) -> Result<(String, Vec<Diagnostic>)> {
    let mut told = compile(&text, scratch)?;
    while let Some(without) = without_imports(&text, &told)? {
        text = without;
        told = compile(&text, scratch)?;
    }
    Ok((text, told))
}

/// The names that the compiler cannot find any more: those that its errors put in quotes first.
fn missed(told: &[Diagnostic]) -> BTreeSet<String> {
    let errors = told.iter().filter(|diagnostic| diagnostic.level == "error");
    let quoted = errors.filter_map(|error| error.message.split('`').nth(1));
    quoted
        .filter_map(|path| path.rsplit("::").next())
        .map(str::to_owned)
        .collect()
}

/// The file in which types may have what is left of them: variants that nobody makes and fields that nobody reads, which
/// cannot go because something matches or fills them.
fn allowed(text: &str, told: &[Diagnostic]) -> Result<String> {
    let foreign = text.find(FOREIGN).unwrap_or(text.len());
    let is_dead = |diagnostic: &&Diagnostic| {
        let code = diagnostic.code.as_ref().map(|code| code.code.as_str());
        code == Some("dead_code")
    };
    let dead = told.iter().filter(is_dead);
    let places = dead.flat_map(|diagnostic| diagnostic.spans.iter().filter(|at| at.is_primary));
    let mut types = Types {
        places: (places.map(|place| place.byte_start))
            .filter(|at| *at < foreign)
            .collect(),
        found: Vec::new(),
    };
    types.visit_file(&syn::parse_file(text)?);
    let mut edits = Edits::default();
    for start in types.found {
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        edits.insert(start, format!("{ALLOWED}\n{}", &text[line..start]));
    }
    Ok(edits.apply(text))
}

/// The attribute above a type with an unused variant or field.
const ALLOWED: &str = "#[allow(dead_code)] // A variant or a field that only others use.";

/// Finds the types that have something at these places: where they begin, behind their attributes.
struct Types {
    places: BTreeSet<usize>,
    found: Vec<usize>,
}

impl Types {
    fn visit(&mut self, whole: Range<usize>, shown: &Visibility, word: Range<usize>) {
        if self.places.range(whole).next().is_some() {
            let shown = match shown {
                Visibility::Inherited => word,
                shown => shown.span().byte_range(),
            };
            self.found.push(shown.start);
        }
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let whole = item.brace_token.span.join().byte_range();
        self.visit(whole, &item.vis, item.enum_token.span.byte_range());
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let whole = item.fields.span().byte_range();
        self.visit(whole, &item.vis, item.struct_token.span.byte_range());
    }
}

/// Fails if the file does not compile.
fn refuse(told: &[Diagnostic]) -> Result<()> {
    if let Some(error) = told.iter().find(|diagnostic| diagnostic.level == "error") {
        bail!(
            "the file does not compile: {}",
            error.rendered.as_deref().unwrap_or_default().trim_end()
        );
    }
    Ok(())
}

/// The file without the names in `use`s that stand for nothing; `None` if there is another error, or none.
fn without_imports(text: &str, told: &[Diagnostic]) -> Result<Option<String>> {
    let errors = told.iter().filter(|diagnostic| diagnostic.level == "error");
    let unresolved: Vec<Range<usize>> = errors
        .filter(|error| {
            error
                .code
                .as_ref()
                .is_some_and(|code| NOWHERE.contains(&code.code.as_str()))
        })
        .flat_map(|error| error.spans.iter().filter(|place| place.is_primary))
        .map(Place::span)
        .collect();
    if unresolved.is_empty() {
        return Ok(None);
    }
    let edits = imports::without(text, &syn::parse_file(text)?, &unresolved);
    let shorter = edits.apply(text);
    Ok((shorter != text).then_some(shorter))
}

/// The file without what these messages name, and the types that went.
fn shortened(
    text: &str,
    told: &[Diagnostic],
    kept: &BTreeSet<String>,
) -> Result<(String, BTreeSet<String>)> {
    let mut names = BTreeSet::new();
    let mut unused = Vec::new();
    for diagnostic in told {
        let primary = diagnostic.spans.iter().filter(|place| place.is_primary);
        match diagnostic.code.as_ref().map(|code| code.code.as_str()) {
            Some("dead_code" | "unused_macros") => {
                names.extend(primary.map(|place| place.byte_start));
            }
            Some("unused_imports") => unused.extend(primary.map(Place::span)),
            _ => {}
        }
    }
    let file = syn::parse_file(text)?;
    let called = called_macros(text)?;
    let mut edits = imports::without(text, &file, &unused);
    let (others, gone) = traits::without(text, &names, kept)?;
    edits.extend(others);
    let mut finder = Finder {
        text,
        names: &names,
        kept,
        called: &called,
        edits,
    };
    finder.items(&file.items);
    Ok((finder.edits.apply(text), gone))
}

/// The macros that are called somewhere.
fn called_macros(text: &str) -> Result<BTreeSet<String>> {
    let tokens = tokens(text)?;
    let calls = tokens.windows(2).filter(|pair| pair[1].text == "!");
    Ok(calls.map(|pair| pair[0].text.clone()).collect())
}

/// Finds what has one of the names, by the place of the name.
struct Finder<'a> {
    text: &'a str,
    names: &'a BTreeSet<usize>,
    kept: &'a BTreeSet<String>,
    called: &'a BTreeSet<String>,
    edits: Edits,
}

impl Finder<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn is_named(&self, ident: &syn::Ident) -> bool {
        self.names.contains(&ident.span().byte_range().start)
            && !self.kept.contains(&ident.to_string())
    }

    fn item(&mut self, item: &Item) {
        let whole = item.span().byte_range();
        let ident = match item {
            Item::Const(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Mod(item) => {
                match &item.content {
                    Some((_, items)) if items.is_empty() => self.edits.remove(self.text, whole),
                    Some((_, items)) => self.items(items),
                    None => {}
                }
                return;
            }
            Item::Impl(item) => {
                if item.items.is_empty() && item.trait_.is_none() {
                    self.edits.remove(self.text, whole);
                } else {
                    self.visit_item_impl(item);
                }
                return;
            }
            Item::Macro(item) => {
                if let Some(name) = &item.ident
                    && !self.called.contains(&name.to_string())
                    && !self.kept.contains(&name.to_string())
                {
                    self.edits.remove(self.text, whole);
                }
                return;
            }
            _ => return,
        };
        if self.is_named(ident) {
            self.edits.remove(self.text, whole);
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let ident = match item {
            ImplItem::Const(item) => &item.ident,
            ImplItem::Fn(item) => &item.sig.ident,
            _ => return,
        };
        if self.is_named(ident) {
            self.edits.remove(self.text, item.span().byte_range());
        }
    }
}
