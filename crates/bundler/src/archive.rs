//! The archive that Saiblo takes: the source and two ways to build it.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Writes an archive with these files (name, text). The same files always give the same bytes.
///
/// # Errors
/// The archive cannot be written.
pub fn write(path: &Path, files: &[(&str, &str)]) -> Result<usize> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // The first moment that the format knows.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, text) in files {
        archive.start_file(*name, options)?;
        archive.write_all(text.as_bytes())?;
    }
    let bytes = archive.finish()?.into_inner();
    fs::write(path, &bytes).with_context(|| msg!("cannot write {}", path.display()))?;
    Ok(bytes.len())
}

/// Unpacks an archive into a folder.
///
/// # Errors
/// The archive cannot be read, or the folder not written.
pub fn unpack(path: &Path, folder: &Path) -> Result<()> {
    let file = File::open(path).with_context(|| msg!("cannot read {}", path.display()))?;
    ZipArchive::new(file)?
        .extract(folder)
        .with_context(|| msg!("cannot unpack {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_always_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let files = [("main.cpp", "int main() {}\n"), ("Makefile", "main:\n")];
        let paths = ["a.zip", "b.zip"].map(|name| folder.path().join(name));
        for path in &paths {
            write(path, &files).unwrap();
        }
        let [a, b] = paths.each_ref().map(|path| fs::read(path).unwrap());
        assert_eq!(a, b);
        let out = folder.path().join("out");
        unpack(&paths[0], &out).unwrap();
        for (name, text) in files {
            assert_eq!(fs::read_to_string(out.join(name)).unwrap(), text);
        }
    }
}
