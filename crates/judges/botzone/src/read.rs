//! Lines from the judge, with limits on what is accepted.

use std::io::{self, BufRead, Read};

/// Longest line that is read, in bytes. A history with its stored data stays below a quarter of this.
///
/// Together with the limit on the values of a line (`json.rs`) it bounds the memory that a session
/// takes to read and parse one: less than 80 MiB, whatever the line holds, of the 256 MB that the judge allows.
/// `tests/memory.rs` measures the worst line.
pub const MAX_LINE: usize = 4 << 20;

/// Most empty lines that are skipped in front of a message.
const MAX_BLANK: usize = 1000;

/// Reads one line into `line`, without the line break and without blanks at both ends. `false` at the end of input.
///
/// Never reads beyond the line break: in keep-running mode nothing follows until the answer is given.
///
/// # Errors
/// Those of `input`, and a line longer than [`MAX_LINE`].
pub fn line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input
        .by_ref()
        .take(MAX_LINE as u64 + 1)
        .read_until(b'\n', line)?;
    if read > MAX_LINE {
        return Err(io::Error::other(
            "a line is longer than 4 MiB; a message is one line of compact JSON or simple IO",
        ));
    }
    let end = line.trim_ascii_end().len();
    line.truncate(end);
    let blanks = end - line.trim_ascii_start().len();
    line.drain(..blanks);
    Ok(read > 0)
}

/// Like [`line`], but skips empty lines: simple IO may leave them where it has no `data` and `globaldata`.
///
/// # Errors
/// Those of [`line`], and more than a thousand empty lines.
pub fn message(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<bool> {
    for _ in 0..MAX_BLANK {
        if !line(input, buffer)? {
            return Ok(false);
        }
        if !buffer.is_empty() {
            return Ok(true);
        }
    }
    Err(io::Error::other("more than a thousand empty lines"))
}
