//! Dependents of something unused: the implementations of an unused type or trait, the implementations of an unused
//! item of a trait, and calls of macros that write something unused. They may be anywhere in the file, and in the
//! macros that write implementations.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::Result;
use proc_macro2::TokenTree;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{ImplItem, Item, TraitItem};

use super::edits::Edits;
use super::reach::type_name;
use super::template::masked;

/// The changes without the types, the traits, and what traits ask for, that have their names at these places, and without
/// calls of macros that write what is named there; and the names. Those in `kept` stay.
///
/// # Errors
/// If the text is no Rust.
pub fn without(
    text: &str,
    places: &BTreeSet<usize>,
    kept: &BTreeSet<String>,
) -> Result<(Edits, BTreeSet<String>)> {
    let mut finder = Finder {
        text,
        ..Finder::default()
    };
    finder.items(&syn::parse_file(text)?.items);
    let mut names = BTreeSet::new();
    let mut goes = |name: &str, at: usize| {
        let goes = places.contains(&at) && !kept.contains(name);
        names.extend(goes.then(|| name.to_owned()));
        goes
    };
    let mut gone: Vec<&Range<usize>> = Vec::new();
    // Types and traits that go, for which a macro may be called.
    let mut alone = BTreeSet::new();
    for (name, places) in &finder.defined {
        for place in places {
            // Of two with one name each is taken for that of its module.
            let belongs = |other: &Place| places.len() == 1 || other.module == place.module;
            if place.name.is_some_and(|at| goes(name, at)) {
                let impls = finder.impls.iter();
                let impls = impls.filter(|(of, impl_)| of.contains(name) && belongs(impl_));
                gone.extend(impls.map(|(_, place)| &place.span).chain([&place.span]));
                alone.insert(name.as_str());
            }
            let asked = finder.asked.iter().filter(|((of, _), _)| of == name);
            for ((_, name), others) in asked {
                let mut here = others.iter().filter(|other| belongs(other));
                let named = here.clone().find_map(|other| other.name);
                if named.is_some_and(|at| goes(name, at)) {
                    let loose = finder.loose.iter().filter(|(other, _)| other == name);
                    gone.extend(here.by_ref().map(|other| &other.span));
                    gone.extend(loose.map(|(_, place)| &place.span));
                }
            }
        }
    }
    // Macros that write nothing then; one that never did may be called inside of functions.
    let mut empty = BTreeSet::new();
    for (name, whole, written) in &finder.macros {
        let Some(written) = written else { continue };
        if written.iter().all(|one| gone.contains(&one)) {
            empty.insert(name.as_str());
            gone.extend((!written.is_empty()).then_some(whole));
        }
    }
    for (name, of, span) in &finder.calls {
        let is_named = |at: &usize| {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let name = text[*at..].split(|letter| !is_word(letter)).next();
            name.is_some_and(|name| goes(name, *at))
        };
        let is_alone = alone.contains(of.as_str());
        let is_empty = empty.contains(name.as_str());
        if places.range(span.clone()).any(is_named) || is_alone || is_empty {
            gone.push(span);
        }
    }
    let mut edits = Edits::default();
    for span in gone {
        edits.remove(text, span.clone());
    }
    Ok((edits, names))
}

/// A trait, and the name of something that it asks for.
type Asked = (String, String);

/// The place of something in the text.
struct Place {
    /// Its name, where that is defined.
    name: Option<usize>,
    span: Range<usize>,
    /// The number of its module.
    module: usize,
}

type Spans = Vec<Range<usize>>;

#[derive(Default)]
struct Finder<'a> {
    text: &'a str,
    /// The start in the text of the part being looked at.
    base: usize,
    /// The number of the module that is looked at, and how many there are.
    module: usize,
    modules: usize,
    /// Types and traits.
    defined: BTreeMap<String, Vec<Place>>,
    asked: BTreeMap<Asked, Vec<Place>>,
    /// Items in macros, for implementations that call them.
    loose: Vec<(String, Place)>,
    /// Implementations, by the type and the trait.
    impls: Vec<(Vec<String>, Place)>,
    /// Calls of macros: the name, and what is between the brackets.
    calls: Vec<(String, String, Range<usize>)>,
    /// Macros: the names, the wholes, and the implementations that they write if they write nothing else.
    macros: Vec<(String, Range<usize>, Option<Spans>)>,
}

