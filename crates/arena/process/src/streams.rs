//! Reading, writing and searching the streams of a program.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};

/// Bytes of standard error that are remembered.
pub const TAIL: usize = 4096;

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub struct Tail(VecDeque<u8>);

impl Tail {
    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(TAIL)..];
        let surplus = (self.0.len() + new.len()).saturating_sub(TAIL);
        self.0.drain(..surplus);
        self.0.extend(new);
    }

    /// The remembered bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let (front, back) = self.0.as_slices();
        [front, back].concat()
    }
}

/// Reads once without blocking and returns the number of bytes; at the end of the stream it is closed.
pub fn read_some(stream: &mut Option<File>, mut take: impl FnMut(&[u8])) -> usize {
    let Some(file) = stream else { return 0 };
    let mut buffer = [0; 65536];
    match file.read(&mut buffer) {
        Ok(n) if n > 0 => {
            take(&buffer[..n]);
            n
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => 0,
        _ => {
            *stream = None;
            0
        }
    }
}

/// Writes once without blocking. A program that has closed its input does not want the rest: no error.
pub fn write_some(stream: &mut Option<File>, bytes: &mut Vec<u8>) {
    let Some(file) = stream else { return };
    match file.write(bytes) {
        Ok(n) => drop(bytes.drain(..n)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        Err(_) => {
            *stream = None;
            bytes.clear();
        }
    }
}

/// Start and end of the first whole line that is `marker`.
pub fn marker_line(bytes: &[u8], marker: &[u8]) -> Option<(usize, usize)> {
    let mut start = 0;
    while let Some(length) = bytes[start..].iter().position(|&byte| byte == b'\n') {
        let line = &bytes[start..start + length];
        if line.strip_suffix(b"\r").unwrap_or(line) == marker {
            return Some((start, start + length + 1));
        }
        start += length + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_keeps_the_last_bytes() {
        let mut tail = Tail::default();
        tail.push(b"first ");
        tail.push(&[b'x'; 10_000]);
        tail.push(b" last\n");
        let bytes = tail.bytes();
        assert_eq!(bytes.len(), TAIL);
        assert!(bytes.starts_with(b"x") && bytes.ends_with(b"x last\n"));
    }

    #[test]
    fn a_marker_is_a_whole_line() {
        for (text, want) in [
            ("M\n", Some((0, 2))),
            ("{}\nM\nrest", Some((3, 5))),
            ("{}\nM\r\n", Some((3, 6))),
            ("{}M\n", None),
            ("{}\nM", None),
            ("{}\nMM\n M\nM\n", Some((9, 11))),
            ("", None),
        ] {
            assert_eq!(marker_line(text.as_bytes(), b"M"), want, "{text:?}");
        }
    }
}
