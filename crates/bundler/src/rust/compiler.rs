//! The compiler's messages about a file.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use syn::{Item, Visibility};

use super::FOREIGN;
use crate::process::rustc_command;

/// The edition in which the compiler is asked; the proof asks in all of them.
pub const EDITION: &str = "2021";

/// A message of the compiler.
#[derive(Debug, Deserialize)]
pub struct Diagnostic {
    /// Its first line.
    pub message: String,
    /// `error`, `warning` or less.
    pub level: String,
    /// Its kind.
    pub code: Option<Code>,
    /// The places that it is about.
    pub spans: Vec<Place>,
    /// All of it, as people read it.
    pub rendered: Option<String>,
}

/// The kind of a message.
#[derive(Debug, Deserialize)]
pub struct Code {
    /// The number of an error, or the name of a lint.
    pub code: String,
}

/// A part of the file.
#[derive(Debug, Deserialize)]
pub struct Place {
    /// Its first byte.
    pub byte_start: usize,
    /// The byte behind its last.
    pub byte_end: usize,
    /// Set for the place itself; other places explain it.
    pub is_primary: bool,
}

impl Place {
    /// The bytes of the part.
    pub fn span(&self) -> Range<usize> {
        self.byte_start..self.byte_end
    }
}

/// The compiler's messages about a file.
///
/// # Errors
/// If it cannot be asked.
pub fn compile(text: &str, scratch: &Path) -> Result<Vec<Diagnostic>> {
    let file = scratch.join("whole.rs");
    // Here the compiler tells what is unused in other people's crates too.
    let blank = " ".repeat(FOREIGN.len());
    fs::write(&file, private(text)?.replace(FOREIGN, &blank))
        .with_context(|| msg!("cannot write {}", file.display()))?;
    let output = rustc_command(None)
        .args(["--edition", EDITION, "--crate-type", "bin"])
        .args(["--emit", "metadata", "--error-format", "json", "-o"])
        .arg(scratch.join("whole.rmeta"))
        .arg(&file)
        .output()
        .context("cannot start rustc")?;
    let said = String::from_utf8_lossy(&output.stderr);
    said.lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).context("rustc says what is no message"))
        .collect()
}

/// The file with the same places, in which nothing at the top is public. What is public there, and in public modules there,
/// the compiler never takes for unused, even of a program.
///
/// # Errors
/// If it is no Rust.
pub fn private(text: &str) -> Result<String> {
    let mut private = text.to_owned();
    for item in &syn::parse_file(text)?.items {
        let shown = match item {
            Item::Const(item) => &item.vis,
            Item::Enum(item) => &item.vis,
            Item::Fn(item) => &item.vis,
            Item::Mod(item) => &item.vis,
            Item::Static(item) => &item.vis,
            Item::Struct(item) => &item.vis,
            Item::Trait(item) => &item.vis,
            Item::Type(item) => &item.vis,
            Item::Union(item) => &item.vis,
            Item::Use(item) => &item.vis,
            _ => continue,
        };
        if let Visibility::Public(word) = shown {
            let place = word.span.byte_range();
            let blank = " ".repeat(place.len());
            private.replace_range(place, &blank);
        }
    }
    Ok(private)
}