impl<'a> Finder<'a> {
    fn span(&self, of: &impl Spanned) -> Range<usize> {
        let span = of.span().byte_range();
        span.start + self.base..span.end + self.base
    }

    fn place(&self, name: Option<&syn::Ident>, whole: &impl Spanned) -> Place {
        Place {
            name: name.map(|name| self.span(name).start),
            span: self.span(whole),
            module: self.module,
        }
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.modules += 1;
                        let outer = std::mem::replace(&mut self.module, self.modules);
                        self.items(items);
                        self.module = outer;
                    }
                }
                Item::Trait(item) => self.of_trait(item),
                Item::Struct(of) => self.define(&of.ident, item),
                Item::Enum(of) => self.define(&of.ident, item),
                Item::Union(of) => self.define(&of.ident, item),
                Item::Impl(item) => self.implementation(item),
                Item::Macro(item) if item.ident.is_some() => {
                    let name = item.ident.as_ref().map(ToString::to_string);
                    let span = self.span(item);
                    let written = self.macro_rules(item);
                    self.macros.extend(name.map(|name| (name, span, written)));
                }
                Item::Macro(item) => self.call(&item.mac, self.span(item)),
                _ => {}
            }
        }
    }

    fn define(&mut self, name: &syn::Ident, item: &impl Spanned) {
        let place = self.place(Some(name), item);
        let places = self.defined.entry(name.to_string()).or_default();
        places.push(place);
    }

    fn of_trait(&mut self, item: &syn::ItemTrait) {
        let of = item.ident.to_string();
        self.define(&item.ident, item);
        for asked in &item.items {
            let name = match asked {
                TraitItem::Const(asked) => &asked.ident,
                TraitItem::Fn(asked) => &asked.sig.ident,
                TraitItem::Type(asked) => &asked.ident,
                _ => continue,
            };
            let place = self.place(Some(name), asked);
            let key = (of.clone(), name.to_string());
            self.asked.entry(key).or_default().push(place);
        }
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        let of = item
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last());
        let of = of.map(|last| last.ident.to_string());
        let names = type_name(&item.self_ty).into_iter().chain(of.clone());
        let place = self.place(None, item);
        self.impls.push((names.collect(), place));
        for inner in &item.items {
            let name = match inner {
                ImplItem::Const(inner) => &inner.ident,
                ImplItem::Fn(inner) => &inner.sig.ident,
                ImplItem::Type(inner) => &inner.ident,
                ImplItem::Macro(inner) => {
                    self.call(&inner.mac, self.span(inner));
                    continue;
                }
                _ => continue,
            };
            if let Some(of) = &of {
                let place = self.place(None, inner);
                let key = (of.clone(), name.to_string());
                self.asked.entry(key).or_default().push(place);
            }
        }
    }

    fn call(&mut self, call: &syn::Macro, span: Range<usize>) {
        let name = call.path.segments.last();
        let name = name.map(|last| last.ident.to_string());
        let of = call.tokens.to_string();
        self.calls.extend(name.map(|name| (name, of, span)));
    }

    /// The text behind the arrows of a macro; the implementations if there is nothing else.
    fn macro_rules(&mut self, item: &syn::ItemMacro) -> Option<Spans> {
        let mut arrow = false;
        let mut all = Some(Vec::new());
        for tree in item.mac.tokens.clone() {
            if let (TokenTree::Group(group), true) = (&tree, arrow) {
                let open = group.span_open().byte_range().end + self.base;
                let close = group.span_close().byte_range().start + self.base;
                let written = self.written(item.ident.as_ref(), open..close);
                all = all.zip(written).map(|(all, more)| [all, more].concat());
            }
            arrow = matches!(tree, TokenTree::Punct(mark) if mark.as_char() == '>');
        }
        all
    }

    /// The output of a macro, if that is items or parts of an implementation; the implementations if it is otherwise
    /// only calls of the macro itself.
    fn written(&mut self, itself: Option<&syn::Ident>, span: Range<usize>) -> Option<Spans> {
        let text = self.text;
        let masked = masked(&text[span.clone()]).ok()?;
        let outer = std::mem::replace(&mut self.base, span.start);
        let mut written = Some(Vec::new());
        if let Ok(parts) = parts.parse_str(&masked) {
            for part in &parts {
                let name = match part {
                    ImplItem::Const(part) => &part.ident,
                    ImplItem::Fn(part) => &part.sig.ident,
                    ImplItem::Macro(part) => {
                        self.call(&part.mac, self.span(part));
                        written = written.filter(|_| part.mac.path.get_ident() == itself);
                        continue;
                    }
                    _ => continue,
                };
                written = None;
                let place = self.place(None, part);
                self.loose.push((name.to_string(), place));
            }
        } else if let Ok(file) = syn::parse_str::<syn::File>(&masked) {
            self.items(&file.items);
            let impls = file.items.iter().map(|item| match item {
                Item::Impl(item) if item.trait_.is_some() => Some(self.span(item)),
                _ => None,
            });
            written = impls.collect();
        } else {
            written = None;
        }
        self.base = outer;
        written
    }
}

