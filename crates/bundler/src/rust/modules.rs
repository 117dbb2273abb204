//! The files of a crate as a tree of modules.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Item, ItemMod, Lit, Meta};

use super::cfg::holds;
use super::crates::Crate;
use super::edits::Edits;
use super::tokens::{Token, tokens};

/// A file of a crate.
pub struct Module {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// What that means.
    pub file: syn::File,
    /// The modules that it declares, by their names.
    pub children: Vec<(String, Module)>,
}

/// Modules of other people's crates that no bot uses, and by which everything would be used: a macro there names all.
pub const LEFT_OUT: [(&str, &str); 1] = [("libm", "libm_helper")];

/// The modules of a crate that are compiled for the judge.
///
/// # Errors
/// If a file is missing or is no Rust.
pub fn of_crate(of: &Crate) -> Result<Module> {
    let folder = of.root.parent().context("a file without a folder")?;
    read(&of.root, folder, of)
}

fn read(path: &Path, folder: &Path, of: &Crate) -> Result<Module> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = decided(text, of).with_context(|| path.display().to_string())?;
    let file = syn::parse_file(&text).with_context(|| format!("{} is no Rust", path.display()))?;
    let mut children = Vec::new();
    for item in &file.items {
        if let Item::Mod(item) = item
            && item.content.is_none()
            && is_compiled(&item.attrs, of)?
        {
            let name = item.ident.to_string();
            if LEFT_OUT.contains(&(of.name.as_str(), &name)) {
                continue;
            }
            let (path, inner) = file_of(item, &name, path, folder)?;
            children.push((name, read(&path, &inner, of)?));
        }
    }
    Ok(Module {
        path: path.to_owned(),
        text,
        file,
        children,
    })
}

/// The text with the items that each `cfg_if!` chooses in its place.
fn decided(text: String, of: &Crate) -> Result<String> {
    let mut edits = Edits::default();
    let file = syn::parse_file(&text)?;
    for item in &file.items {
        let Item::Macro(item) = item else { continue };
        if item.mac.path.is_ident("cfg_if") {
            let span = item.mac.span().byte_range();
            let chosen = match is_compiled(&item.attrs, of)? {
                true => choice(&tokens(&text[span.clone()])?, of)?,
                false => None,
            };
            let chosen =
                chosen.map(|inner| &text[span.start + inner.start..span.start + inner.end]);
            edits.replace(item.span().byte_range(), chosen.unwrap_or_default());
        }
    }
    Ok(edits.apply(&text))
}

/// What is between the brackets of the branch that holds.
fn choice(tokens: &[Token], of: &Crate) -> Result<Option<Range<usize>>> {
    let (mut condition, mut depth, mut start, mut holds_now) = (Vec::new(), 0, 0, false);
    // Behind `cfg_if ! {`.
    for token in tokens.iter().skip(3) {
        match token.text.as_str() {
            "{" => {
                if depth == 0 {
                    start = token.span.end;
                    // `if # [ cfg ( ... ) ]`; an `else` alone has none.
                    let words: String = condition.concat();
                    let inner = words
                        .split_once("#[cfg(")
                        .and_then(|(_, rest)| rest.strip_suffix(")]"));
                    holds_now = match inner {
                        Some(inner) => holds(inner, &of.features)? == Some(true),
                        None => true,
                    };
                    condition.clear();
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                if depth == 0 && holds_now {
                    return Ok(Some(start..token.span.start));
                }
            }
            _ if depth == 0 => condition.push(token.text.clone()),
            _ => {}
        }
    }
    Ok(None)
}

/// The file of a module that is declared in the file `path`, whose modules are in `folder`, and the folder of its own.
fn file_of(item: &ItemMod, name: &str, path: &Path, folder: &Path) -> Result<(PathBuf, PathBuf)> {
    let inner = folder.join(name);
    if let Some(given) = item.attrs.iter().find_map(path_attribute) {
        let file = path.with_file_name(given);
        let folder = file.parent().context("a file without a folder")?.to_owned();
        return Ok((file, folder));
    }
    let beside = folder.join(format!("{name}.rs"));
    let file = if beside.is_file() {
        beside
    } else {
        inner.join("mod.rs")
    };
    ensure!(
        file.is_file(),
        "the module `{name}` of {} has no file",
        path.display()
    );
    Ok((file, inner))
}

/// `#[path = "..."]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    let Expr::Lit(literal) = &pair.value else {
        return None;
    };
    match &literal.lit {
        Lit::Str(text) if pair.path.is_ident("path") => Some(text.value()),
        _ => None,
    }
}

/// Whether something with these attributes is compiled.
///
/// # Errors
/// If a condition cannot be read.
pub fn is_compiled(attributes: &[Attribute], of: &Crate) -> Result<bool> {
    for attribute in attributes {
        if let Some(condition) = condition(attribute)
            && holds(&condition, &of.features)? == Some(false)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is in the brackets of `#[cfg(...)]`.
pub fn condition(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_string()),
        _ => None,
    }
}
