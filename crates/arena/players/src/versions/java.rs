//! Java: the compiler here makes programs for the site's version, and knows what that lacks.

use std::path::Path;

use anyhow::{Context, Result};
use arena_common::Message;
use manifest::versions::JAVA;

use crate::language::Library;
use crate::source;

/// The file's name on the site.
const FILE: &str = "Main.java";

/// Lines of the compiler that are shown.
const SHOWN: usize = 12;

/// Ensures that a source compiles for the site's version, with those of these libraries that it uses.
///
/// # Errors
/// If the source does not compile, with the output of the compiler.
pub fn compare(path: &Path, libraries: &[Library]) -> Result<Message> {
    let folder = tempfile::tempdir().with_context(|| msg!("cannot make a folder"))?;
    let source = source::read(path)?;
    let files = source::Files::from([(FILE.into(), source)]);
    let used = source::used(libraries, &files)?;
    for (name, text) in files.iter().chain(&used.files) {
        std::fs::write(folder.path().join(name), text)
            .with_context(|| msg!("cannot write the source"))?;
    }
    let mut words = vec!["javac", "-encoding", "UTF-8", "--release", JAVA, "-d", "."];
    words.extend(used.flags);
    words.push(FILE);
    match source::run(&words, folder.path())? {
        Ok(_) => Ok(msg!("compiles for the site's Java {JAVA}")),
        Err(said) if said.contains(&format!("{FILE}:")) => {
            fail!(
                "it does not compile for the site's Java {JAVA} (javac --release {JAVA}):\n{}",
                shown(&said, path)
            )
        }
        Err(said) => {
            let said = said.lines().next().unwrap_or_default().to_owned();
            Ok(msg!(
                "not compared with the site's Java {JAVA}: this javac does not compile for it ({said})"
            ))
        }
    }
}

/// The first lines of what the compiler says, with the author's name of the file.
fn shown(said: &str, path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lines = said.lines().take(SHOWN);
    let lines = lines.map(|line| match line.strip_prefix(FILE) {
        Some(rest) => format!("{name}{rest}"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
