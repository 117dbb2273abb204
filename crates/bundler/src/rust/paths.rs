//! Paths: what another crate's item is called once that crate is a module of the file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::edits::Edits;
use super::tokens::{Kind, Token};

/// The names that a crate of the bundle has for its neighbors.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The module that the crate becomes; `None` for the bot.
    pub module: Option<&'a str>,
    /// Its names for other crates, and their modules.
    pub externs: &'a BTreeMap<String, String>,
    /// The exported macros of all crates, which are at the root of the file.
    pub macros: &'a BTreeSet<String>,
}

/// The words that may begin a `use` in every edition.
const ROOTS: [&str; 6] = ["crate", "self", "super", "std", "core", "alloc"];

/// Puts `self::` in front of what a `use` takes from its own module, which the edition 2015 wants.
pub fn name_own(tokens: &[Token], names: Names<'_>, edits: &mut Edits) {
    for (at, token) in tokens.iter().enumerate() {
        // `use<'a>` is a list of what a type captures, and `$name` is somebody else's.
        if token.kind != Kind::Word || token.text != "use" {
            continue;
        }
        let Some(next) = tokens.get(at + 1) else {
            break;
        };
        let mut firsts = Vec::new();
        if next.text == "{" {
            let mut depth = 0;
            for (ahead, inner) in tokens.iter().enumerate().skip(at + 1) {
                match inner.text.as_str() {
                    "{" => depth += 1,
                    "}" if depth == 1 => break,
                    "}" => depth -= 1,
                    _ => {}
                }
                let first = depth == 1 && ["{", ","].contains(&inner.text.as_str());
                firsts.extend(tokens.get(ahead + 1).filter(|_| first));
            }
        } else {
            firsts.push(next);
        }
        for first in firsts.iter().filter(|first| first.kind == Kind::Word) {
            let known =
                ROOTS.contains(&first.text.as_str()) || names.externs.contains_key(&first.text);
            if !known {
                edits.insert(first.span.start, "self::");
            }
        }
    }
}

/// Renames all paths that begin with `crate`, `$crate` or the name of another crate.
pub fn rename(tokens: &[Token], names: Names<'_>, edits: &mut Edits) {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    let path_goes_on = |at: usize| is(at, ":") && is(at + 1, ":");
    // A path behind `::` goes on, unless nothing stands in front of that.
    let behind_path = |at: usize| at >= 2 && path_goes_on(at - 2);
    // A module of the file's own comes before a crate of the same name, but not in a `use`.
    let modules = tokens
        .windows(3)
        .filter(|three| three[0].text == "mod" && [";", "{"].contains(&three[2].text.as_str()));
    let modules: BTreeSet<&str> = modules.map(|three| three[1].text.as_str()).collect();
    for (at, token) in tokens.iter().enumerate() {
        let in_use = at > 0 && is(at - 1, "use");
        // A crate has no arguments: `name::<T>` is a function.
        let is_path = path_goes_on(at + 1) && !is(at + 3, "<") || in_use && is(at + 1, "as");
        let is_own = modules.contains(token.text.as_str()) && !in_use && !behind_path(at);
        if token.kind != Kind::Word || !is_path || is_own {
            continue;
        }
        let is_macro = || {
            tokens
                .get(at + 3)
                .is_some_and(|next| names.macros.contains(&next.text))
                && is(at + 4, "!")
        };
        if token.text == "crate" && !behind_path(at) {
            if let Some(module) = names.module
                && !is_macro()
            {
                edits.insert(token.span.end, format!("::{module}"));
            }
            continue;
        }
        // The edition 2015 finds `core` and `alloc` nowhere, and all that they have is in `std`.
        let in_std = ["core", "alloc"].contains(&token.text.as_str());
        let module = names.externs.get(&token.text);
        if module.is_none() && !in_std {
            continue;
        }
        let before = at.checked_sub(1).map(|before| &tokens[before]);
        let field = before.is_some_and(|before| [".", "$", "'"].contains(&before.text.as_str()));
        let Some(start) = (!field).then(|| start_of_path(tokens, at)).flatten() else {
            continue;
        };
        let span: Range<usize> = start..token.span.end;
        match module {
            None => edits.replace(span, "std"),
            Some(_) if is_macro() => edits.replace(span, "crate"),
            Some(module) => edits.replace(span, format!("crate::{module}")),
        }
    }
}

