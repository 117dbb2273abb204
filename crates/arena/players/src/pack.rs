//! A pack: a folder with an arena and built bots that plays where there is neither Rust nor a network.
//!
//! `arena pack` makes it. An arena that has a [`FILE`] beside it has the bots of that file for its workspace, builds nothing,
//! and plays only where each of them plays as it did where the pack was made.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::{Cancel, at_most, whole_file};
use judges_common::args::flags::NODES;
use manifest::Bot;
use process::Launch;
use serde::{Deserialize, Serialize};

/// The file that says what is in a pack.
pub const FILE: &str = "pack.json";
/// The prefix by which a script names the folder of its pack.
pub const HERE: &str = "$here/";
/// The value of [`Pack::format`].
const FORMAT: &str = "arena-pack";
/// The value of [`Pack::version`].
const VERSION: u32 = 1;

/// Time for a bench: the slowest of this workspace takes some seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// The least time of a short bench on the machine that makes the pack, if the bot can take that long: every part of the
/// games begins with one of each bot.
const SHORT: Duration = Duration::from_millis(150);
/// The most nodes of a short bench: some bots count none.
const MOST_NODES: u64 = 1 << 16;
/// A bench below this tells nothing of the speed of a machine.
const TELLING: Duration = Duration::from_millis(50);

/// The contents of a pack; all paths are relative to its folder.
#[derive(Debug, Serialize, Deserialize)]
pub struct Pack {
    format: String,
    version: u32,
    /// The bots, with their programs.
    pub bots: Vec<Packed>,
    /// Its folder.
    #[serde(skip)]
    folder: PathBuf,
}

/// A bot of a pack.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Packed {
    /// As players name it: the name of its package, of an earlier commit `NAME@REV`.
    pub player: String,
    /// Its manifest. Its folder contains its program under the bot's name, parameters and user storage.
    pub bot: Bot,
    /// The signature of its bench.
    pub bench: String,
    /// Nodes of a short bench.
    pub short_nodes: u64,
    /// The signature of that.
    pub short_bench: String,
}

/// The output of a bench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    /// 16 hexadecimal digits: equal on every machine as long as the bot plays the same.
    pub signature: String,
    /// Nodes spent.
    pub nodes: u64,
    /// Nodes per second.
    pub nodes_per_second: u64,
}

impl Bench {
    /// Reads what a bench has printed; `None` if that is something else.
    pub fn read(text: &str) -> Option<Self> {
        let field = |name: &str| {
            let mut lines = text.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        };
        let signature = field("signature")?;
        let well = signature.len() == 16 && signature.bytes().all(|byte| byte.is_ascii_hexdigit());
        well.then(|| Self {
            signature: signature.to_owned(),
            nodes: number(field("nodes")),
            nodes_per_second: number(field("nodes_per_second")),
        })
    }

    /// Runs the bench of a bot's program, with this number of nodes or the bot's own. `cancel` ends it.
    ///
    /// # Errors
    /// If it cannot be run, fails, is not done in time, was cancelled, or prints no signature.
    pub fn run(name: &str, program: &Path, nodes: Option<u64>, cancel: &Cancel) -> Result<Self> {
        let mut words = vec![program.to_string_lossy().into_owned(), "bench".to_owned()];
        if let Some(nodes) = nodes {
            words.extend([NODES.to_owned(), nodes.to_string()]);
        }
        let turn = Launch::from(words).run(PATIENCE, cancel)?;
        if let Some(why) = turn.failure() {
            fail!(
                "the bench of `{name}` failed, so a log cannot say how it plays; try `arena check {name}`: {why}"
            );
        }
        Self::read(&String::from_utf8_lossy(&turn.output)).with_context(|| {
            msg!("the bench of `{name}` prints no signature, so a log cannot say how it plays")
        })
    }

    /// The time it took.
    fn time(&self) -> Duration {
        Duration::from_secs_f64(self.nodes as f64 / self.nodes_per_second.max(1) as f64)
    }
}

