//! Lines of a file, one at a time, as bytes: a file of any length takes the memory of its longest line.

use std::fmt::{self, Display};
use std::io::{BufRead, ErrorKind, Write};

use anyhow::{Context, Result};
use arena_common::at_most;
use serde::Serialize;

/// The most bytes that a first line may have, its end included. What is no file of the arena's need not have lines.
pub const FIRST_LINE: u64 = 16 << 20;
/// The most bytes that a later line may have.
const LINE: u64 = at_most::FILE;

/// Writes a value as one line and flushes it, so that a killed match loses no finished game.
///
/// # Errors
/// If the line cannot be written; the text does not name the file.
pub fn write(output: &mut dyn Write, line: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string(line).context("cannot encode a line of the log")?;
    text.push('\n');
    // In one piece: killed in between, there would be a game without an end of its line.
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// A file's lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    offset: u64,
    most: u64,
}

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// The start of the line, in bytes from the start of the file.
    pub offset: u64,
    /// Its bytes, without the newline.
    pub bytes: &'a [u8],
    /// True if a newline ends it. Only the last line of a file can be without.
    pub whole: bool,
}

/// A last line that was not written to its end, because the arena was killed or the disk was full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its number, from 1.
    pub line: u64,
    /// The number of bytes of it that are there.
    pub bytes: usize,
}

impl Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, bytes } = self;
        f.write_str(&said!(
            "line {line} breaks off after {bytes} bytes and is dropped"
        ))
    }
}

impl Line<'_> {
    /// The note for a line that is dropped because it has no end.
    pub fn cut(self) -> Cut {
        Cut {
            line: self.number,
            bytes: self.bytes.len(),
        }
    }
}

impl<R: BufRead> Lines<R> {
    /// The lines of what comes next in `input`.
    pub fn new(input: R) -> Self {
        Self::within(input, LINE)
    }

    /// As [`new`](Self::new), of lines that have at most this many bytes.
    pub fn within(input: R, most: u64) -> Self {
        Self {
            input,
            line: Vec::new(),
            number: 0,
            offset: 0,
            most,
        }
    }

    /// The first line of a file, empty if there is none.
    ///
    /// # Errors
    /// If the input cannot be read, or the line is longer than [`FIRST_LINE`].
    pub fn first(&mut self) -> Result<Line<'_>> {
        self.read(FIRST_LINE)?;
        Ok(self.advance())
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read, or the line is longer than a line may be.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>> {
        self.read(self.most)?;
        Ok((!self.line.is_empty()).then(|| self.advance()))
    }

    fn read(&mut self, most: u64) -> Result<()> {
        match at_most::line(&mut self.input, &mut self.line, most) {
            Err(error) if error.kind() == ErrorKind::FileTooLarge => fail!(
                "line {} has no end within {} MiB; check that it is the right file",
                self.number + 1,
                most >> 20
            ),
            read => read.context("cannot read it"),
        }
    }

    fn advance(&mut self) -> Line<'_> {
        let offset = self.offset;
        self.number += 1;
        self.offset += self.line.len() as u64;
        let whole = self.line.last() == Some(&b'\n');
        Line {
            number: self.number,
            offset,
            bytes: &self.line[..self.line.len() - usize::from(whole)],
            whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn lines_have_numbers_and_places() {
        let mut lines = Lines::new(b"ab\n\n\xff\xfe\nend".as_slice());
        let mut found = vec![
            lines
                .first()
                .map(|line| (line.number, line.offset))
                .unwrap(),
        ];
        let mut last = None;
        while let Some(line) = lines.next_line().unwrap() {
            found.push((line.number, line.offset));
            last = (!line.whole).then(|| line.cut().to_string());
        }
        assert_eq!(found, [(1, 0), (2, 3), (3, 4), (4, 7)]);
        assert_eq!(
            last.unwrap(),
            "line 4 breaks off after 3 bytes and is dropped"
        );
    }

    #[test]
    fn a_first_line_without_an_end_takes_no_memory() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(0)));
        let error = lines.first().unwrap_err().to_string();
        assert!(error.contains("line 1 has no end"), "{error}");
        assert!(!Lines::new(b"".as_slice()).first().unwrap().whole);
    }
}
