//! A crate as the text of one module: its files in one another, its paths renamed, without what is not compiled.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Attribute, Item, Visibility};

use super::cfg::holds;
use super::cleaner::Cleaner;
use super::comments::without_comments;
use super::crates::Crate;
use super::edits::Edits;
use super::examples::without_examples;
use super::layout::indented;
use super::modules::Module;
use super::paths::{Names, name_own, rename};
use super::shared::Shared;
use super::tokens::{Kind, Token, closed, tokens};

/// Attributes in other people's crates that say how they want to be checked and documented.
const CHECKS: [&str; 4] = ["allow", "cfg_attr", "deny", "warn"];

/// The text of a crate's module, without the words around it.
///
/// # Errors
/// If a file has something that a bundle cannot have; the text names it.
pub fn text(of: &Crate, module: &Module, shared: &mut Shared) -> Result<String> {
    let text =
        file_text(of, module, shared).with_context(|| format!("{} {}", of.name, of.version))?;
    if of.own {
        Ok(without_examples(&text))
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
    if !of.own {
        unchecked(of, &module.text, &tokens, &mut edits);
    }
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
        let in_place =
            |of: &Attribute| of.path().is_ident("macro_use") || of.path().is_ident("allow");
        // The words of a file come first, what they are about behind them, unless it has to be seen before them.
        if of.own && !item.attrs.iter().any(in_place) {
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
    Ok(format!("{}\n{behind}", text.trim_end()))
}

/// Takes out attributes for checks and conditions that hold, those in macros too.
fn unchecked(of: &Crate, text: &str, tokens: &[Token], edits: &mut Edits) {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    for (at, hash) in tokens.iter().enumerate() {
        let open = if word(at + 1) == "!" { at + 2 } else { at + 1 };
        if hash.text != "#" || word(open) != "[" {
            continue;
        }
        let Some(end) = closed(tokens, open) else {
            continue;
        };
        let held = || {
            let condition = tokens[open + 3].span.start..tokens[end - 1].span.start;
            holds(&text[condition], of).is_ok_and(|held| held == Some(true))
        };
        if CHECKS.contains(&word(open + 1)) || word(open + 1) == "cfg" && held() {
            edits.remove(text, hash.span.start..tokens[end].span.end);
        }
    }
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
            fs::read_to_string(&path).with_context(|| msg!("cannot read {}", path.display()))?;
        let name = constant(of, &path);
        edits.replace(
            token.span.start..tokens[at + 4].span.end,
            format!("crate::included::{name}"),
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

/// The two arguments of `entry_point!` in a `main.rs`: the bot's type and its game's messages.
///
/// # Errors
/// If it has no such line.
pub fn entry_point(path: &Path) -> Result<(String, String, String)> {
    let text = fs::read_to_string(path).with_context(|| msg!("cannot read {}", path.display()))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a crate of one file.
    fn made(own: bool, text: &str) -> String {
        let of = Crate {
            name: "libm".to_owned(),
            own,
            module: Some("k".to_owned()),
            ..Crate::default()
        };
        let module = Module::new("lib.rs", text.to_owned(), &of).unwrap();
        super::text(&of, &module, &mut Shared::default()).unwrap()
    }

    #[test]
    fn what_is_not_compiled_goes_from_enums_and_matches() {
        let text = "enum E {\n    A,\n    #[cfg(windows)]\n    B(u8),\n    #[cfg(unix)]\n    C,\n}\n\nfn f(e: E) {\n    match e {\n        \
                    E::A => {}\n        #[cfg(windows)]\n        E::B(_) => {}\n        E::C => {}\n    }\n    #[cfg(windows)]\n    g();\n}\n";
        let left = "enum E {\n    A,\n    C,\n}\n\nfn f(e: E) {\n    match e {\n        E::A => {}\n        E::C => {}\n    }\n}\n";
        assert_eq!(made(true, text), left);
    }

    #[test]
    fn other_peoples_crates_lose_checks_choices_and_assembler() {
        for (text, left) in [
            (
                "#![allow(x)]\n#[allow(y)]\n#[inline]\nfn f() {}",
                "#[inline]\nfn f() {}\n",
            ),
            (
                "macro_rules! m {\n    () => {\n        #[allow(y)]\n        #[cfg(unix)]\n        f();\n    };\n}",
                "macro_rules! m {\n    () => {\n        f();\n    };\n}\n",
            ),
            (
                "fn f() -> u8 {\n    cfg_if! {\n        if #[cfg(windows)] { 1 } else { 2 }\n    }\n}",
                "fn f() -> u8 {\n    2\n}\n",
            ),
            (
                "fn f(x: f64) -> f64 {\n    select_implementation! {\n        name: f,\n        args: x,\n    }\n    x\n}",
                "fn f(x: f64) -> f64 {\n    x\n}\n",
            ),
            (
                "#[cfg(debug_assertions)]\nfn f() {}\n#[cfg(not(debug_assertions))]\nfn g() {}",
                "fn g() {}\n",
            ),
        ] {
            assert_eq!(made(false, text), left);
        }
        let own = "#[allow(y)]\nfn f() {}\n";
        assert_eq!(made(true, own), own);
    }
}
