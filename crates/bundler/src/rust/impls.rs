//! Implementations of traits that no run can come to. The compiler never reports them as unused.
//!
//! Without an implementation a call may silently find another method: that of a reference, of what the type dereferences
//! to, or of another trait. It cannot where the implementation was never chosen by code that runs. So a copy of the file is
//! compiled in which each of them calls a function of its own, and only those go whose function is not in the program; what
//! other code has chosen, it chooses among fewer. What only names one, as a bound or in code that never runs, is an error
//! without it, which puts it back.
//!
//! Stay in any case:
//!
//! * what has no function of its own, except `Eq` and `Error`: nothing would tell of its use;
//! * traits of the file that write functions themselves: these would be used without those of the implementation;
//! * `Drop`: a type without it can be taken apart, copied and matched otherwise;
//! * what macros write.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{ImplItem, ItemImpl, TraitItem};

use super::compiler::{Diagnostic, EDITION, compile};
use super::edits::Edits;
use crate::process::rustc_command;

/// The function that each of them calls, with the place of the implementation as a parameter.
const RUNS: &str = "implementation_runs";

/// Attempts to compile without the implementations, each with those back that the one before it missed.
const ATTEMPTS: usize = 6;

/// An implementation.
struct Candidate {
    span: Range<usize>,
    /// The first bytes of the bodies of its functions.
    bodies: Vec<usize>,
    /// The words of the trait and the type.
    words: BTreeSet<String>,
}

/// The file without them, and the compiler's messages about it; `None` if it does not compile without any of them.
///
/// # Errors
/// If the file does not compile as it is, or the compiler cannot be asked.
pub fn without(text: &str, scratch: &Path) -> Result<Option<(String, Vec<Diagnostic>)>> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder::default();
    finder.visit_file(&file);
    let Finder { impls, writing } = finder;
    let mut all: Vec<Candidate> = (impls.into_iter())
        .filter_map(|item| candidate(text, item, &writing))
        .collect();
    let run = run(text, &all, scratch)?;
    all.retain(|candidate| !run.contains(&candidate.span.start));
    for _ in 0..ATTEMPTS {
        let mut edits = Edits::default();
        for candidate in &all {
            edits.remove(text, candidate.span.clone());
        }
        let shorter = edits.apply(text);
        let told = compile(&shorter, scratch)?;
        // Those of no place only count the others.
        let errors = told
            .iter()
            .filter(|told| told.level == "error" && !told.spans.is_empty());
        let missed: BTreeSet<usize> = errors.flat_map(|error| missed(error, &all)).collect();
        if missed.is_empty() {
            return Ok(Some((shorter, told)));
        }
        all.retain(|candidate| !missed.contains(&candidate.span.start));
    }
    Ok(None)
}

#[derive(Default)]
struct Finder<'a> {
    impls: Vec<&'a ItemImpl>,
    /// The traits that write functions themselves.
    writing: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Finder<'ast> {
    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.impls.push(item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let writes =
            |item: &TraitItem| matches!(item, TraitItem::Fn(item) if item.default.is_some());
        if item.items.iter().any(writes) {
            self.writing.insert(item.ident.to_string());
        }
    }
}

fn candidate(text: &str, item: &ItemImpl, writing: &BTreeSet<String>) -> Option<Candidate> {
    let (path, _) = item.trait_.as_ref()?;
    let last = path.segments.last()?;
    let bodies = item.items.iter().filter_map(|item| match item {
        ImplItem::Fn(item) => Some(item.block.brace_token.span.open().byte_range().end),
        _ => None,
    });
    let bodies: Vec<usize> = bodies.collect();
    let silent = bodies.is_empty() && last.ident != "Eq" && last.ident != "Error";
    if silent || last.ident == "Drop" || writing.contains(&last.ident.to_string()) {
        return None;
    }
    let parts = [last.span().byte_range(), item.self_ty.span().byte_range()];
    let mut words: BTreeSet<&str> = parts
        .into_iter()
        .flat_map(|part| words_of(&text[part]))
        .collect();
    for parameter in item.generics.type_params() {
        words.remove(parameter.ident.to_string().as_str());
    }
    Some(Candidate {
        span: item.span().byte_range(),
        bodies,
        words: words.into_iter().map(str::to_owned).collect(),
    })
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| word.len() > 1)
}

