//! A crate as the text of one module: its files in one another, its paths renamed, without what is not compiled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Item, ItemStruct, Visibility};

use super::cfg::holds;
use super::comments::without_comments;
use super::crates::Crate;
use super::derive;
use super::edits::Edits;
use super::layout::indented;
use super::modules::{Module, condition, is_compiled};
use super::paths::{Names, name_own, rename};
use super::tokens::{Kind, Token, tokens};

/// What other people's crates find in the prelude of a newer edition.
const NEWER_PRELUDE: &str = "use std::prelude::rust_2021::*;\n";

/// What the modules of all crates share.
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

/// The text of a crate's module, without the words around it.
///
/// # Errors
/// If a file has something that a bundle cannot have; the text names it.
pub fn text(of: &Crate, module: &Module, shared: &mut Shared) -> Result<String> {
    let text =
        file_text(of, module, shared).with_context(|| format!("{} {}", of.name, of.version))?;
    if of.own {
        Ok(text)
    } else {
        without_comments(&text)
    }
}

fn file_text(of: &Crate, module: &Module, shared: &mut Shared) -> Result<String> {
    let mut edits = Edits::default();
    let path = module.path.display();
    let tokens = tokens(&module.text).with_context(|| path.to_string())?;
    let names = Names {
        module: of.module.as_deref(),
        externs: &of.externs,
        macros: &shared.macros,
    };
    rename(&tokens, names, &mut edits);
    name_own(&tokens, names, &mut edits);
    includes(of, module, &tokens, shared, &mut edits)?;
    let mut cleaner = Cleaner {
        of,
        text: &module.text,
        shared,
        edits: &mut edits,
        failed: None,
    };
    cleaner.attributes(&module.file.attrs);
    cleaner.visit_file(&module.file);
    if let Some(error) = cleaner.failed.take() {
        return Err(error.context(path.to_string()));
    }
    let mut behind = String::new();
    for item in &module.file.items {
        let Item::Mod(item) = item else { continue };
        let child = module.children.iter().find(|(name, _)| item.ident == name);
        let Some((name, child)) = child.filter(|_| item.content.is_none()) else {
            if item.content.is_none() {
                edits.remove(&module.text, item.span().byte_range());
            }
            continue;
        };
        let inner = indented(&file_text(of, child, shared)?)?;
        let shown = match &item.vis {
            Visibility::Inherited => "",
            _ => "pub ",
        };
        // The words of a file come first, what they are about behind them.
        if of.own {
            edits.remove(&module.text, item.span().byte_range());
            behind.push_str(&format!("\n{shown}mod {name} {{\n{inner}}}\n"));
        } else {
            let span = item.span().byte_range();
            let start = item.vis.span().byte_range().start;
            let start = if start == 0 {
                item.mod_token.span.byte_range().start
            } else {
                start
            };
            edits.replace(
                start.min(item.mod_token.span.byte_range().start)..span.end,
                format!("{shown}mod {name} {{\n{inner}}}"),
            );
        }
    }
    let text = edits.apply(&module.text);
    let newer = if of.own { "" } else { NEWER_PRELUDE };
    Ok(format!("{}\n{newer}{behind}", text.trim_end()))
}

/// Puts constants in the places of `include_str!`.
fn includes(
    of: &Crate,
    module: &Module,
    tokens: &[Token],
    shared: &mut Shared,
    edits: &mut Edits,
) -> Result<()> {
    for (at, token) in tokens.iter().enumerate() {
        let word = |ahead: usize| {
            tokens
                .get(at + ahead)
                .map_or("", |token| token.text.as_str())
        };
        if token.text != "include_str" || word(1) != "!" {
            continue;
        }
        let Some(literal) = tokens
            .get(at + 3)
            .filter(|token| token.kind == Kind::Literal)
        else {
            continue;
        };
        let named: syn::LitStr = syn::parse_str(&literal.text)?;
        let path = module.path.with_file_name(named.value());
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = constant(of, &path);
        edits.replace(
            token.span.start..tokens[at + 4].span.end,
            format!("crate::data::{name}"),
        );
        let old = shared.data.insert(name, text.clone());
        ensure!(
            old.is_none_or(|old| old == text),
            "{} and another file have one name",
            path.display()
        );
    }
    Ok(())
}

/// The name of the constant that holds a file.
fn constant(of: &Crate, path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let name = match &of.module {
        None => file.into_owned(),
        Some(module) => format!("{module}_{file}"),
    };
    let word = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '_'
        }
    };
    name.to_uppercase().chars().map(word).collect()
}

/// Takes out what the judge does not compile, and what the file has another way of.
struct Cleaner<'a> {
    of: &'a Crate,
    text: &'a str,
    shared: &'a Shared,
    edits: &'a mut Edits,
    failed: Option<anyhow::Error>,
}

