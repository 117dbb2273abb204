//! The comment at the top of a bundle.

use crate::rust::crates::Crate;
use crate::{botzone, saiblo};
use manifest::{Bot, Judge};
use std::path::Path;
use std::process::Command;

/// What the file is, where it comes from, how to compile and upload it, and what it is not. No dates and no paths:
/// the same commit always gives the same file. `root` is the workspace's folder, `signature`
/// what `BOT bench` has to print.
pub fn header(root: &Path, bot: &Bot, keep_running: bool, signature: &str) -> String {
    let (source, needs, upload) = match bot.judge {
        Judge::Saiblo => ("main", "x86-64 Linux", saiblo::UPLOAD.to_owned()),
        _ => (
            bot.name.as_str(),
            "x86-64 Linux with AVX",
            botzone::upload_text(keep_running),
        ),
    };
    let mut lines = vec![
        format!(
            "{} {}, a bot for the game {}.",
            bot.name, bot.version, bot.game
        ),
        format!("Commit {}.", commit(root)),
        String::new(),
        format!("Compile: g++ -O2 {source}.cpp -o {source}   ({needs}; no libraries)"),
        format!("Check: ./{source} bench   (bench signature: {signature})"),
        String::new(),
    ];
    lines.extend(upload.lines().map(str::to_owned));
    lines.push(String::new());
    lines.extend(NOTICE.lines().map(str::to_owned));
    lines.push(match bot.judge {
        Judge::Saiblo => SAIBLO_NOTICE.to_owned(),
        _ => BOTZONE_NOTICE.to_owned(),
    });
    commented(&lines)
}

/// The comment at the top of a file of Rust: as [`header`], with the crates of other people that the file has parts of.
pub fn of_rust(
    root: &Path,
    bot: &Bot,
    keep_running: bool,
    signature: &str,
    foreign: &[Crate],
) -> String {
    let name = &bot.name;
    let mut lines = vec![
        format!("{name} {}, a bot for the game {}.", bot.version, bot.game),
        format!("Commit {}.", commit(root)),
        String::new(),
        format!(
            "Compile: rustc -O {name}.rs   (any edition from 2015 to 2024; the standard library alone)"
        ),
        format!("Check: ./{name} bench   (bench signature: {signature})"),
        String::new(),
    ];
    lines.extend(
        botzone::rust_upload_text(keep_running)
            .lines()
            .map(str::to_owned),
    );
    lines.push(String::new());
    lines.extend(
        [
            "The sources of the bot and of what it stands on in one piece: the bot, its game, the search, the protocol,",
            "and, without their comments, the parts that it needs of crates by other people:",
        ]
        .map(str::to_owned),
    );
    for of in foreign {
        lines.push(format!("  {} {}: {}", of.name, of.version, of.license));
    }
    lines.push("Make a change in the workspace and bundle again, or here, as you like.".to_owned());
    commented(&lines) + "\n"
}

fn commented(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    text
}

const NOTICE: &str = "\
Notice: this is generated code. The Rust compiler wrote it as assembler text; do not edit it, change the Rust
source and bundle again. Some contests accept only hand-written C or C++: ask before you enter one with this
file.";

const BOTZONE_NOTICE: &str = "\
The way in that needs no C++ is the judge's local AI interface, where the program runs on your machine.";

const SAIBLO_NOTICE: &str = "\
Saiblo's compiler and its flags are not published, so it was not tried with them.";

/// The current commit of the workspace in `root`, marked if files differ from it.
fn commit(root: &Path) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .current_dir(root)
            .args(args)
            .output()
            .ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    match (git(&["rev-parse", "HEAD"]), git(&["status", "--porcelain"])) {
        (Some(commit), Some(changes)) if changes.is_empty() => commit,
        (Some(commit), _) => format!("{commit}-dirty"),
        _ => "unknown".to_owned(),
    }
}