/// The number of a line; 0 where a bench does not count it.
fn number(text: Option<&str>) -> u64 {
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The pack of the running arena; `None` if it is in none.
///
/// # Errors
/// If its file cannot be read.
pub fn here() -> Result<Option<&'static Pack>> {
    static HERE: OnceLock<std::result::Result<Option<Pack>, String>> = OnceLock::new();
    let read = || {
        let arena = env::current_exe().ok();
        let folder = arena.as_deref().and_then(Path::parent);
        let pack = folder.map(Pack::read).transpose();
        pack.map(Option::flatten)
            .map_err(|error| format!("{error:#}"))
    };
    match HERE.get_or_init(read) {
        Ok(pack) => Ok(pack.as_ref()),
        Err(error) => Err(anyhow::Error::msg(error.clone())),
    }
}

impl Pack {
    /// A pack of these bots.
    fn new(folder: &Path, bots: Vec<Packed>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            bots,
            folder: folder.to_owned(),
        }
    }

    /// The pack in a folder; `None` if there is none.
    fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(FILE);
        let text = match at_most::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| msg!("cannot read {}", path.display()))?,
        };
        let pack = serde_json::from_str(&text).ok();
        let of_today = |pack: &Self| pack.format == FORMAT && pack.version == VERSION;
        let mut pack: Self = pack.filter(of_today).with_context(|| {
            msg!(
                "{} is not of this arena; make the pack anew with `arena pack`",
                path.display()
            )
        })?;
        pack.folder = folder.to_owned();
        for Packed { bot, .. } in &mut pack.bots {
            bot.folder = folder.join(&bot.folder);
            for (_, path) in &mut bot.storage {
                *path = folder.join(&path);
            }
        }
        Ok(Some(pack))
    }

    /// The bots that are of no earlier commit.
    pub fn of_today(&self) -> Vec<Bot> {
        let today = self
            .bots
            .iter()
            .filter(|packed| !packed.player.contains('@'));
        today.map(|packed| packed.bot.clone()).collect()
    }

    /// The bot that players name so.
    ///
    /// # Errors
    /// If there is none; names all.
    pub fn find(&self, player: &str) -> Result<&Packed> {
        let found = self.bots.iter().find(|packed| packed.player == player);
        found.with_context(|| {
            let all = self.bots.iter().map(|packed| packed.player.as_str());
            let all = all.collect::<Vec<_>>().join(", ");
            msg!(
                "the pack {} has no `{player}`, only {}",
                self.folder.display(),
                all
            )
        })
    }

    /// Makes sure that these of its bots play here as they did where the pack was made, and says how fast: nodes per second
    /// by name, of those whose bench is long enough to tell. `cancel` ends it.
    ///
    /// # Errors
    /// Names the bot that plays otherwise, or whose bench fails.
    pub fn check(&self, players: &[&str], cancel: &Cancel) -> Result<BTreeMap<String, u64>> {
        let mut speeds = BTreeMap::new();
        for player in players {
            let packed = self.find(player)?;
            let bench = Bench::run(player, &packed.program(), Some(packed.short_nodes), cancel)?;
            require!(
                bench.signature == packed.short_bench,
                "`{player}` plays differently here: its bench with {} nodes has the signature {} and had {} where the pack \
                 was made; its program {} was changed, or this machine computes otherwise; its games would not be those of \
                 the plan",
                packed.short_nodes,
                bench.signature,
                packed.short_bench,
                packed.program().display()
            );
            if bench.time() >= TELLING {
                speeds.insert((*player).to_owned(), bench.nodes_per_second);
            }
        }
        Ok(speeds)
    }
}

impl Packed {
    /// A bot with its program, which is built: finds out how it plays. `cancel` ends that.
    ///
    /// # Errors
    /// Those of [`Bench::run`].
    fn new(player: &str, bot: Bot, program: &Path, cancel: &Cancel) -> Result<Self> {
        let bench = Bench::run(player, program, None, cancel)?.signature;
        let mut short_nodes = 1;
        let short = loop {
            let short = Bench::run(player, program, Some(short_nodes), cancel)?;
            if short.time() >= SHORT || short_nodes >= MOST_NODES {
                break short;
            }
            short_nodes *= 2;
        };
        Ok(Self {
            player: player.to_owned(),
            bot,
            bench,
            short_nodes,
            short_bench: short.signature,
        })
    }

