//! The `cargo build` that makes the program a judge gets: its arguments and its messages.

use std::env;
use std::ffi::OsString;
use std::io::BufRead;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use cargo_metadata::Message;

use crate::bot::Bot;

/// Cargo's command: the one that runs us, if any.
pub fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The variables that would make another program of a bot than the judge's; a build is to have none of them from the
/// user's environment.
pub const FOREIGN: [&str; 4] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "BOTZONE_KEEP_RUNNING",
];

/// The variables that a build of this bot gets in their place: its [`baseline`](Bot::baseline), if it has one.
pub fn own(bot: &Bot) -> Option<(&'static str, &str)> {
    (bot.baseline.as_deref()).map(|flags| ("RUSTFLAGS", flags))
}

/// Makes sure that this processor has what the bot's flags ask for: else the system would end it in the middle of a turn.
///
/// # Errors
/// Names what the processor lacks, and the cure.
pub fn runs_here(bot: &Bot) -> Result<()> {
    #[cfg(target_arch = "x86_64")]
    let known = [
        ("+sse4.2", is_x86_feature_detected!("sse4.2")),
        ("+popcnt", is_x86_feature_detected!("popcnt")),
        ("+avx", is_x86_feature_detected!("avx")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let known = [];
    runs_on(bot, &known)
}

/// [`runs_here`] on a processor that has these features or has them not.
fn runs_on(bot: &Bot, known: &[(&str, bool)]) -> Result<()> {
    let flags = bot.baseline.as_deref().unwrap_or_default();
    for (feature, there) in known {
        ensure!(
            *there || !flags.contains(feature),
            "`{}` is built with `{flags}`, and this processor has no {}; play elsewhere, or write \
             {} = \"-Ctarget-cpu=x86-64\" below [workspace.metadata.baseline] of the root Cargo.toml: it plays the same, \
             and slower",
            bot.name,
            &feature[1..],
            bot.judge
        );
    }
    Ok(())
}

/// The arguments of a Cargo command, `build` or `rustc`, that makes the programs of these bots with their profile and
/// prints messages for [`programs`]. The bots must be of one judge and one workspace; its environment is to be that of
/// [`FOREIGN`] and [`own`].
pub fn arguments(command: &str, bots: &[&Bot]) -> Vec<String> {
    let mut words = vec![
        command.to_owned(),
        "--message-format=json-render-diagnostics".to_owned(),
    ];
    if let Some(bot) = bots.first() {
        words.extend(["--profile".to_owned(), bot.profile.clone()]);
    }
    for bot in bots {
        for flag in ["--package", "--bin"] {
            words.extend([flag.to_owned(), bot.name.clone()]);
        }
    }
    words
}

/// The executables of these bots, in their order, by the messages that Cargo has printed.
///
/// # Errors
/// If a line is no message, or a bot is missing.
pub fn programs(messages: impl BufRead, bots: &[&Bot]) -> Result<Vec<PathBuf>> {
    let mut programs = vec![None; bots.len()];
    for message in Message::parse_stream(messages) {
        let message = message.context("cargo printed what is no message")?;
        if let Message::CompilerArtifact(artifact) = message
            && let Some(program) = artifact.executable
            && artifact.target.is_bin()
        {
            for (bot, found) in bots.iter().zip(&mut programs) {
                if bot.name == artifact.target.name {
                    *found = Some(PathBuf::from(&program));
                }
            }
        }
    }
    let missing = |(bot, program): (&&Bot, Option<PathBuf>)| {
        program.with_context(|| {
            format!(
                "`{0}` built no program of its own name; give it src/main.rs",
                bot.name
            )
        })
    };
    bots.iter().zip(programs).map(missing).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::workspace::{Workspace, find};

    #[test]
    fn a_build_names_every_bot_and_the_profile() {
        let here = Workspace::here().unwrap();
        let bots = ["nogo-greedy", "nogo-random"].map(|name| find(&here.bots, name).unwrap());
        assert_eq!(
            arguments("build", &bots).join(" "),
            "build --message-format=json-render-diagnostics --profile bot --package nogo-greedy --bin nogo-greedy \
             --package nogo-random --bin nogo-random"
        );
    }

    #[test]
    fn a_build_has_the_flags_of_the_judge_and_none_of_the_user() {
        let here = Workspace::here().unwrap();
        let of = |name| own(find(&here.bots, name).unwrap());
        for bot in ["nogo-random", "snakego-greedy"] {
            let (name, flags) = of(bot).unwrap();
            assert!(FOREIGN.contains(&name) && !flags.is_empty());
        }
        assert_eq!(of("goose-tetris-mcts"), None);
        for flags in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_BUILD_RUSTFLAGS",
        ] {
            assert!(FOREIGN.contains(&flags), "{flags}");
        }
    }

    #[test]
    fn a_bot_runs_where_the_processor_has_what_its_judges_has() {
        let here = Workspace::here().unwrap();
        let on = |name, avx| runs_on(find(&here.bots, name).unwrap(), &[("+avx", avx)]);
        for name in ["nogo-random", "snakego-greedy", "goose-tetris-mcts"] {
            on(name, true).unwrap();
        }
        on("snakego-greedy", false).unwrap();
        on("goose-tetris-mcts", false).unwrap();
        let error = on("nogo-random", false).unwrap_err().to_string();
        for part in [
            "`nogo-random`",
            "has no avx",
            "botzone = \"-Ctarget-cpu=x86-64\"",
        ] {
            assert!(error.contains(part), "{error}");
        }
        // The tools themselves are to run on any.
        let config = fs::read_to_string(here.root.join(".cargo/config.toml")).unwrap();
        assert!(!config.contains("rustflags"), "{config}");
    }

    fn artifact(name: &str, kind: &str, executable: &str) -> String {
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"{name} 0.1.0","manifest_path":"/x/Cargo.toml","target":{{"kind":["{kind}"],"crate_types":["{kind}"],"name":"{name}","src_path":"/x/src/main.rs","edition":"2024","doc":true,"doctest":false,"test":false}},"profile":{{"opt_level":"3","debuginfo":0,"debug_assertions":false,"overflow_checks":false,"test":false}},"features":[],"filenames":[],"executable":{executable},"fresh":true}}"#
        )
    }

    #[test]
    fn programs_are_in_the_order_of_the_bots() {
        let here = Workspace::here().unwrap();
        let bots = ["nogo-random", "nogo-greedy"].map(|name| find(&here.bots, name).unwrap());
        let messages = [
            artifact("nogo-random", "lib", "null"),
            artifact("nogo-greedy", "bin", "\"/t/nogo-greedy\""),
            artifact("nogo-random", "bin", "\"/t/nogo-random\""),
        ]
        .join("\n");
        let found = programs(messages.as_bytes(), &bots).unwrap();
        assert_eq!(
            found,
            ["/t/nogo-random", "/t/nogo-greedy"].map(PathBuf::from)
        );
        let text = programs(&b""[..], &bots).unwrap_err().to_string();
        assert!(text.starts_with("`nogo-random` built no program"), "{text}");
    }
}
