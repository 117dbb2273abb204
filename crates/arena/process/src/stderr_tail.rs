//! The standard error of a program: its end for people, and the reports of saved answers.

use judges_common::saved::{MAX_LINE, Report, read};

use super::streams::{TAIL, Tail};

/// Reports that are kept between two turns. One is usual; a program of somebody else may print any number.
const MAX_REPORTS: usize = 100;

/// Bytes of the beginning of a turn that are remembered: the first failure is the cause of the others.
const HEAD: usize = 1024;

/// Standard error as far as it is remembered.
#[derive(Debug, Default)]
pub struct StderrTail {
    /// The beginning of the current turn's text.
    head: Vec<u8>,
    /// Bytes of the current turn.
    bytes: usize,
    tail: Tail,
    /// The beginning of the line that is not at its end.
    line: Vec<u8>,
    reports: Vec<Report>,
}

impl StderrTail {
    /// Adds bytes at the end.
    pub fn push(&mut self, bytes: &[u8]) {
        self.tail.push(bytes);
        self.bytes = self.bytes.saturating_add(bytes.len());
        let room = HEAD.saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        let mut lines = bytes.split(|&byte| byte == b'\n').peekable();
        while let Some(part) = lines.next() {
            let room = MAX_LINE.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if lines.peek().is_some() {
                self.end_line();
            }
        }
    }

    /// The last few KiB as text, and before them how the current turn began if that is longer ago.
    pub fn text(&self) -> String {
        let tail = self.tail.bytes();
        if self.bytes <= TAIL {
            return shown(uncut(&tail));
        }
        let left_out = self.bytes.saturating_sub(self.head.len() + TAIL);
        if left_out == 0 {
            // The two overlap or meet.
            let known = TAIL.saturating_sub(self.bytes - self.head.len());
            let new = &self.head[..self.head.len() - known];
            return shown(&[new, &tail].concat());
        }
        let (head, tail) = (shown(&self.head), shown(uncut(&tail)));
        let head = head.trim_end_matches(char::REPLACEMENT_CHARACTER);
        format!("{head}\n[{left_out} bytes left out]\n{tail}")
    }

    /// The turn is over.
    pub fn end_turn(&mut self) {
        self.head.clear();
        self.bytes = 0;
    }

    /// The reports since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        std::mem::take(&mut self.reports)
    }

    /// The program is gone: what it said last is a line, too.
    pub fn end_line(&mut self) {
        if let Some(report) = read(&self.line) {
            if self.reports.len() < MAX_REPORTS {
                self.reports.push(report);
            } else if let Some(last) = self.reports.last_mut() {
                last.last = true;
            }
        }
        self.line.clear();
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// A full tail without the rest of a character that it begins with.
fn uncut(tail: &[u8]) -> &[u8] {
    let goes_on = |byte: &&u8| (0x80..0xc0).contains(*byte);
    let full = if tail.len() < TAIL { 0 } else { 3 };
    &tail[tail.iter().take(full).take_while(goes_on).count()..]
}

#[cfg(test)]
mod tests {
    use judges_common::saved::line;

    use super::*;

    #[test]
    fn a_report_is_found_however_the_bytes_are_cut() {
        let text = format!(
            "noise\n{}more noise\n{}",
            line(3, "why"),
            line(4, "why not")
        );
        let text = text.trim_end();
        for size in 1..text.len() {
            let mut tail = StderrTail::default();
            for part in text.as_bytes().chunks(size) {
                tail.push(part);
            }
            tail.end_line();
            let turns: Vec<_> = tail.take_reports().into_iter().map(|r| r.turn).collect();
            assert_eq!(turns, [Some(3), Some(4)], "{size}");
            assert!(tail.take_reports().is_empty());
        }
    }

    #[test]
    fn a_turns_first_words_are_kept_and_nothing_is_shown_twice() {
        for size in [0, 1, HEAD, TAIL, TAIL + 1, TAIL + HEAD - 5, TAIL + HEAD] {
            let mut tail = StderrTail::default();
            tail.push(&vec![b'o'; 10_000]);
            tail.end_turn();
            let text: String = ('a'..='z').cycle().take(size).collect();
            tail.push(text.as_bytes());
            let shown = tail.text();
            let shown = shown.trim_start_matches('o');
            assert_eq!(shown, text.trim_start_matches('o'), "{size}");
        }
        let mut tail = StderrTail::default();
        tail.push(b"the cause\n");
        tail.push(&[b'x'; 20_000]);
        let text = tail.text();
        assert!(text.starts_with("the cause\nxx"), "{text}");
        assert!(text.contains("\n[14890 bytes left out]\nxx"), "{text}");
        assert!(text.len() < HEAD + TAIL + 40);
    }

    #[test]
    fn no_character_is_shown_in_parts() {
        for shift in 0..3 {
            for size in [1000, 2500, 20_000] {
                let mut tail = StderrTail::default();
                let text = "x".repeat(shift) + &"\u{597d}".repeat(size / 3);
                tail.push(text.as_bytes());
                assert!(!tail.text().contains('\u{fffd}'), "{shift} {size}");
            }
        }
        // Two characters of GBK.
        let mut tail = StderrTail::default();
        tail.push(b"\xc4\xe3 8\n");
        assert_eq!(tail.text(), "\u{fffd}\u{fffd} 8");
    }

    #[test]
    fn a_flood_is_bounded() {
        let mut tail = StderrTail::default();
        tail.push(&vec![b'x'; 1 << 20]);
        assert!(tail.line.len() <= MAX_LINE);
        tail.push(b"\n");
        for _ in 0..10_000 {
            tail.push(line(1, "why").as_bytes());
        }
        let reports = tail.take_reports();
        assert_eq!(reports.len(), MAX_REPORTS);
        assert!(reports[MAX_REPORTS - 1].last && !reports[0].last);
    }
}
