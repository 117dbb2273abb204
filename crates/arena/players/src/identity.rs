//! The identity of a player beyond its name, so that results of two strengths are not added up.

mod change;
mod digests;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::Result;
use arena_common::{Cancel, Cancelled, at_most, whole_file};
use serde::{Deserialize, Serialize};

use crate::pack::{self, Bench};
use crate::player::{Overrides, Player, Program};
use crate::revision;
use crate::workspace::{self, Bot};
pub use digests::Digests;
use digests::{command, digest, find, params, stored};

/// The folder beside the executables that keeps the bench signature of each.
const SIGNATURES: &str = "bench-signatures";

/// The identity of a player. Equal on every machine for a player of equal strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// A bot of the workspace: its executable differs between machines, its play does not.
    Bot {
        /// Version of its package.
        version: String,
        /// Signature that its `bench` prints; SHA-256 of its executable if its bench fails.
        bench: String,
        /// Its parameters: `params.json` and the files in `data`.
        params: Digests,
    },
    /// A command: its program and every file that it names.
    Command(Digests),
    /// A bot that came as a source.
    Source {
        /// Its language, which says how it is compiled.
        language: String,
        /// SHA-256 of the file, or of all files of the folder.
        sha256: String,
    },
    /// A player with which something of its own was agreed.
    Agreed {
        /// The agreed options, including the protocol that was found out.
        #[serde(rename = "own")]
        overrides: Overrides,
        /// The files that its arguments name, and those of its user storage, unless games share that.
        #[serde(default, skip_serializing_if = "Digests::is_empty")]
        files: Digests,
        /// The player.
        player: Box<Identity>,
    },
    /// A person.
    Human,
}

/// The identities of these players. The bench of a bot of the workspace is run once for each executable, which may take
/// seconds; standard error says so. `cancel` ends it.
///
/// # Errors
/// If a file cannot be read, or a bench fails, is not done in time or was cancelled.
pub fn identities(players: &[Player], cancel: &Cancel) -> Result<Vec<Identity>> {
    let mut bots: Option<Vec<Bot>> = None;
    let mut known = BTreeMap::new();
    let mut plain = |player: &Player| -> Result<Identity> {
        Ok(match &player.program {
            Program::Human => Identity::Human,
            Program::Command { words } => Identity::Command(command(words, &mut known)?),
            Program::Source {
                language, digest, ..
            } => Identity::Source {
                language: (*language).to_owned(),
                sha256: digest.clone(),
            },
            Program::Bot { package, path } => {
                let bot = match revision::split(package) {
                    Some((name, commit)) => revision::find(name, commit)?,
                    None => {
                        if bots.is_none() {
                            bots = Some(workspace::bots()?);
                        }
                        workspace::find(bots.as_deref().unwrap_or_default(), package)?.clone()
                    }
                };
                Identity::Bot {
                    version: bot.version.clone(),
                    bench: signature_or_digest(package, path, cancel)?,
                    params: params(&bot)?,
                }
            }
        })
    };
    let mut args_known = BTreeMap::new();
    let identity = |player: &Player| {
        let plain = plain(player)?;
        let stored = stored(player)?;
        if player.overrides.is_empty() && stored.is_empty() {
            return Ok(plain);
        }
        // The place of the program is left empty: it is not among the arguments.
        let words = [&[String::new()], &player.overrides.args[..]].concat();
        let mut files = command(&words, &mut args_known)?;
        files.extend(stored);
        Ok(Identity::Agreed {
            overrides: player.overrides.clone(),
            files,
            player: Box::new(plain),
        })
    };
    players.iter().map(identity).collect()
}

/// SHA-256 of a player's executable in hexadecimal digits; `None` of a person and of a program that is not there.
///
/// # Errors
/// If it cannot be read.
pub fn executable(player: &Player) -> Result<Option<String>> {
    let path = match &player.program {
        Program::Human => None,
        Program::Bot { path, .. } => Some(path.clone()),
        Program::Command { words } | Program::Source { words, .. } => {
            words.first().and_then(|program| find(program))
        }
    };
    path.map(|path| digest(&path)).transpose()
}

/// The [`signature`] of a bot; the digest of its executable if its bench fails, so that a bot that panics or loops in a
/// position can play. Standard error says so.
fn signature_or_digest(name: &str, program: &Path, cancel: &Cancel) -> Result<String> {
    signature(name, program, cancel).or_else(|error| {
        if error.is::<Cancelled>() || pack::here()?.is_some() {
            return Err(error);
        }
        notice!("warning: {error:#}\nits executable stands for it in the log: built anew, it counts as another player");
        digest(program)
    })
}

/// The signature that the `bench` of a bot's executable prints. It is kept beside the executable under the executable's
/// digest, so that the bench runs once for each build. `cancel` ends it.
///
/// # Errors
/// If the bench cannot be run, fails, is not done in time, was cancelled, or prints no signature.
pub fn signature(name: &str, program: &Path, cancel: &Cancel) -> Result<String> {
    if let Some(pack) = pack::here()? {
        return Ok(pack.find(name)?.bench.clone());
    }
    let kept = program.with_file_name(SIGNATURES).join(digest(program)?);
    if let Some(bench) = at_most::read_to_string(&kept)
        .ok()
        .and_then(|text| Bench::read(&text))
    {
        return Ok(bench.signature);
    }
    notice!("running the bench of {name}: the header of the log says how it plays ...");
    let signature = Bench::run(name, program, None, cancel)?.signature;
    // If the signature cannot be kept, the next call runs the bench again.
    let _ = keep(&kept, &["signature: ", &signature, "\n"].concat());
    Ok(signature)
}

