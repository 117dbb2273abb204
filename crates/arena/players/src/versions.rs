//! Features used by a source that the site's version of its language lacks.
//!
//! | module | does |
//! | --- | --- |
//! | [`python`] | Python, also what the interpreter here lacks and the site's has |
//! | `javascript` | JavaScript |
//! | `java` | Java |
//!
//! C++ is compared where it is compiled ([`source`]).

mod java;
mod javascript;
pub mod python;

use std::path::Path;

use anyhow::Result;
use arena_common::Message;
use manifest::versions::RUST;

use crate::language::{Language, Toolchain};
use crate::source;

/// Findings that are shown, of many.
const SHOWN: usize = 5;

/// Ensures that Botzone's version of a source's language has what it uses, as far as that can be told here. Returns a line
/// that says what was compared; `None` where there is nothing to compare with.
///
/// # Errors
/// The lines that the site lacks something for.
pub fn compare(path: &Path, language: Language, python: Option<&str>) -> Result<Option<Message>> {
    if let Toolchain::Compiled(line) = language.toolchain {
        source::ensure_not_newer(path, line)?;
        let version = line.version();
        return Ok(Some(msg!(
            "no header and no syntax in it is newer than the site's g++ {version}; functions are not compared"
        )));
    }
    match language.name {
        "python" => python::compare(path, python).map(Some),
        "js" => javascript::compare(path).map(Some),
        "java" => java::compare(path, language.libraries()).map(Some),
        "rs" | "rs-plain" => rust().map(Some),
        _ => Ok(None),
    }
}

/// Nothing tells what of Rust is newer but the compiler of that version itself.
fn rust() -> Result<Message> {
    let said = source::run(&["rustc", "--version"], Path::new("."))?.unwrap_or_default();
    let version = said.split(' ').nth(1).unwrap_or_default().to_owned();
    Ok(msg!(
        "compiled by rustc {version} here, while the site has {RUST}: what came between them is not compared"
    ))
}

/// The findings, a line each.
fn listed(findings: Vec<Message>) -> Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let more = findings.len().saturating_sub(SHOWN);
    let mut lines: Vec<Message> = findings.into_iter().take(SHOWN).collect();
    if more > 0 {
        lines.push(msg!("and {more} more"));
    }
    let text = move || {
        let lines: Vec<String> = lines.iter().map(Message::to_string).collect();
        lines.join("\n")
    };
    Err(anyhow::Error::msg(Message::of(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_findings_are_cut() {
        let findings = |count: usize| (0..count).map(|_| msg!("and {} more", 0)).collect();
        listed(findings(0)).unwrap();
        let text = listed(findings(7)).unwrap_err().to_string();
        assert_eq!(text.lines().count(), 6);
        assert!(text.ends_with("\nand 2 more"), "{text}");
    }
}
