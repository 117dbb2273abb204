//! A recipe's folder: what a step has made is kept, and a training that was stopped goes on after the last whole step.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The folder that a training writes into.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder, made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("cannot make the folder {path:?}"))?;
        Ok(Self {
            path: path.to_owned(),
        })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Does a step, unless its file is there already. `make` must give the file its name only when it is whole, as
    /// [`save`] and [`crate::dataset::Writer`] do.
    ///
    /// # Errors
    /// Those of `make`, with the name of the step.
    pub fn step(&self, name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
        let path = self.file(name);
        if path.exists() {
            eprintln!("{name}: already there");
        } else {
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
pub fn save(path: &Path, text: &str) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, text).with_context(|| format!("cannot write {unfinished:?}"))?;
    fs::rename(&unfinished, path).with_context(|| format!("cannot write {path:?}"))
}

/// The commit that the working tree is at, for headers; `unknown` without git.
pub fn commit() -> String {
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
