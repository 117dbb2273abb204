//! A data set whose games are played in parts, on as many machines: each part is a separate file beside the data set,
//! and together they are joined to the file that one machine would have written.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::dataset::{Header, Reader, Sample, Shard, Writer};
use crate::selfplay;

/// The reason why a training ends before it is complete.
#[derive(Debug)]
pub struct Stop {
    /// The exit status.
    pub status: u8,
    /// The message for the user.
    pub message: String,
}

impl fmt::Display for Stop {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.message)
    }
}

impl std::error::Error for Stop {}

/// Exit status of a training that is stopped by missing shards, the same as that of `arena merge`.
pub const MISSING: u8 = 13;
/// Exit status of a training that needs more games.
pub const MORE: u8 = 14;

/// Plays a shard of the data set `path` with this header, unless its file is there, and returns that file's name.
///
/// # Errors
/// If the file cannot be written, or is there already and is of other games.
pub fn play<P>(path: &Path, header: Header, shard: Shard, play: P) -> Result<PathBuf>
where
    P: Fn(u64) -> Vec<Sample> + Sync,
{
    let file = file(path, shard);
    let header = Header {
        shard: Some(shard),
        ..header
    };
    if file.exists() {
        open(&file, &header)?;
    } else {
        selfplay::write(&file, &header, play)?;
    }
    Ok(file)
}

/// Joins the shards of the data set `path` if there are any, and removes them.
///
/// # Errors
/// A [`Stop`] if some are missing. If they are of several divisions, of other games than the header's, or changed.
pub fn join(path: &Path, header: &Header) -> Result<bool> {
    let found = found(path)?;
    let Some(&Shard { count, .. }) = found.first() else {
        return Ok(false);
    };
    let name = path.file_name().unwrap_or_default().display();
    ensure!(
        found.iter().all(|shard| shard.count == count),
        "{name}: there are shards of several divisions; remove all {name}.shard-* but those of one"
    );
    let shards = || (1..=count).map(|index| Shard { index, count });
    let missing: Vec<String> = shards()
        .filter(|shard| !file(path, *shard).exists())
        .map(|shard| shard.index.to_string())
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(",");
        bail!(Stop {
            status: MISSING,
            message: format!(
                "{name}: of {count} shards these are missing: {missing}; play each with --shard i/{count} (in Slurm \
                 --array={missing}), or remove {name}.shard-* to play all games anew"
            ),
        });
    }
    // Not resumed: what a join that failed has left may be of a damaged shard.
    discard(&path.with_added_extension("unfinished"))?;
    let mut writer = Writer::open(path, header)?;
    for shard in shards() {
        let header = Header {
            shard: Some(shard),
            ..header.clone()
        };
        let mut reader = open(&file(path, shard), &header)?;
        while let Some(sample) = reader.next_sample()? {
            writer.add(&sample)?;
        }
    }
    writer.finish()?;
    remove(path)?;
    Ok(true)
}

/// Removes all shards of a data set, unfinished ones, too.
///
/// # Errors
/// If that fails.
pub fn remove(path: &Path) -> Result<()> {
    for shard in found(path)? {
        let file = file(path, shard);
        discard(&file.with_added_extension("unfinished"))?;
        discard(&file)?;
    }
    Ok(())
}

fn discard(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {file:?}"))
        }
        _ => Ok(()),
    }
}

/// The file of a shard.
fn file(path: &Path, Shard { index, count }: Shard) -> PathBuf {
    path.with_added_extension(format!("shard-{index}-of-{count}"))
}

/// The shards of which there is a file, unfinished ones included.
fn found(path: &Path) -> Result<BTreeSet<Shard>> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        bail!("{path:?} is no name of a file");
    };
    let prefix = format!("{}.shard-", name.display());
    let cannot = || format!("cannot read the folder {folder:?}");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let name = entry.with_context(cannot)?.file_name();
        let shard = name.to_str().and_then(|name| name.strip_prefix(&prefix));
        let shard = shard.map(|shard| shard.strip_suffix(".unfinished").unwrap_or(shard));
        found.extend(shard.and_then(|shard| shard.replace("-of-", "/").parse::<Shard>().ok()));
    }
    Ok(found)
}

/// Opens a shard, which must have this header.
fn open(file: &Path, header: &Header) -> Result<Reader> {
    let reader = Reader::open(file)?;
    let mut differences = Vec::new();
    let [is, wanted] = [reader.header(), header].map(serde_json::to_value);
    compare("", &is?, &wanted?, &mut differences);
    ensure!(
        differences.is_empty(),
        "{file:?} is of another training: {}; repeat its own command with its own version, or remove it and play it \
         again",
        differences.join(", ")
    );
    Ok(reader)
}

/// Tells what is not as wanted.
fn compare(name: &str, is: &Value, wanted: &Value, differences: &mut Vec<String>) {
    match (is, wanted) {
        _ if is == wanted => {}
        (Value::Object(is), Value::Object(wanted)) => {
            let names: BTreeSet<&String> = is.keys().chain(wanted.keys()).collect();
            for name in names {
                let [is, wanted] = [is, wanted].map(|of| of.get(name).unwrap_or(&Value::Null));
                compare(name, is, wanted, differences);
            }
        }
        (Value::Array(_), _) => differences.push(format!("{name} differ")),
        _ => differences.push(format!("{name} is {is}, not {wanted}")),
    }
}