impl Cleaner<'_> {
    /// Whether something with these attributes stays. What stays loses the attributes that are decided.
    fn stays(&mut self, attributes: &[Attribute], whole: std::ops::Range<usize>) -> bool {
        match is_compiled(attributes, self.of) {
            Ok(true) => {}
            Ok(false) => {
                self.edits.remove(self.text, whole);
                return false;
            }
            Err(error) => self.failed = Some(error),
        }
        self.attributes(attributes);
        true
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let inner = matches!(attribute.style, syn::AttrStyle::Inner(_));
            let path = attribute.path();
            let decided = condition(attribute).is_some_and(|condition| {
                holds(&condition, &self.of.features).is_ok_and(|held| held == Some(true))
            });
            let serde = path.is_ident("serde");
            // What a whole crate says of itself is said once for the file.
            let of_crate = inner && !path.is_ident("doc") && !path.is_ident("allow");
            let foreign_words = !self.of.own && path.is_ident("doc");
            if decided || serde || of_crate || foreign_words || path.is_ident("cfg_attr") {
                self.edits.remove(self.text, attribute.span().byte_range());
            } else if let Some((others, _)) = derive::without_serde(attribute) {
                let span = attribute.span().byte_range();
                if others.is_empty() {
                    self.edits.remove(self.text, span);
                } else {
                    self.edits
                        .replace(span, format!("#[derive({})]", others.join(", ")));
                }
            }
        }
    }

    fn derived(&mut self, item: &ItemStruct) {
        let derives = item.attrs.iter().filter_map(derive::without_serde);
        if derives.into_iter().any(|(_, reads)| reads) {
            match derive::implementation(item) {
                Ok(text) => self.edits.insert(item.span().byte_range().end, text),
                Err(error) => self.failed = Some(error),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Cleaner<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = attributes_of(item);
        let whole = item.span().byte_range();
        if let Item::Macro(item) = item {
            let called = item
                .mac
                .path
                .segments
                .last()
                .map(|last| last.ident.to_string());
            let name = item.ident.as_ref().map(ToString::to_string).or(called);
            if name.is_some_and(|name| self.shared.test_macros.contains(&name)) {
                self.edits.remove(self.text, whole);
                return;
            }
        }
        if !self.stays(attributes, whole) {
            return;
        }
        match item {
            Item::Struct(item) => self.derived(item),
            Item::Enum(item)
                if item
                    .attrs
                    .iter()
                    .any(|attribute| derive::without_serde(attribute).is_some()) =>
            {
                let name = &item.ident;
                self.failed = Some(anyhow::anyhow!(
                    "`{name}` is an enum that derives from serde, which a bundle cannot have"
                ));
            }
            _ => {}
        }
        syn::visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        let attributes = match item {
            syn::ImplItem::Const(item) => &item.attrs,
            syn::ImplItem::Fn(item) => &item.attrs,
            syn::ImplItem::Type(item) => &item.attrs,
            syn::ImplItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if self.stays(attributes, item.span().byte_range()) {
            syn::visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        let attributes = match item {
            syn::TraitItem::Const(item) => &item.attrs,
            syn::TraitItem::Fn(item) => &item.attrs,
            syn::TraitItem::Type(item) => &item.attrs,
            syn::TraitItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if self.stays(attributes, item.span().byte_range()) {
            syn::visit::visit_trait_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.stays(&field.attrs, field.span().byte_range());
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if self.stays(&local.attrs, local.span().byte_range()) {
            syn::visit::visit_local(self, local);
        }
    }

    fn visit_expr_block(&mut self, block: &'ast syn::ExprBlock) {
        if self.stays(&block.attrs, block.span().byte_range()) {
            syn::visit::visit_expr_block(self, block);
        }
    }
}

/// The attributes of an item.
fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The two arguments of `entry_point!` in a `main.rs`: the bot's type and its game's messages.
///
/// # Errors
/// If it has no such line.
pub fn entry_point(path: &Path) -> Result<(String, String, String)> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = syn::parse_file(&text)?;
    for item in &file.items {
        if let Item::Macro(item) = item
            && let Some(last) = item.mac.path.segments.last()
            && last.ident == "entry_point"
            && let Some(judge) = item.mac.path.segments.first()
        {
            let tokens: String = item.mac.tokens.to_string().split_whitespace().collect();
            if let Some((bot, game)) = tokens.split_once(',') {
                return Ok((judge.ident.to_string(), bot.to_owned(), game.to_owned()));
            }
        }
    }
    bail!(
        "{} has no line `JUDGE::entry_point!(BOT, GAME);`, by which a program begins here",
        path.display()
    )
}
