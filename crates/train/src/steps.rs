//! A recipe's folder: what a step has made is kept, and a training that was stopped resumes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::curve::{self, Curve};
use crate::dataset::{Header, Sample, Shard};
use crate::selfplay;
use crate::shards::{self, Stop};

/// The part of a training that a run does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Everything.
    All,
    /// A shard of the next games.
    Shard(Shard),
    /// Everything but games, of which it joins the shards.
    Join,
}

/// The folder that a training writes into.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    part: Part,
    arguments: BTreeMap<String, String>,
}

impl Folder {
    /// The folder, made if it is not there, for a part of a training that was started with these arguments.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(path: &Path, part: Part, arguments: BTreeMap<String, String>) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make the folder {path:?}"))?;
        Ok(Self {
            path: path.to_owned(),
            part,
            arguments,
        })
    }

    /// Writes a result of the training at one stroke, and returns its file. A run for a shard writes none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.path.join(name);
        if !matches!(self.part, Part::Shard(_)) {
            save(&path, text)?;
        }
        Ok(path)
    }

    /// Writes `params.json`, which is for the bot's `--params`: its own parameters, with this value in place of that of `key`.
    ///
    /// # Errors
    /// If the bot's own are no JSON, or it cannot be written.
    pub fn params(&self, own: &str, key: &str, value: impl Into<Value>) -> Result<PathBuf> {
        let mut params: Value = serde_json::from_str(own)?;
        params[key] = value.into();
        self.save(
            "params.json",
            &(serde_json::to_string_pretty(&params)? + "\n"),
        )
    }

    /// Writes `losses.svg`: the held-out losses of a bot's fits, round by round, each curve with its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn losses<const N: usize>(&self, bot: &str, curves: [(&str, Vec<f64>); N]) -> Result<()> {
        let curves = curves.map(|(name, values)| Curve {
            name: name.to_owned(),
            values,
        });
        let title = format!("{bot}: loss after each round, in nats");
        self.save("losses.svg", &curve::svg(&title, &curves))?;
        Ok(())
    }

    /// Does the step of playing the games of a header, without its commit, arguments and shard: see
    /// [`selfplay::write`].
    ///
    /// # Errors
    /// A [`Stop`] if this run is for a shard, which is played now, or plays nothing and shards are missing. If a file cannot
    /// be read or written, or shards are of other games.
    pub fn games<P>(&self, name: &str, header: Header, play: P) -> Result<PathBuf>
    where
        P: Fn(u64) -> Vec<Sample> + Sync,
    {
        let path = self.path.join(name);
        let header = Header {
            commit: commit(),
            arguments: self.arguments.clone(),
            ..header
        };
        if let Part::Shard(shard) = self.part {
            if path.exists() {
                return Ok(path);
            }
            eprintln!("{name}, shard {shard}");
            let file = shards::play(&path, header, shard, play)?;
            bail!(Stop {
                status: 0,
                message: format!("{} is there: --join when all shards are", file.display()),
            });
        }
        let path = self.step(name, |path| {
            if shards::join(path, &header)? {
                return Ok(());
            }
            ensure!(
                self.part == Part::All,
                Stop {
                    status: shards::MORE,
                    message: format!(
                        "more games are needed: play the shards of {name}, --shard i/n"
                    ),
                }
            );
            selfplay::write(path, &header, play)
        })?;
        // Those that a killed process has joined, but not removed.
        shards::remove(&path)?;
        Ok(path)
    }

    /// Does a step, unless its file is there already. `make` must give the file its name only when it is whole.
    ///
    /// # Errors
    /// Those of `make`, with the name of the step; if this run is for a shard and the step is not done.
    fn step(&self, name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
        let path = self.path.join(name);
        if path.exists() {
            eprintln!("{name}: already there");
        } else {
            ensure!(
                !matches!(self.part, Part::Shard(_)),
                "step {name} comes before the next games: do it with --join, then play their shards"
            );
            eprintln!("{name}");
            make(&path).with_context(|| format!("step {name}"))?;
        }
        Ok(path)
    }

    /// The same for a step that makes a value, which is kept as JSON.
    ///
    /// # Errors
    /// Those of [`Folder::step`]; or if a file that is there is no such value.
    pub fn value<T>(&self, name: &str, make: impl FnOnce() -> Result<T>) -> Result<T>
    where
        T: Serialize + DeserializeOwned,
    {
        let path = self.step(name, |path| save(path, &serde_json::to_string(&make()?)?))?;
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path:?}"))?;
        serde_json::from_str(&text).with_context(|| format!("{path:?}: remove it to make it anew"))
    }
}

/// Writes a text file at one stroke.
///
/// # Errors
/// If it cannot be written.
fn save(path: &Path, text: &str) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text).with_context(|| format!("cannot write {unfinished:?}"))?;
    fs::rename(&unfinished, path).with_context(|| format!("cannot write {path:?}"))
}

/// The commit that the working tree is at, for headers; `unknown` without git.
fn commit() -> String {
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => "unknown".to_owned(),
    }
}

/// Tells the user what this run has cost; nothing where the system has no `/proc`.
pub fn tell_processor_seconds() {
    if let Some(seconds) = processor_seconds() {
        eprintln!("{seconds:.0} s of processor time in this run");
    }
}

/// Processor time of this process so far, all threads together, in seconds; `None` where the system has no `/proc`.
fn processor_seconds() -> Option<f64> {
    /// Linux counts in hundredths of a second on all machines.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15 (user and system time), counted after the name, which may hold blanks.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}
