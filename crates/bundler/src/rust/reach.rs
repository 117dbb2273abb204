//! The first, coarse cut: what no name leads to from `main`. It asks no compiler and knows no scopes: an item stays if its
//! name is a word of anything that stays. So it takes out too little, and never too much.

use std::collections::BTreeSet;
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
    stays: bool,
}

/// The file without what no name leads to.
///
/// # Errors
/// If it is no Rust.
pub fn reached(text: &str) -> Result<String> {
    let file = syn::parse_file(text)?;
    let words = tokens(text)?;
    let mut units = Vec::new();
    let mut defined = BTreeSet::new();
    items(&file.items, &mut units, &mut defined);
    let mut needed = BTreeSet::from(["main".to_owned()]);
    loop {
        let mut grown = false;
        for unit in units.iter_mut().filter(|unit| !unit.stays) {
            let named =
                unit.names.is_empty() || unit.names.iter().any(|name| needed.contains(name));
            let known = |name: &String| !defined.contains(name) || needed.contains(name);
            if named && unit.conditions.iter().all(known) {
                unit.stays = true;
                needed.extend(unit.names.first().cloned());
                grown = true;
                needed.extend(words_in(&words, &unit.words));
            }
        }
        if !grown {
            break;
        }
    }
    let mut edits = Edits::default();
    for unit in units.iter().filter(|unit| !unit.stays) {
        edits.remove(text, unit.span.clone());
    }
    Ok(edits.apply(text))
}

/// The words of a span, those in braces in format strings included.
fn words_in<'a>(words: &'a [Token], span: &Range<usize>) -> impl Iterator<Item = String> + use<'a> {
    let first = words.partition_point(|token| token.span.start < span.start);
    let end = span.end;
    let inside = words[first..]
        .iter()
        .take_while(move |token| token.span.start < end);
    inside.flat_map(|token| match token.kind {
        Kind::Word => vec![token.text.clone()],
        Kind::Mark => Vec::new(),
        Kind::Literal => {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let places = token.text.split('{').skip(1);
            let names = places.filter_map(|place| place.split(|letter| !is_word(letter)).next());
            names.map(str::to_owned).collect()
        }
    })
}

fn items(list: &[Item], units: &mut Vec<Unit>, defined: &mut BTreeSet<String>) {
    for item in list {
        let mut unit = Unit {
            span: item.span().byte_range(),
            words: item.span().byte_range(),
            names: Vec::new(),
            conditions: Vec::new(),
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
                        _ => None,
                    }));
            }
            Item::Macro(item) => unit
                .names
                .extend(item.ident.as_ref().map(ToString::to_string)),
            // The compiler tells what of it is unused; a trait may be there for its methods alone.
            Item::Use(_) => continue,
            Item::Mod(item) => {
                if let Some((_, inner)) = &item.content {
                    items(inner, units, defined);
                    continue;
                }
            }
            Item::Impl(item) => {
                unit.conditions.extend(type_name(&item.self_ty));
                let what = item
                    .trait_
                    .as_ref()
                    .and_then(|(path, _)| path.segments.last());
                unit.conditions
                    .extend(what.map(|last| last.ident.to_string()));
                if item.trait_.is_none() {
                    methods(&item.items, &unit.conditions, units);
                    // The words around the methods stay with the first of them.
                    unit.names = item.items.iter().filter_map(name_of).collect();
                    unit.words.end = item.brace_token.span.open().byte_range().start;
                    units.push(unit);
                    continue;
                }
            }
            _ => {}
        }
        defined.extend(unit.names.first().cloned());
        units.push(unit);
    }
}

fn methods(list: &[ImplItem], conditions: &[String], units: &mut Vec<Unit>) {
    for item in list {
        units.push(Unit {
            span: item.span().byte_range(),
            words: item.span().byte_range(),
            names: name_of(item).into_iter().collect(),
            conditions: conditions.to_vec(),
            stays: false,
        });
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
