//! Files that a kill leaves whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a neighbor file, `.new` added to its name, then renames it over `path`: a kill leaves the old file or the new
/// one.
///
/// # Errors
/// If the file cannot be written.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = path.with_added_extension("new");
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&fresh)?);
    write(&mut file)?;
    file.flush()?;
    file.get_ref().sync_all()?;
    fs::rename(fresh, path)
}