/// In one piece: another arena may read it at the same time.
fn keep(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    whole_file::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identities(players: &[Player]) -> Result<Vec<Identity>> {
        super::identities(players, &Cancel::default())
    }

    #[test]
    fn a_command_is_its_program_and_the_files_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("weights"), "abc").unwrap();
        let words = |weights: String| {
            [
                "sh",
                "-c",
                "x",
                "no-such-file",
                &format!("--params={weights}"),
                &path("weights"),
            ]
            .map(str::to_owned)
        };
        let player = |weights: String| Player::command("", words(weights).to_vec());
        let one = identities(&[player(path("weights")), Player::human()]).unwrap();
        let Identity::Command(digests) = &one[0] else {
            panic!("{one:?}");
        };
        assert_eq!(digests.keys().collect::<Vec<_>>(), [&path("weights"), "sh"]);
        // The test vector of FIPS 180-2.
        assert_eq!(
            digests[&path("weights")],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(one[1], Identity::Human);
        fs::write(path("weights"), "abd").unwrap();
        let two = identities(&[player(path("weights"))]).unwrap();
        assert_eq!(
            two[0].change(&one[0]),
            Some(format!("{} changed", path("weights")))
        );
        assert_eq!(two[0].change(&two[0]), None);
        assert!(two[0].change(&Identity::Human).is_some());
    }

    #[test]
    fn a_bot_whose_bench_fails_is_its_executable() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        let write = |text: &str| {
            fs::write(&bot, text).unwrap();
            fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
            signature_or_digest("my", &bot, &Cancel::default()).unwrap()
        };
        let first = write("#!/bin/sh\nexit 101\n");
        assert_eq!(first, digest(&bot).unwrap());
        assert_ne!(write("#!/bin/sh\necho no signature\n"), first);
        assert_eq!(
            write("#!/bin/sh\necho signature: 0123456789abcdef\n"),
            "0123456789abcdef"
        );
        fs::write(&bot, "#!/bin/sh\nsleep 100\n").unwrap();
        let cancel = Cancel::default();
        cancel.cancel();
        let error = signature_or_digest("my", &bot, &cancel).unwrap_err();
        assert!(error.is::<Cancelled>(), "{error}");
    }

    #[test]
    fn a_bot_is_its_version_signature_and_parameters() {
        let bot = |version: &str, bench: &str, params: &str| Identity::Bot {
            version: version.to_owned(),
            bench: bench.to_owned(),
            params: [("params.json".to_owned(), params.to_owned())].into(),
        };
        let old = bot("1", "a", "p");
        for (new, why) in [
            (bot("2", "b", "q"), "its bench signature was a and is b"),
            (bot("2", "a", "q"), "params.json changed"),
            (bot("2", "a", "p"), "its version was 1 and is 2"),
        ] {
            assert_eq!(new.change(&old).unwrap(), why);
        }
        let text = serde_json::to_string(&old).unwrap();
        assert_eq!(
            text,
            r#"{"bot":{"version":"1","bench":"a","params":{"params.json":"p"}}}"#
        );
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), old);
    }

    #[test]
    fn a_source_and_what_was_agreed_are_part_of_a_player() {
        let player = |digest: &str, time_ms| {
            let program = Program::Source {
                language: "python",
                digest: digest.to_owned(),
                words: Vec::new(),
            };
            let mut player = Player::new("my", program);
            player.overrides.time_ms = time_ms;
            player
        };
        let players = [
            player("a", None),
            player("b", None),
            player("a", Some(9)),
            player("b", Some(9)),
        ];
        let all = identities(&players).unwrap();
        let text = serde_json::to_string(&all[2]).unwrap();
        assert_eq!(
            text,
            r#"{"agreed":{"own":{"time_ms":9},"player":{"source":{"language":"python","sha256":"a"}}}}"#
        );
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), all[2]);
        for (new, old, why) in [
            (1, 0, "its source changed"),
            (3, 2, "its source changed"),
            (
                2,
                0,
                r#"what was agreed with it was {} and is {"time_ms":9}"#,
            ),
            (
                0,
                2,
                r#"what was agreed with it was {"time_ms":9} and is {}"#,
            ),
        ] {
            assert_eq!(all[new].change(&all[old]).unwrap(), why);
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("weights");
        let mut with_file = player("a", None);
        with_file.overrides.args = vec![format!("--params={}", file.display())];
        fs::write(&file, "1").unwrap();
        let before = identities(std::slice::from_ref(&with_file)).unwrap();
        fs::write(&file, "2").unwrap();
        let after = identities(std::slice::from_ref(&with_file)).unwrap();
        let why = after[0].change(&before[0]).unwrap();
        assert_eq!(why, format!("{} changed", file.display()));
        // And the files of its user storage, unless games share that.
        fs::create_dir(folder.path().join("d")).unwrap();
        let mut stored = player("a", None);
        stored.overrides.data = Some(folder.path().join("d"));
        let mut shared = stored.clone();
        shared.overrides.data_shared = true;
        let of = |player: &Player| identities(std::slice::from_ref(player)).unwrap();
        let before = [of(&stored), of(&shared)];
        fs::write(folder.path().join("d/book"), "1").unwrap();
        assert!(
            of(&stored)[0]
                .change(&before[0][0])
                .is_some_and(|why| why.contains("data/book"))
        );
        assert_eq!(of(&shared), before[1]);
        assert_eq!(all[2].overrides().unwrap().time_ms, Some(9));
        assert_eq!(all[0].overrides(), None);
    }
}
