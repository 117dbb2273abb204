//! Saved answers: the game's fallback move was sent in the bot's place, because the bot panicked or chose an illegal
//! move. The judge sees a legal move; the bot reports each such answer in one line on standard error:
//!
//! ```text
//! >>>SAVED_ANSWER<<< turn 12: panicked at bots/nogo-x/src/lib.rs:40:9: index out of bounds: the len is 4 but ...
//! ```
//!
//! This module is the one home of that format: both sessions and both panic hooks write it, the arena counts the lines.

use crate::truncate;

/// The beginning of the line about a saved answer.
pub const PREFIX: &str = ">>>SAVED_ANSWER<<<";

/// Longest cause, in bytes.
const MAX_CAUSE: usize = 300;

/// Longest line, in bytes, line break included.
pub const MAX_LINE: usize = MAX_CAUSE + 80;

/// Most bytes of all lines of a process. A judge need not empty the pipe while the program runs (Saiblo's does not), and
/// a full pipe blocks: so this stays well below the 64 KiB that a pipe holds.
const MAX_BYTES: usize = 32 << 10;

/// Follows the turn in the last line of a process that has reached [`MAX_BYTES`].
const NO_MORE: &str = " (later ones are not reported)";

/// The content of a line about a saved answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of the request within the match, from 1; on Saiblo that of the bot's answer. `None` if the line does not
    /// say.
    pub turn: Option<u32>,
    /// True if the process reports no more: later answers may have been saved too.
    pub last: bool,
    /// The reason why the bot's answer could not be used, on one line.
    pub cause: String,
}

/// The line, break included, about the answer to request number `turn` (from 1).
pub fn line(turn: u32, cause: &str) -> String {
    text(turn, "", cause)
}

fn text(turn: u32, more: &str, cause: &str) -> String {
    let cause = cause.trim().replace(char::is_control, " ");
    format!(
        "{PREFIX} turn {turn}{more}: {}\n",
        truncate(&cause, MAX_CAUSE)
    )
}

/// Parses a line without its break; `None` if it is another line. Only the prefix is required: whatever a foreign program
/// prints after it is the cause.
pub fn read(line: &[u8]) -> Option<Report> {
    let rest = line.strip_prefix(PREFIX.as_bytes())?;
    let rest = String::from_utf8_lossy(rest);
    let rest = rest.trim();
    let numbered = || {
        let (turn, cause) = rest.strip_prefix("turn ")?.split_once(':')?;
        let (turn, last) = match turn.strip_suffix(NO_MORE) {
            Some(turn) => (turn, true),
            None => (turn, false),
        };
        Some((turn.parse().ok()?, last, cause.trim()))
    };
    let (turn, last, cause) = match numbered() {
        Some((turn, last, cause)) => (Some(turn), last, cause),
        None => (None, false, rest),
    };
    Some(Report {
        turn,
        last,
        cause: truncate(cause, MAX_CAUSE).to_owned(),
    })
}

/// Writes the lines of one process, whose total size is bounded.
#[derive(Clone, Debug)]
pub struct Reports {
    /// Bytes that may still be written.
    left: usize,
}

impl Reports {
    /// None so far.
    pub const fn new() -> Reports {
        Reports { left: MAX_BYTES }
    }

    /// The next line; `None` after the last one, which says that it is the last.
    pub fn line(&mut self, turn: u32, cause: &str) -> Option<String> {
        if self.left < MAX_LINE {
            return None;
        }
        let line = line(turn, cause);
        self.left -= line.len();
        if self.left >= MAX_LINE {
            return Some(line);
        }
        Some(text(turn, NO_MORE, cause))
    }
}

impl Default for Reports {
    fn default() -> Self {
        Reports::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let line = line(12, "panicked at src/lib.rs:4:9:\nindex out of bounds\n");
        assert_eq!(
            line,
            ">>>SAVED_ANSWER<<< turn 12: panicked at src/lib.rs:4:9: index out of bounds\n"
        );
        let report = read(line.trim_end().as_bytes()).unwrap();
        assert_eq!((report.turn, report.last), (Some(12), false));
        assert_eq!(
            report.cause,
            "panicked at src/lib.rs:4:9: index out of bounds"
        );
    }

    #[test]
    fn a_long_cause_is_truncated_and_a_line_is_one_line() {
        let line = line(u32::MAX, &"好\n\r\u{7}".repeat(1000));
        assert!(line.len() <= MAX_LINE, "{}", line.len());
        assert_eq!(line.lines().count(), 1);
    }

    #[test]
    fn all_lines_of_a_process_fit_into_a_pipe_and_the_last_one_says_so() {
        for cause in ["x", &"x".repeat(5000)] {
            let mut reports = Reports::new();
            let lines: Vec<String> = (1..100_000)
                .map_while(|turn| reports.line(turn, cause))
                .collect();
            let bytes: usize = lines.iter().map(String::len).sum();
            assert!(lines.len() >= 80 && bytes <= MAX_BYTES, "{}", bytes);
            let read: Vec<Report> = lines
                .iter()
                .map(|line| read(line.trim_end().as_bytes()).unwrap())
                .collect();
            assert!(read.iter().enumerate().all(|(i, report)| {
                report.turn == Some(i as u32 + 1) && report.last == (i + 1 == read.len())
            }));
            assert_eq!(reports.line(7, cause), None);
        }
    }

    #[test]
    fn the_prefix_alone_makes_a_report() {
        for (line, want) in [
            (">>>SAVED_ANSWER<<<", Some((None, ""))),
            (">>>SAVED_ANSWER<<< by luck\r", Some((None, "by luck"))),
            (">>>SAVED_ANSWER<<< turn x: y", Some((None, "turn x: y"))),
            (">>>SAVED_ANSWER<<<turn 3: y", Some((Some(3), "y"))),
            (" >>>SAVED_ANSWER<<< turn 3: y", None),
            ("warning: turn 3", None),
            ("", None),
        ] {
            let report = read(line.as_bytes());
            let got = report
                .as_ref()
                .map(|report| (report.turn, report.cause.as_str()));
            assert_eq!(got, want, "{line}");
        }
    }
}
