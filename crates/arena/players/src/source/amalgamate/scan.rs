//! The lines of a C++ file with what the preprocessor does by them.

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// `#pragma once`.
    Once,
    /// An `#include` of a name, with the number of conditions that are open there.
    Include {
        text: &'a [u8],
        name: String,
        quoted: bool,
        depth: usize,
    },
    /// Anything else.
    Other(&'a [u8]),
}

/// A file.
#[derive(Debug)]
pub struct Scanned<'a> {
    pub lines: Vec<Line<'a>>,
    /// It has `#pragma once`.
    pub once: bool,
    /// All of it is in an include guard.
    pub guarded: bool,
}

/// The lexical state at the beginning of a line.
enum State {
    Code,
    Comment,
    /// A raw string that ends with this.
    Raw(Vec<u8>),
}

/// Reads the lines of a file; a byte order mark is left out.
pub fn scan(text: &[u8]) -> Scanned<'_> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let (mut state, mut depth, mut lines, mut once) = (State::Code, 0_usize, Vec::new(), false);
    // The nonempty lines without comments, each with the number of conditions open after it.
    let mut seen: Vec<(String, usize)> = Vec::new();
    for text in text.split(|&byte| byte == b'\n') {
        let code = code(text, &mut state);
        let directive = code.strip_prefix('#').map_or("", str::trim_start);
        match directive.split(|c: char| !c.is_ascii_alphabetic()).next() {
            Some("if" | "ifdef" | "ifndef") => depth += 1,
            Some("endif") => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_once = directive.split_whitespace().eq(["pragma", "once"]);
        once |= is_once;
        lines.push(match included(directive) {
            _ if is_once => Line::Once,
            Some((name, quoted)) => Line::Include {
                text,
                name,
                quoted,
                depth,
            },
            None => Line::Other(text),
        });
        if !code.is_empty() {
            seen.push((code, depth));
        }
    }
    Scanned {
        lines,
        once,
        guarded: is_guarded(&seen),
    }
}

/// The name in an `#include`, and whether it is in quotes.
fn included(directive: &str) -> Option<(String, bool)> {
    let rest = directive.strip_prefix("include")?.trim_start();
    let inner =
        |open: char, close: char| Some(rest.strip_prefix(open)?.split_once(close)?.0.to_owned());
    let quoted = inner('"', '"').map(|name| (name, true));
    quoted.or_else(|| inner('<', '>').map(|name| (name, false)))
}

/// Returns true if the first condition tests the name that the next line defines, and ends with the file.
fn is_guarded(seen: &[(String, usize)]) -> bool {
    let [(first, _), (second, _), middle @ .., (_, 0)] = seen else {
        return false;
    };
    let words = |line: &str| -> Vec<String> {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '!');
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (first, second) = (words(first), words(second));
    let asked = match first.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ifndef", name] | ["if", "!defined", name] | ["if", "!", "defined", name] => {
            name.to_owned()
        }
        _ => return false,
    };
    second.len() >= 2
        && second[0] == "define"
        && second[1] == asked
        && middle.iter().all(|(_, depth)| *depth > 0)
}

/// A line without its comments and outer blanks, strings included.
fn code(line: &[u8], state: &mut State) -> String {
    let (mut code, mut at) = (Vec::new(), 0);
    while let Some(&byte) = line.get(at) {
        let rest = &line[at..];
        match state {
            State::Comment => match find(rest, b"*/") {
                Some(end) => (at, *state) = (at + end + 2, State::Code),
                None => break,
            },
            State::Raw(end) => match find(rest, end) {
                Some(start) => (at, *state) = (at + start + end.len(), State::Code),
                None => break,
            },
            State::Code if rest.starts_with(b"//") => break,
            State::Code if rest.starts_with(b"/*") => (at, *state) = (at + 2, State::Comment),
            State::Code if rest.starts_with(b"R\"") && rest.contains(&b'(') => {
                let open = find(rest, b"(").unwrap_or(rest.len());
                let end = [b")", &rest[2..open], b"\""].concat();
                code.extend_from_slice(b"R\"\"");
                (at, *state) = (at + open + 1, State::Raw(end));
            }
            State::Code => {
                // A quote behind a letter or a digit stands between digits.
                let opens = byte == b'"'
                    || byte == b'\'' && !code.last().is_some_and(u8::is_ascii_alphanumeric);
                let length = if opens { literal(rest) } else { 1 };
                code.extend_from_slice(&rest[..length]);
                at += length;
            }
        }
    }
    String::from_utf8_lossy(&code).trim().to_owned()
}

/// The length of the string or character that a text begins with; it ends with the line at the latest.
fn literal(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == text[0] {
            break;
        }
    }
    at.min(text.len())
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_told_apart() {
        let mut state = State::Code;
        for (line, want) in [
            ("  #if 1 /* a */ // b", "#if 1"),
            ("s = \"/*\\\"\"; // \"", "s = \"/*\\\"\";"),
            ("c = '\"'; n = 1'000; /* open", "c = '\"'; n = 1'000;"),
            ("#endif", ""),
            ("*/ x R\"a(/*", "x R\"\""),
            (")\" #endif", ""),
            (")a\"; y", "; y"),
        ] {
            assert_eq!(code(line.as_bytes(), &mut state), want, "{line}");
        }
    }

    #[test]
    fn guards_hold_the_whole_file() {
        for (text, want) in [
            (
                "// A\n#ifndef A_H\n# define A_H 1\nint a;\n#endif // A_H\n",
                true,
            ),
            (
                "#if !defined(A_H)\n#define A_H\n#ifdef B\n#endif\n#endif",
                true,
            ),
            ("#ifndef A_H\n#define A_H\n#endif\nint a;\n", false),
            (
                "#ifndef A_H\n#define A_H\n#endif\n#ifdef B\n#endif\n",
                false,
            ),
            ("#ifndef A_H\n#define B_H\n#endif\n", false),
            ("int a;\n#ifndef A_H\n#define A_H\n#endif\n", false),
            ("", false),
        ] {
            assert_eq!(scan(text.as_bytes()).guarded, want, "{text}");
        }
    }
}
