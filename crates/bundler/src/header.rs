//! The comment at the top of a bundle.

use crate::form::Form;
use crate::rust::crates::Crate;
use arena_common::texts::in_english;
use manifest::Bot;
use std::path::Path;
use std::process::Command;

/// Builds the header: what the file is, where it comes from, how to compile and upload it, and what it is not. No dates
/// and no paths: the same commit always gives the same file. `root` is the workspace's folder, `signature` the text
/// that `BOT bench` has to print, `foreign` the crates of other people whose source is in the file.
pub fn header(
    root: &Path,
    bot: &Bot,
    form: Form,
    keep_running: bool,
    signature: &str,
    foreign: &[Crate],
) -> String {
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
    add(&in_english(|| form.upload_text(bot.judge, keep_running)));
    add("\n");
    add(form.notice(bot.judge));
    if !foreign.is_empty() {
        let names: Vec<String> = (foreign.iter())
            .map(|of| format!("{} {} ({})", of.name, of.version, of.license))
            .collect();
        add("Last come the parts that it needs of crates by other people, with their terms:");
        add(&format!("{}.", names.join(", ")));
    }
    let mut text = String::new();
    for line in &lines {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    text
}

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
