//! The lines of a monthly pack of the site: a text with a match a line, or a zip archive of such texts.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

use anyhow::{Context, Result, bail};
use contest::log::lines::Lines;
use zip::ZipArchive;

use super::read::without_mark;

/// The first bytes of a zip archive; the second form is that of an empty one.
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// Bytes of a file that tell a pack from one match.
const TOLD: u64 = 16 << 20;

/// A line of a pack.
#[derive(Clone, Copy, Debug)]
pub struct PackLine<'a> {
    /// The text that it is of: the file, and in an archive the name in there.
    pub file: &'a str,
    /// Its number, from 1.
    pub number: u64,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// Whether a file is a pack and not the log of one match: an archive, a file `.matches`, or one whose first line is
/// complete JSON and not the last.
///
/// # Errors
/// If it cannot be read.
pub fn is_pack(path: &Path) -> Result<bool> {
    let failed = || format!("cannot read {}", path.display());
    let mut start = Vec::new();
    let file = File::open(path).with_context(failed)?;
    file.take(TOLD)
        .read_to_end(&mut start)
        .with_context(failed)?;
    if ZIP.iter().any(|magic| start.starts_with(magic)) {
        return Ok(true);
    }
    if path.extension().is_some_and(|ending| ending == "matches") {
        return Ok(true);
    }
    let start = without_mark(&start);
    let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.by_ref().filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    Ok(lines.next().is_some() && serde_json::from_slice::<serde_json::Value>(first).is_ok())
}

/// Bytes of the texts of a pack, before compression.
///
/// # Errors
/// If it cannot be read, or is a damaged archive.
pub fn length(path: &Path) -> Result<u64> {
    let failed = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(failed)?;
    if !is_archive(&mut file).with_context(failed)? {
        return Ok(file.metadata().with_context(failed)?.len());
    }
    let mut archive = open(file, path)?;
    let mut bytes = 0;
    for index in 0..archive.len() {
        bytes += archive.by_index_raw(index).with_context(failed)?.size();
    }
    Ok(bytes)
}

/// Hands out the lines of a pack, without those that are empty.
///
/// # Errors
/// What `take` fails with; or if the pack cannot be read, or is a damaged archive.
pub fn each_line(path: &Path, take: &mut dyn FnMut(PackLine) -> Result<()>) -> Result<()> {
    let name = path.display().to_string();
    let failed = || format!("cannot read {name}");
    let mut file = File::open(path).with_context(failed)?;
    if !is_archive(&mut file).with_context(failed)? {
        return lines(&name, BufReader::new(file), take);
    }
    let mut archive = open(file, path)?;
    let mut texts = 0;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).with_context(|| {
            format!(
                "cannot read {name}; fetch the archive again, or unpack it and name the texts in it"
            )
        })?;
        if entry.is_file() {
            texts += 1;
            let inside = entry.name().with_context(failed)?.into_owned();
            let inside = format!("{name}, {inside}");
            lines(&inside, BufReader::new(entry), take)?;
        }
    }
    if texts == 0 {
        bail!("there is no file in the archive {name}");
    }
    Ok(())
}

fn lines(
    file: &str,
    input: impl BufRead,
    take: &mut dyn FnMut(PackLine) -> Result<()>,
) -> Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next_line().with_context(|| file.to_owned())? {
        let bytes = line.bytes.trim_ascii();
        if !bytes.is_empty() {
            take(PackLine {
                file,
                number: line.number,
                bytes,
            })?;
        }
    }
    Ok(())
}

fn is_archive(file: &mut File) -> std::io::Result<bool> {
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(ZIP.iter().any(|magic| start == *magic))
}

fn open(file: File, path: &Path) -> Result<ZipArchive<File>> {
    ZipArchive::new(file)
        .with_context(|| format!("{} is no whole zip archive; fetch it again", path.display()))
}
