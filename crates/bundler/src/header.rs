//! The comment at the top of a bundle.

use crate::form::Form;
use crate::rust::crates::Crate;
use anyhow::{Context, Result};
use manifest::Bot;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the file is, where it comes from, how to compile and upload it, and what it is not. No dates and no paths:
/// the same commit always gives the same file. `root` is the workspace's folder, `signature` what `BOT bench` has to
/// print, `foreign` are the crates of other people whose source is in the file.
///
/// # Errors
/// If a licence of theirs cannot be read.
pub fn header(
    root: &Path,
    bot: &Bot,
    form: Form,
    keep_running: bool,
    signature: &str,
    foreign: &[Crate],
) -> Result<String> {
    let program = form.program(bot);
    let mut lines = vec![
        format!(
            "{} {}, a bot for the game {}.",
            bot.name, bot.version, bot.game
        ),
        format!("Commit {}.", commit(root)),
        String::new(),
        format!("Compile: {}", form.compile(bot)),
        format!("Check: ./{program} bench   (bench signature: {signature})"),
        String::new(),
    ];
    let mut add = |text: &str| lines.extend(text.lines().map(str::to_owned));
    add(&form.upload_text(bot.judge, keep_running));
    add("\n");
    add(form.notice(bot.judge));
    if !foreign.is_empty() {
        add("\n");
        add(
            "Without their comments it has the parts that it needs of these crates, in the terms below:",
        );
        for of in foreign {
            add(&format!("  {} {}", of.name, of.version));
            for line in copyrights(of)? {
                add(&format!("    {line}"));
            }
        }
        add("\n");
        add(MIT);
    }
    let mut text = String::new();
    for line in &lines {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    Ok(text)
}

/// The lines of a crate's licences that say whose it is.
///
/// # Errors
/// If it has no file of a licence, or is not to be had under the MIT license.
fn copyrights(of: &Crate) -> Result<Vec<String>> {
    anyhow::ensure!(
        of.license
            .split([' ', '/', '(', ')'])
            .any(|name| name == "MIT"),
        "{} {} is licensed under `{}`, which is not known here: its terms have to be in the file",
        of.name,
        of.version,
        of.license
    );
    let folder = of
        .root
        .ancestors()
        .nth(2)
        .context("a crate without a folder")?;
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if !name.starts_with("LICENSE") || name.contains("APACHE") {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let text = text.replace('\u{a9}', "(c)");
        let said = text.lines().map(str::trim).filter(|line| {
            line.strip_prefix("Copyright ")
                .or_else(|| line.strip_prefix("COPYRIGHT "))
                .is_some_and(|rest| rest.starts_with("(c)") || rest.starts_with("(C)"))
        });
        lines.extend(said.map(|line| line.trim_end_matches(" or").to_owned()));
    }
    Ok(lines)
}

/// The terms that every crate of other people in a file is to be had under (<https://spdx.org/licenses/MIT.html>).
const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
notice and this permission notice shall be included in all copies or substantial portions of the Software. THE
SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.";

/// The current commit of the workspace in `root`, marked if files differ from it.
fn commit(root: &Path) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .current_dir(root)
            .args(args)
            .output()
            .ok()?;
        let said = || String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then(said)
    };
    match (git(&["rev-parse", "HEAD"]), git(&["status", "--porcelain"])) {
        (Some(commit), Some(changes)) if changes.is_empty() => commit,
        (Some(commit), _) => format!("{commit}-dirty"),
        _ => "unknown".to_owned(),
    }
}
