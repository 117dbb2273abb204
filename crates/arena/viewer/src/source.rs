//! The games of a file, one by one, for somebody who wants to see them.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use journal::reader::Reader;

/// A file of games that is open at its next game.
pub type Source = Reader<BufReader<File>>;

/// Opens a file and reads its first line.
///
/// # Errors
/// If it cannot be read, or is not a games file.
pub fn open(path: &Path) -> Result<Source> {
    let name = path.display();
    let file = File::open(path)
        .with_context(|| msg!("cannot open {name}; name a log of `arena match --log FILE`"))?;
    Reader::new(BufReader::new(file)).with_context(|| {
        msg!("cannot replay {name}; it must be a log as `arena match --log FILE` or `arena league` writes it")
    })
}
