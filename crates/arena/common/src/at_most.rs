//! Reading untrusted input: a file, a stream or a line, and never more of it than a limit. A small archive may unpack
//! to any size, and a device has no end.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// The most bytes of a file that is read whole.
pub const FILE: u64 = 64 << 20;

/// A whole file, as [`std::fs::read`].
///
/// # Errors
/// If it cannot be read, or has more than [`FILE`] bytes ([`ErrorKind::FileTooLarge`]).
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    all(File::open(path)?, FILE)
}

/// A whole text, as [`std::fs::read_to_string`].
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    text(File::open(path)?)
}

/// The rest of a stream of text, as [`std::io::read_to_string`].
///
/// # Errors
/// As [`read_to_string`].
pub fn text(input: impl Read) -> io::Result<String> {
    String::from_utf8(all(input, FILE)?).map_err(|_| ErrorKind::InvalidData.into())
}

/// The rest of a stream.
///
/// # Errors
/// If it cannot be read, or is more than `most` bytes.
pub fn all(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(said!(
            "it has more than {} MiB; make it smaller, or check that it is the right file",
            most >> 20
        )));
    }
    Ok(bytes)
}

/// The next line with its newline, in place of what is in `line`; empty at the end.
///
/// # Errors
/// If it cannot be read, or is longer than `most` bytes.
pub fn line(input: impl BufRead, line: &mut Vec<u8>, most: u64) -> io::Result<()> {
    line.clear();
    input.take(most.saturating_add(1)).read_until(b'\n', line)?;
    if line.len() as u64 > most {
        return Err(too_large(said!(
            "it has no end within {} MiB; check that it is the right file",
            most >> 20
        )));
    }
    Ok(())
}

fn too_large(text: String) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_refused_and_what_is_just_as_large_is_not() {
        let bytes = |text: &[u8], most| all(text, most).map_err(|error| error.kind());
        assert_eq!(bytes(b"abc", 3), Ok(b"abc".to_vec()));
        assert_eq!(bytes(b"abcd", 3), Err(ErrorKind::FileTooLarge));
        let endless = all(io::repeat(0), 2 << 20).unwrap_err().to_string();
        assert!(endless.starts_with("it has more than 2 MiB;"), "{endless}");
        let mut input = b"ab\nabc\n".as_slice();
        let mut found = b"x".to_vec();
        line(&mut input, &mut found, 3).unwrap();
        assert_eq!(found, b"ab\n");
        let error = line(&mut input, &mut found, 3).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    }
}
