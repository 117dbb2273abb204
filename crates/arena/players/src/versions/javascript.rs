//! JavaScript: Node's own parser reads the source as the edition that the site's Node has.

use std::path::Path;

use anyhow::{Context, Result};
use arena_common::Message;
use manifest::versions::{ECMASCRIPT, NODE};
use serde::Deserialize;

use super::listed;
use crate::source;

const SCRIPT: &str = include_str!("javascript/scan.js");

/// The output of the script.
#[derive(Debug, Deserialize)]
struct Scan {
    /// True if this Node has made its parser available.
    parser: bool,
    found: Vec<Finding>,
}

#[derive(Debug, Deserialize)]
struct Finding {
    line: usize,
    /// A name, `ES2020` for syntax of that edition, or `import, export, await` for that of modules.
    name: String,
    /// The version of Node that has the name first; empty for syntax.
    version: String,
    code: String,
}

/// Ensures that the site's Node has what a source uses.
///
/// # Errors
/// The lines that use more.
pub fn compare(path: &Path) -> Result<Message> {
    let folder = tempfile::tempdir().with_context(|| msg!("cannot make a folder"))?;
    let script = folder.path().join("scan.js");
    std::fs::write(&script, SCRIPT).with_context(|| msg!("cannot write a script"))?;
    let path = std::path::absolute(path)?;
    let (script, text) = (script.to_string_lossy(), path.to_string_lossy());
    let words = ["node", "--expose-internals", &script, &text, ECMASCRIPT];
    let said = source::run(&words, folder.path())?.unwrap_or_default();
    let scan: Option<Scan> = said
        .lines()
        .last()
        .and_then(|line| serde_json::from_str(line).ok());
    let Some(scan) = scan.filter(|scan| scan.parser) else {
        return Ok(msg!(
            "not compared with the site's Node {NODE}: this node has no parser to offer"
        ));
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    listed(
        scan.found
            .iter()
            .map(|finding| describe(finding, &file))
            .collect(),
    )?;
    Ok(msg!(
        "nothing in it is newer than the site's Node {NODE}, in syntax and well-known functions"
    ))
}

fn describe(finding: &Finding, file: &str) -> Message {
    let Finding {
        line,
        name,
        version,
        code,
    } = finding;
    if !version.is_empty() {
        return msg!(
            "{file}:{line}: {name} came with Node {version}, and the site has {NODE}: {code}"
        );
    }
    if name.starts_with("ES") {
        return msg!(
            "{file}:{line}: this is syntax of {name}, and the site's Node {NODE} reads ES{ECMASCRIPT}: {code}"
        );
    }
    msg!("{file}:{line}: {name} need a module, and the site's Node {NODE} runs scripts: {code}")
}
