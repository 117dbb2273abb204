//! Changes of spans of a text, which leave everything else as somebody wrote it.

use std::ops::Range;

/// Changes that do not overlap; one inside of another is dropped.
#[derive(Debug, Default)]
pub struct Edits {
    changes: Vec<(Range<usize>, String)>,
}

impl Edits {
    /// Puts a text in the place of a span.
    pub fn replace(&mut self, span: Range<usize>, text: impl Into<String>) {
        self.changes.push((span, text.into()));
    }

    /// Puts a text between two characters.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
    }

    /// Removes a span with the line ends, the blanks and the plain comments that belong to it.
    pub fn remove(&mut self, text: &str, span: Range<usize>) {
        self.replace(whole_lines(text, span), "");
    }

    /// Adds changes of the same text.
    pub fn extend(&mut self, more: Edits) {
        self.changes.extend(more.changes);
    }

    /// The text with all changes. Where lines went, no empty line stays behind another one, or at the edge of a block.
    pub fn apply(mut self, text: &str) -> String {
        // The outer one of two that begin at one place comes first.
        self.changes
            .sort_by_key(|(span, _)| (span.start, usize::MAX - span.end));
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (span, new) in &self.changes {
            if span.start < at {
                continue;
            }
            out.push_str(&text[at..span.start]);
            out.push_str(new);
            at = span.end;
            let begins = |at: usize| at == 0 || text[..at].ends_with('\n');
            if begins(span.start) && begins(at) && !span.is_empty() {
                at += needless(&mut out, &text[at..]);
            }
        }
        out.push_str(&text[at..]);
        out
    }
}

/// Takes an empty line from the end of what stands before removed lines, or tells how long the one behind them is, if
/// there is one too many.
fn needless(before: &mut String, behind: &str) -> usize {
    let edge = before.is_empty() || before.ends_with("\n\n") || before.ends_with("{\n");
    let line = behind.find('\n').map_or(behind.len(), |at| at + 1);
    let is_empty = behind[..line].trim().is_empty();
    if edge && is_empty {
        return line;
    }
    if behind.trim_start().starts_with('}') && !is_empty && before.ends_with("\n\n") {
        before.pop();
    }
    0
}

/// A span that, if nothing else is on its lines, takes their blanks and the comment lines right above it.
fn whole_lines(text: &str, span: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (span.start, span.end);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let behind = &text[end..];
    let rest = behind.find('\n').map_or(behind.len(), |at| at + 1);
    let only = text[line..start].trim().is_empty()
        && (behind[..rest].trim().is_empty() || behind[..rest].trim_start().starts_with("//"));
    if !only {
        return span;
    }
    start = line;
    while let Some(above) = text[..start].strip_suffix('\n') {
        let first = above.rfind('\n').map_or(0, |at| at + 1);
        let comment = above[first..].trim_start();
        if !comment.starts_with("//") || comment.starts_with("//!") {
            break;
        }
        start = first;
    }
    end += rest;
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_removed_takes_its_lines_and_comments() {
        let text = "a;\n\n// why b\n    b;\n\nc; d; // e\n";
        let mut edits = Edits::default();
        edits.remove(
            text,
            text.find('b')
                .map(|_| text.find("b;").unwrap()..text.find("b;").unwrap() + 2)
                .unwrap(),
        );
        assert_eq!(edits.apply(text), "a;\n\nc; d; // e\n");
        let mut edits = Edits::default();
        let at = text.find("c;").unwrap();
        edits.remove(text, at..at + 2);
        assert_eq!(edits.apply(text), text.replace("c;", ""));
    }

    #[test]
    fn empty_lines_stay_single() {
        for (text, left) in [
            ("a;\nX\n\nc;\n", "a;\n\nc;\n"),
            ("a;\n\nX\n\nc;\n", "a;\n\nc;\n"),
            ("{\n    X\n\n    c;\n}\n", "{\n    c;\n}\n"),
            ("{\n    a;\n\n    X\n}\n", "{\n    a;\n}\n"),
            ("X\n\nc;\n", "c;\n"),
            ("a;\n\nX\nX\n\nc;\n", "a;\n\nc;\n"),
            ("{\n    a;\n\n    X\n\n    X\n}\n", "{\n    a;\n}\n"),
        ] {
            let mut edits = Edits::default();
            for (at, _) in text.match_indices('X') {
                edits.remove(text, at..at + 1);
            }
            assert_eq!(edits.apply(text), left, "{text}");
        }
    }

    #[test]
    fn the_outer_of_two_changes_counts() {
        let mut edits = Edits::default();
        edits.replace(2..3, "x");
        edits.replace(1..4, "y");
        edits.insert(5, "z");
        assert_eq!(edits.apply("012345"), "0y4z5");
    }
}
