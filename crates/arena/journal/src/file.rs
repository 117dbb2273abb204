//! A log that one arena writes: locked against all others, and watched, so that no game goes to a file that nobody
//! will find.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::lines::write;

/// A file open for more lines. Only this process writes it while it is open (`flock`). Each flush checks that it is
/// still the file at its path, with nothing in it that was written by others.
///
/// Anything other than a regular file (`/dev/null`, a pipe) is written directly, without lock and checks.
#[derive(Debug)]
pub struct LogFile {
    file: File,
    path: PathBuf,
    /// Bytes in it; `None` if it is not a regular file.
    length: Option<u64>,
}

impl LogFile {
    /// Begins a file. Games are never replaced unless `force` is set.
    ///
    /// # Errors
    /// If there is a file already with something in it, another process writes it, or it cannot be made; then an old one is
    /// as it was.
    pub fn begin(path: &Path, force: bool) -> Result<Self> {
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| msg!("cannot write the log {}", path.display()))?;
        let mut log = Self::lock(file, path)?;
        require!(
            force || log.length() == 0,
            "{} exists already, and what is in it is not replaced: add --resume to continue it, --force to replace it, or \
             name another file",
            path.display()
        );
        log.cut(0)?;
        Ok(log)
    }

    /// Opens a file to read it and go on with it; `None` if there is none.
    ///
    /// # Errors
    /// If another process writes it, it is no regular file or cannot be opened.
    pub fn open(path: &Path) -> Result<Option<Self>> {
        let file = match OpenOptions::new().read(true).append(true).open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.with_context(|| msg!("cannot resume {}", path.display()))?,
        };
        let log = Self::lock(file, path)?;
        require!(
            log.length.is_some(),
            "{} is not a regular file; name one",
            path.display()
        );
        Ok(Some(log))
    }

    fn lock(file: File, path: &Path) -> Result<Self> {
        let about = about(&file, path)?;
        if !about.is_file() {
            return Ok(Self {
                file,
                path: path.to_owned(),
                length: None,
            });
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => fail!(
                "{} is being written by another process; wait for it, or name another file",
                path.display()
            ),
            Err(TryLockError::Error(error)) => notice!(
                "warning: {} cannot be locked ({error}); make sure that nobody else writes it",
                path.display()
            ),
        }
        // Whoever had the lock may have written until it was free.
        let length = about_length(&file, path)?;
        Ok(Self {
            file,
            path: path.to_owned(),
            length: Some(length),
        })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes in the file.
    pub fn length(&self) -> u64 {
        self.length.unwrap_or_default()
    }

    /// Reads a file that was [opened](Self::open), from its start. One reader at a time.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn reader(&self) -> Result<BufReader<&File>> {
        let mut file = &self.file;
        file.rewind()
            .with_context(|| msg!("cannot read {}", self.path.display()))?;
        Ok(BufReader::new(file))
    }

    /// The first bytes, at most this many.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn start(&self, most: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; most.min(usize::try_from(self.length()).unwrap_or(most))];
        self.file
            .read_exact_at(&mut bytes, 0)
            .with_context(|| msg!("cannot read {}", self.path.display()))?;
        Ok(bytes)
    }

    /// Takes everything off behind the first `length` bytes.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn cut(&mut self, length: u64) -> Result<()> {
        if let Some(now) = &mut self.length {
            self.file
                .set_len(length)
                .with_context(|| msg!("cannot write {}", self.path.display()))?;
            *now = length;
        }
        Ok(())
    }

    /// Puts another first line in front of what follows the first `from` bytes. The file is a new one then, whole at every
    /// moment.
    ///
    /// # Errors
    /// If it cannot be made; then the old one is as it was.
    pub fn replace_start(&mut self, line: &impl Serialize, from: u64) -> Result<()> {
        let failed = || msg!("cannot replace {}", self.path.display());
        let path = self.path.canonicalize().with_context(failed)?;
        let new = NamedTempFile::new_in(path.parent().unwrap_or(&path)).with_context(failed)?;
        let rights = self.file.metadata().with_context(failed)?.permissions();
        new.as_file().set_permissions(rights).with_context(failed)?;
        // Later lines go to the end of the file, wherever it was read.
        let file = OpenOptions::new().read(true).append(true).open(new.path());
        let file = file.with_context(failed)?;
        // If locks do not work here, opening the old file has already reported it.
        let _ = file.try_lock();
        let mut writer = BufWriter::new(&file);
        write(&mut writer, line).with_context(failed)?;
        self.file.seek(SeekFrom::Start(from)).with_context(failed)?;
        io::copy(&mut self.file, &mut writer).with_context(failed)?;
        writer.flush().with_context(failed)?;
        drop(writer);
        new.persist(&path).with_context(failed)?;
        self.length = Some(about_length(&file, &path)?);
        self.file = file;
        Ok(())
    }

    fn check(&self, length: u64) -> io::Result<()> {
        let what = match fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => "was deleted or moved",
            Err(error) => return Err(error),
            Ok(there) => {
                let own = self.file.metadata()?;
                if (there.dev(), there.ino()) != (own.dev(), own.ino()) {
                    "was replaced by another file"
                } else if there.len() != length {
                    "was written by somebody else"
                } else {
                    return Ok(());
                }
            }
        };
        Err(io::Error::other(said!(
            "{} {what} while the arena wrote it",
            self.path.display()
        )))
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        if let Some(length) = &mut self.length {
            *length += written as u64;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.length.map_or(Ok(()), |length| self.check(length))
    }
}

fn about(file: &File, path: &Path) -> Result<Metadata> {
    file.metadata()
        .with_context(|| msg!("cannot look at {}", path.display()))
}

fn about_length(file: &File, path: &Path) -> Result<u64> {
    Ok(about(file, path)?.len())
}