fn parts(input: ParseStream<'_>) -> syn::Result<Vec<ImplItem>> {
    let mut parts = Vec::new();
    while !input.is_empty() {
        parts.push(input.parse()?);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "trait T {
    fn a();
    const B: u8;
}
mod m {
    impl crate::T for u8 {
        fn a() {}
        const B: u8 = 0;
    }
}
macro_rules! several {
    ($($of:ty)*) => {$(
        impl T for $of {
            fn a() {}
            part!($of);
        }
    )*};
}
macro_rules! part {
    ($of:ty) => {
        const B: u8 = <$of>::BITS as u8;
    };
}
several!(i8 u16);
struct S;
part!(S);
mod n {
    impl Drop for crate::S {}
}
impl R {
    named!(x, u8);
    named!(y, u8);
}
";

    /// The text without what is named behind these words, where they stand first.
    fn left(behind: &[&str], kept: &[&str]) -> String {
        let place = |words: &&str| TEXT.find(words).unwrap() + words.len();
        let kept = kept.iter().map(|name| (*name).to_owned()).collect();
        let (edits, _) = without(TEXT, &behind.iter().map(place).collect(), &kept).unwrap();
        edits.apply(TEXT)
    }

    #[test]
    fn what_is_done_for_a_trait_goes_wherever_it_is() {
        let without_a = left(&["fn "], &[]);
        let lines = TEXT.lines().filter(|line| !line.contains("fn a"));
        assert_eq!(without_a, lines.collect::<Vec<_>>().join("\n") + "\n");
        let without_b = left(&["const "], &[]);
        let lines = TEXT.lines().filter(|line| !line.contains("const B"));
        assert_eq!(without_b, lines.collect::<Vec<_>>().join("\n") + "\n");
    }

    #[test]
    fn with_a_trait_goes_a_macro_that_writes_nothing_else() {
        let without_it = left(&["trait "], &[]);
        for gone in ["T for", "several", "fn a"] {
            assert!(!without_it.contains(gone), "{without_it}");
        }
        assert!(without_it.contains("named!(x, u8)"), "{without_it}");
        assert_eq!(left(&["trait "], &["T"]), TEXT);
    }

    #[test]
    fn with_a_type_goes_what_it_can_do() {
        let gone = [
            "struct S;\n",
            "part!(S);\n",
            "    impl Drop for crate::S {}\n",
        ];
        let want = gone
            .iter()
            .fold(TEXT.to_owned(), |text, line| text.replace(line, ""));
        assert_eq!(left(&["struct "], &[]), want);
    }

    #[test]
    fn the_call_of_a_macro_goes_with_the_name_in_it() {
        let call = "    named!(x, u8);\n";
        assert_eq!(left(&["named!("], &[]), TEXT.replace(call, ""));
        assert_eq!(left(&["named!("], &["x"]), TEXT);
    }

    #[test]
    fn calls_that_write_nothing_go() {
        let text =
            "macro_rules! nothing {\n    () => {};\n}\nnothing!();\nfn f() {\n    nothing!();\n}\n";
        let (edits, _) = without(text, &BTreeSet::new(), &BTreeSet::new()).unwrap();
        assert_eq!(edits.apply(text), text.replacen("nothing!();\n", "", 1));
    }
}
