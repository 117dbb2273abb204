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
use super::tokens::{Token, closed, tokens};

/// A file of a crate.
pub struct Module {
    /// The path of its file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The parsed text.
    pub file: syn::File,
    /// The modules that it declares, by their names.
    pub children: Vec<(String, Module)>,
}

impl Module {
    /// A file with this text, without the modules that it declares.
    ///
    /// # Errors
    /// If it is no Rust.
    pub fn new(path: impl Into<PathBuf>, text: String, of: &Crate) -> Result<Module> {
        let path = path.into();
        let text = decided(text, of).with_context(|| path.display().to_string())?;
        let file =
            syn::parse_file(&text).with_context(|| format!("{} is no Rust", path.display()))?;
        Ok(Module {
            path,
            text,
            file,
            children: Vec::new(),
        })
    }
}

/// Modules of other people's crates that no bot uses, and by which everything would be used: a macro there names all.
pub const LEFT_OUT: [(&str, &str); 1] = [("libm", "libm_helper")];

/// Macros of other people's crates that call hand-written assembler, which a bundle goes without, as a statement.
const ASSEMBLER: [(&str, &str); 1] = [("libm", "select_implementation")];

/// The modules of a crate that are compiled for the judge.
///
/// # Errors
/// If a file is missing or is no Rust.
pub fn of_crate(of: &Crate) -> Result<Module> {
    let folder = of.root.parent().context("a file without a folder")?;
    read(&of.root, folder, of)
}

fn read(path: &Path, folder: &Path, of: &Crate) -> Result<Module> {
    let text = fs::read_to_string(path).with_context(|| msg!("cannot read {}", path.display()))?;
    let mut module = Module::new(path, text, of)?;
    for item in &module.file.items {
        if let Item::Mod(item) = item
            && item.content.is_none()
            && is_compiled(&item.attrs, of)?
        {
            let name = item.ident.to_string();
            if LEFT_OUT.contains(&(of.name.as_str(), &name)) {
                continue;
            }
            let (path, inner) = file_of(item, &name, path, folder)?;
            module.children.push((name, read(&path, &inner, of)?));
        }
    }
    Ok(module)
}

/// The text with what each `cfg_if!` chooses in its place, without calls of assembler.
fn decided(text: String, of: &Crate) -> Result<String> {
    let mut edits = Edits::default();
    for item in &syn::parse_file(&text)?.items {
        // The other items lose what is not compiled later; here the condition would be that of the first chosen one.
        if let Item::Macro(item) = item
            && item.mac.path.is_ident("cfg_if")
            && !is_compiled(&item.attrs, of)?
        {
            edits.remove(&text, item.span().byte_range());
        }
    }
    let tokens = tokens(&text)?;
    for (at, pair) in tokens.windows(2).enumerate() {
        let name = pair[0].text.as_str();
        let choice_of_items = name == "cfg_if"
            && (tokens.get(at + 3)).is_some_and(|condition| condition.text == "if");
        let assembler = ASSEMBLER.contains(&(&of.name, name));
        if pair[1].text != "!" || !choice_of_items && !assembler {
            continue;
        }
        let Some(end) = closed(&tokens, at + 2) else {
            continue;
        };
        let whole = pair[0].span.start..tokens[end].span.end;
        match choice(&tokens[at..=end], of)? {
            Some(chosen) if choice_of_items => edits.replace(whole, text[chosen].trim()),
            _ => edits.remove(&text, whole),
        }
    }
    let shorter = edits.apply(&text);
    // The chosen branch may contain another choice.
    if shorter == text {
        Ok(text)
    } else {
        decided(shorter, of)
    }
}

/// The text between the brackets of the branch that holds.
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
                        Some(inner) => holds(inner, of)? == Some(true),
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

/// Returns true if something with these attributes is compiled.
///
/// # Errors
/// If a condition cannot be read.
pub fn is_compiled(attributes: &[Attribute], of: &Crate) -> Result<bool> {
    for attribute in attributes {
        if let Some(condition) = condition(attribute)
            && holds(&condition, of)? == Some(false)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The condition in the brackets of `#[cfg(...)]`.
pub fn condition(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_string()),
        _ => None,
    }
}
