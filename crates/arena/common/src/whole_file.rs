//! Files that are there whole or not at all: written beside their place and put there when they are complete, so that
//! neither a full disk nor a kill leaves a beginning, and an old file stays until there is a new one.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Returns true if both paths lead to the same existing file.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Makes sure that no file is replaced without `force`. Anything but a regular file, such as a pipe, needs none: it is
/// written to, not replaced.
///
/// # Errors
/// If there is a file and `force` is not set; names the cure.
pub fn free(path: &Path, force: bool) -> anyhow::Result<()> {
    crate::require!(
        force || !path.is_file(),
        "{} exists already, and what is in it is not replaced: add --force to replace it, or name another file",
        path.display()
    );
    Ok(())
}

/// A file that is being written.
#[derive(Debug)]
pub struct WholeFile {
    output: Output,
    /// The final path of the file.
    path: PathBuf,
}

#[derive(Debug)]
enum Output {
    /// To a file beside it.
    Beside(BufWriter<NamedTempFile>),
    /// Straight away: a device or a pipe cannot be replaced.
    Direct(BufWriter<File>),
}

impl WholeFile {
    /// Begins a file for this place, which may be taken.
    ///
    /// # Errors
    /// If no file can be made there.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link stays one: what it points to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&path).ok();
        let output = match &old {
            Some(old) if !old.is_file() => Output::Direct(BufWriter::new(File::create(&path)?)),
            _ => {
                let folder = match path.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                // The mask of the process takes its part of what a new file allows, but not of what an old one did.
                let beside = Builder::new()
                    .prefix(".arena-")
                    .permissions(Permissions::from_mode(0o666))
                    .tempfile_in(folder)?;
                if let Some(old) = old {
                    beside.as_file().set_permissions(old.permissions())?;
                }
                Output::Beside(BufWriter::new(beside))
            }
        };
        Ok(Self { output, path })
    }

    /// Puts the file in its place; an old one is replaced.
    ///
    /// # Errors
    /// If what was written last cannot be, or the place cannot be had.
    pub fn finish(self) -> io::Result<()> {
        match self.output {
            Output::Direct(mut file) => file.flush(),
            Output::Beside(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(&self.path)?;
                Ok(())
            }
        }
    }

    /// As [`finish`](Self::finish), but an old file is not replaced.
    ///
    /// # Errors
    /// Also if there is a file already.
    pub fn finish_new(self) -> io::Result<()> {
        match self.output {
            Output::Direct(mut file) => file.flush(),
            Output::Beside(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist_noclobber(&self.path)?;
                Ok(())
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.output {
            Output::Beside(file) => file.write(bytes),
            Output::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Beside(file) => file.flush(),
            Output::Direct(file) => file.flush(),
        }
    }
}

/// Writes a file at once; an old one is replaced.
///
/// # Errors
/// If it cannot be written; an old one is still there then.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_new_or_replaced_and_keeps_what_it_allows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, "1").unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&plain), "as every new file");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "2").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "2");
        assert_eq!(mode(&path) & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"3").unwrap();
        let error = file.finish_new().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "2");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        let mut file = WholeFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"4").unwrap();
        file.finish_new().unwrap();
    }
}
