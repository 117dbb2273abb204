//! The matches of a pack: a text with a match a line, as the site's monthly packs are, a JSON array of matches, or a zip
//! archive of such texts.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::at_most;
use journal::lines::{FIRST_LINE, Lines};
use serde::de::IgnoredAny;
use serde_json::{Deserializer, Value};
use zip::ZipArchive;

use super::read::{is_match, utf8};

/// The first bytes of a zip archive; the second form is that of an empty one.
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// The most bytes of a match, and those of a file that tell a pack from one match. A value of so many may take thirty times
/// as much memory.
pub const MATCH: u64 = FIRST_LINE;

/// A candidate for a match of a pack: a line, or an element of its array.
#[derive(Clone, Copy, Debug)]
pub struct PackLine<'a> {
    /// The text that it is of: the file, and in an archive the name in there.
    pub file: &'a str,
    /// True if it is a line.
    pub is_line: bool,
    /// Its number in there, from 1.
    pub number: u64,
    /// Its content.
    pub bytes: &'a [u8],
}

impl PackLine<'_> {
    /// A text about it, with its place.
    pub fn say(&self, text: &str) -> String {
        let Self { file, number, .. } = self;
        if self.is_line {
            said!("{file}, line {number}: {text}")
        } else {
            said!("{file}, match {number}: {text}")
        }
    }
}

/// Returns true if a file is a pack and not the log of one match: an archive, a file `.matches`, an array of matches,
/// or one whose first line is complete JSON and not the last.
///
/// # Errors
/// If it cannot be read.
pub fn is_pack(path: &Path) -> Result<bool> {
    let failed = || msg!("cannot read {}", path.display());
    let mut start = Vec::new();
    let file = File::open(path).with_context(failed)?;
    file.take(MATCH)
        .read_to_end(&mut start)
        .with_context(failed)?;
    if ZIP.iter().any(|magic| start.starts_with(magic)) {
        return Ok(true);
    }
    if path.extension().is_some_and(|ending| ending == "matches") {
        return Ok(true);
    }
    let start = utf8(&start);
    if first_of_array(&start).is_some_and(|first| is_match(&first)) {
        return Ok(true);
    }
    let mut lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.by_ref().filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    Ok(lines.next().is_some() && serde_json::from_slice::<IgnoredAny>(first).is_ok())
}

/// The first element of an array, of which this is the beginning.
fn first_of_array(start: &[u8]) -> Option<Value> {
    let elements = start.trim_ascii_start().strip_prefix(b"[")?;
    let mut elements = Deserializer::from_slice(elements).into_iter();
    elements.next()?.ok()
}

/// Bytes of the texts of a pack, before compression.
///
/// # Errors
/// If it cannot be read, or is a damaged archive.
pub fn length(path: &Path) -> Result<u64> {
    let failed = || msg!("cannot read {}", path.display());
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

/// Hands out the lines of a pack, without those that are empty, or the elements of its array.
///
/// # Errors
/// If `take` fails, or the pack cannot be read or is a damaged archive.
pub fn each_line(path: &Path, take: &mut dyn FnMut(PackLine) -> Result<()>) -> Result<()> {
    let name = path.display().to_string();
    let failed = || msg!("cannot read {name}");
    let mut file = File::open(path).with_context(failed)?;
    if !is_archive(&mut file).with_context(failed)? {
        return lines(&name, BufReader::new(file), take);
    }
    let mut archive = open(file, path)?;
    let mut texts = 0;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).with_context(|| {
            msg!(
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
        fail!("there is no file in the archive {name}");
    }
    Ok(())
}

fn lines(
    file: &str,
    mut input: impl BufRead,
    take: &mut dyn FnMut(PackLine) -> Result<()>,
) -> Result<()> {
    let failed = || msg!("cannot read {file}");
    let start = input.fill_buf().with_context(failed)?;
    // A line is read as it comes; what has to be decoded, or may be an array, is read as a whole.
    if !start.starts_with(&[0xff])
        && !start.starts_with(&[0xfe])
        && !utf8(start).trim_ascii_start().starts_with(b"[")
    {
        return each_of(file, input, take);
    }
    let text = at_most::all(input, at_most::FILE).with_context(|| {
        msg!("cannot read {file} whole; write it as UTF-8, with a match a line")
    })?;
    let text = utf8(&text);
    let is_array = first_of_array(&text).is_some_and(|first| is_match(&first))
        && serde_json::from_slice::<Vec<IgnoredAny>>(&text).is_ok();
    if !is_array {
        return each_of(file, &*text, take);
    }
    let mut rest = text.trim_ascii_start();
    let mut number = 0;
    // One at a time, behind the bracket or the comma in front of it: as values they would take far more memory.
    while let Some(left) = rest.get(1..) {
        let mut element = Deserializer::from_slice(left).into_iter::<IgnoredAny>();
        let Some(Ok(_)) = element.next() else { break };
        let end = element.byte_offset();
        number += 1;
        take(PackLine {
            file,
            is_line: false,
            number,
            bytes: left[..end].trim_ascii(),
        })?;
        rest = left[end..].trim_ascii_start();
    }
    Ok(())
}

fn each_of(
    file: &str,
    input: impl BufRead,
    take: &mut dyn FnMut(PackLine) -> Result<()>,
) -> Result<()> {
    let mut lines = Lines::within(input, MATCH);
    while let Some(line) = lines.next_line().with_context(|| file.to_owned())? {
        let bytes = line.bytes.trim_ascii();
        if !bytes.is_empty() {
            take(PackLine {
                file,
                is_line: true,
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
    ZipArchive::new(file).with_context(|| {
        msg!(
            "{} is not a complete zip archive; fetch it again",
            path.display()
        )
    })
}