/// The start of the path whose first word is this one; `None` if it is not the first. `::name` begins at its colons.
fn start_of_path(tokens: &[Token], at: usize) -> Option<usize> {
    let colons = at >= 2 && tokens[at - 2].text == ":" && tokens[at - 1].text == ":";
    if !colons {
        return Some(tokens[at].span.start);
    }
    let before = at.checked_sub(3).map(|before| &tokens[before]);
    let goes_on = before.is_some_and(|before| {
        let keyword = [
            "use", "in", "return", "as", "impl", "for", "dyn", "mut", "if", "match", "while",
            "move", "else",
        ];
        let is_arrow = at > 3 && ["-", "="].contains(&tokens[at - 4].text.as_str());
        before.kind == Kind::Word && !keyword.contains(&before.text.as_str())
            || before.text == ">" && !is_arrow
    });
    (!goes_on).then(|| tokens[at - 2].span.start)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[test]
    fn paths_get_their_crate_in_front() {
        let externs = BTreeMap::from(
            [
                ("nogo", "nogo"),
                ("search", "search_crate"),
                ("botzone", "botzone"),
            ]
            .map(|(name, module)| (name.to_owned(), module.to_owned())),
        );
        let macros = BTreeSet::from(["wire".to_owned()]);
        let renamed = |text: &str, module| {
            let names = Names {
                module,
                externs: &externs,
                macros: &macros,
            };
            let mut edits = Edits::default();
            rename(&tokens(text).unwrap(), names, &mut edits);
            edits.apply(text)
        };
        for (text, want) in [
            (
                "use nogo::{Board, Point};",
                "use crate::nogo::{Board, Point};",
            ),
            ("use search::Budget;", "use crate::search_crate::Budget;"),
            ("use crate::x::nogo::Y;", "use crate::k::x::nogo::Y;"),
            (
                "f(::nogo::A, b.nogo::<u8>())",
                "f(crate::nogo::A, b.nogo::<u8>())",
            ),
            (
                "m!(nogo::botzone, self.nogo)",
                "m!(crate::nogo::botzone, self.nogo)",
            ),
            (
                "$crate::x; $crate::wire!(a)",
                "$crate::k::x; $crate::wire!(a)",
            ),
            (
                "botzone::wire!(nogo::botzone)",
                "crate::wire!(crate::nogo::botzone)",
            ),
            (
                "let nogo = 1; std::nogo::x()",
                "let nogo = 1; std::nogo::x()",
            ),
            ("use core::fmt; a::core::b", "use std::fmt; a::core::b"),
            ("pub(crate) fn f() {}", "pub(crate) fn f() {}"),
            (
                "mod search; use search::A; search::b(); ::search::c()",
                "mod search; use crate::search_crate::A; search::b(); crate::search_crate::c()",
            ),
            (
                "fn nogo<T>() {} nogo::<u8>()",
                "fn nogo<T>() {} nogo::<u8>()",
            ),
            (
                "fn f() -> ::nogo::A { if ::nogo::B { a } }",
                "fn f() -> crate::nogo::A { if crate::nogo::B { a } }",
            ),
            ("use nogo as rules;", "use crate::nogo as rules;"),
            ("Vec::<u8>::nogo::x()", "Vec::<u8>::nogo::x()"),
        ] {
            assert_eq!(renamed(text, Some("k")), want);
        }
        assert_eq!(renamed("crate::a", None), "crate::a");
    }
}