/// The first bytes of those that have a function in the program.
fn run(text: &str, all: &[Candidate], scratch: &Path) -> Result<BTreeSet<usize>> {
    let mut edits = Edits::default();
    for candidate in all {
        for body in &candidate.bodies {
            edits.insert(
                *body,
                format!("crate::{RUNS}::<{}>();", candidate.span.start),
            );
        }
    }
    let marked =
        edits.apply(text) + &format!("\n#[inline(never)]\nfn {RUNS}<const N: usize>() {{}}\n");
    let (file, assembler) = (scratch.join("marked.rs"), scratch.join("marked.s"));
    fs::write(&file, marked).with_context(|| msg!("cannot write {}", file.display()))?;
    let mut run = BTreeSet::new();
    // Without `-O`, because nothing is inlined then. Both, because a program may ask which of them holds.
    for debug in ["debug-assertions=yes", "debug-assertions=no"] {
        let output = rustc_command(None)
            .args(["--edition", EDITION, "--crate-type", "bin"])
            .args(["--cap-lints", "allow", "--emit", "asm"])
            .args(["-C", "codegen-units=1", "-C", debug])
            .args(["-C", "symbol-mangling-version=v0", "-o"])
            .args([&assembler, &file])
            .output()
            .context("cannot start rustc")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{said}");
        let program = fs::read_to_string(&assembler).context("cannot read assembler text")?;
        // A parameter of `usize` is `Kj`, its value in hexadecimal digits, `_` in a symbol.
        let before = format!("{RUNS}Kj");
        let symbols = program.split(before.as_str()).skip(1);
        run.extend(
            symbols.filter_map(|rest| usize::from_str_radix(rest.split('_').next()?, 16).ok()),
        );
    }
    Ok(run)
}

/// The first bytes of those that an error may be about: they have the most of their words in it.
fn missed(error: &Diagnostic, all: &[Candidate]) -> Vec<usize> {
    let those = |wanted: &dyn Fn(&Candidate) -> bool| {
        let found = all.iter().filter(|candidate| wanted(candidate));
        found.map(|candidate| candidate.span.start).collect()
    };
    let rendered = error.rendered.as_deref().unwrap_or_default();
    for text in [&error.message, rendered] {
        let said: BTreeSet<&str> = words_of(text).collect();
        let score = |of: &Candidate| {
            let named = of.words.iter().filter(|word| said.contains(word.as_str()));
            let named = named.count();
            (100 * named / of.words.len(), named)
        };
        let most = all.iter().map(score).max().unwrap_or_default();
        if most.0 > 50 {
            return those(&|candidate| score(candidate) == most);
        }
    }
    those(&|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_stays_and_what_an_error_names_comes_back() {
        let text = "struct A;

impl Clone for A {
    fn clone(&self) -> A {
        A
    }
}

impl Drop for A {
    fn drop(&mut self) {}
}

impl From<u8> for A {
    fn from(_: u8) -> A {
        A
    }
}

impl From<i8> for A {
    fn from(_: i8) -> A {
        A
    }
}

struct B;

impl Clone for B {
    fn clone(&self) -> B {
        B
    }
}

trait Told {
    fn told(&self) -> u8 {
        1
    }
    fn other(&self) {}
}

impl Told for A {
    fn other(&self) {}
}

impl Told for &A {}

/// Goes.
impl std::fmt::Debug for A {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}

fn never<T: From<u8>>() {}

fn main() {
    let a = std::mem::ManuallyDrop::new(A);
    // These compile without the implementations for `A` and `B`, too.
    let _ = (&*a).clone();
    if !cfg!(debug_assertions) {
        let _ = (&B).clone();
    }
    (&*a).told();
    let _: fn() = never::<A>;
}
";
        let scratch = tempfile::tempdir().unwrap();
        let (left, _) = without(text, scratch.path()).unwrap().unwrap();
        let gone = |text: &str, from: &str, to: &str| {
            let (start, end) = (text.find(from).unwrap(), text.find(to).unwrap());
            text.replace(&text[start..end], "")
        };
        let want = gone(text, "impl From<i8>", "struct B");
        assert_eq!(left, gone(&want, "/// Goes.", "fn never"));
    }
}