    /// Its executable.
    pub fn program(&self) -> PathBuf {
        self.bot.folder.join(&self.bot.name)
    }
}

/// Fills the folder of a pack with this arena and these bots: the player's name, the manifest and the program of each.
///
/// # Errors
/// If a file cannot be copied, or a bench fails.
pub fn fill(
    folder: &Path,
    arena: &Path,
    bots: &[(String, Bot, PathBuf)],
    cancel: &Cancel,
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| msg!("cannot make {}", folder.display()))?;
    copy(arena, &folder.join("arena"))?;
    let mut packed = Vec::new();
    for (player, bot, program) in bots {
        notice!("running the bench of {player} ...");
        let place = PathBuf::from("bots").join(player.replace('/', "_"));
        let mut there = bot.clone();
        copy(program, &folder.join(&place).join(&bot.name))?;
        let params = bot.folder.join("params.json");
        if params.exists() {
            copy(&params, &folder.join(&place).join("params.json"))?;
        }
        let data = fs::read_dir(bot.folder.join("data"));
        for entry in data.into_iter().flatten().flatten() {
            if entry.path().is_file() {
                let name = place.join("data").join(entry.file_name());
                copy(&entry.path(), &folder.join(name))?;
            }
        }
        for (_, path) in &mut there.storage {
            let name = path.strip_prefix(&bot.folder).unwrap_or(path).to_owned();
            copy(path, &folder.join(&place).join(&name))?;
            *path = place.join(name);
        }
        there.folder = place;
        packed.push(Packed::new(player, there, program, cancel)?);
    }
    let text = serde_json::to_string_pretty(&Pack::new(folder, packed))
        .context("cannot encode the pack")?;
    let file = folder.join(FILE);
    whole_file::write(&file, text).with_context(|| msg!("cannot write {}", file.display()))
}

/// Writes the script that plays a part of what these words of a command line plan. A word that begins with `$here/` is a file
/// of the pack. `steps`: the games are played in steps, each after the one before was counted.
///
/// # Errors
/// If it cannot be written.
pub fn write_unit(folder: &Path, words: &[String], steps: bool) -> Result<()> {
    let quoted = |word: &String| match word.strip_prefix(HERE) {
        Some(name) => format!("\"{HERE}{name}\""),
        None => shell_words::quote(word).into_owned(),
    };
    let command: Vec<String> = words.iter().map(quoted).collect();
    let script = if steps {
        include_str!("pack/unit-of-steps.sh")
    } else {
        include_str!("pack/unit.sh")
    };
    let unit = folder.join("unit");
    let failed = || msg!("cannot write {}", unit.display());
    fs::write(&unit, script.replace("COMMAND", &command.join(" "))).with_context(failed)?;
    fs::set_permissions(&unit, fs::Permissions::from_mode(0o755)).with_context(failed)
}

/// Copies a file into a folder, which is made if it is not there.
///
/// # Errors
/// If that fails.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(from, to))
        .map(drop)
        .with_context(|| msg!("cannot copy {} to {}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bench_is_read_line_by_line() {
        let text =
            "positions: 24\nnodes: 4608\nnodes_per_second: 9216\nsignature: 5f14f335a25688c4\n";
        let bench = Bench::read(text).unwrap();
        assert_eq!((bench.nodes, bench.nodes_per_second), (4608, 9216));
        assert_eq!(bench.time(), Duration::from_millis(500));
        for wrong in ["", "signature: 5f14", "signature: 5f14f335a25688cx"] {
            assert_eq!(Bench::read(wrong), None);
        }
    }

    #[test]
    fn a_folder_without_the_file_is_no_pack() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Pack::read(folder.path()).unwrap().is_none());
        for text in [
            "",
            "{}",
            r#"{"format":"arena-pack","version":99,"bots":[]}"#,
        ] {
            fs::write(folder.path().join(FILE), text).unwrap();
            let error = Pack::read(folder.path()).unwrap_err().to_string();
            assert!(error.contains("make the pack anew"), "{error}");
        }
    }
}
