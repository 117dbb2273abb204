//! The text of a part, written and read.
//!
//! ```text
//! probe 2/3 | processor: Intel Xeon | cores: 0-3
//! ```
//!
//! Plain ASCII without quotes, backslashes and line breaks: as long in JSON as it is, and one line of simple IO.

/// The longest text of a part, in bytes. Botzone keeps 1 KB, and does not say of what: the text or its JSON.
pub const MAX_PART: usize = 1000;

/// The longest value, in bytes, where there is room.
const MAX_VALUE: usize = 200;

/// The most parts that are read.
const MAX_PARTS: usize = 99;

/// The separator between facts.
const MARK: &str = " | ";

/// Part `number` of `of`, from 1. Values that are too long lose their ends.
pub fn text(number: usize, of: usize, facts: &[(&'static str, String)]) -> String {
    let mut room = MAX_VALUE;
    loop {
        let mut text = format!("probe {number}/{of}");
        for (name, value) in facts {
            text.push_str(&format!("{MARK}{name}: {}", plain(value, room)));
        }
        if text.len() <= MAX_PART || room == 0 {
            return text;
        }
        room -= 1;
    }
}

/// The first `room` bytes of a value, of what a part may have.
fn plain(value: &str, room: usize) -> String {
    let words: Vec<&str> = value.split_whitespace().collect();
    let letters = words.join(" ");
    let letters = letters.chars().map(|letter| match letter {
        '|' | '\\' => '/',
        '"' => '\'',
        ' '..='~' => letter,
        _ => '?',
    });
    letters.take(room).collect()
}

/// A part as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// Names and values.
    pub facts: Vec<(String, String)>,
}

/// The part in a debug text, if there is one.
pub fn read(text: &str) -> Option<Part> {
    let mut pieces = text.trim().split(MARK);
    let (number, of) = pieces.next()?.strip_prefix("probe ")?.split_once('/')?;
    let (number, of) = (number.parse().ok()?, of.parse().ok()?);
    let facts = pieces.filter_map(|piece| piece.split_once(':'));
    // A log may hold anything.
    let facts = facts.map(|(name, value)| (plain(name, MAX_PART), plain(value, MAX_PART)));
    let part = Part {
        number,
        of,
        facts: facts.collect(),
    };
    (number >= 1 && number <= of && of <= MAX_PARTS).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let facts = [
            ("kernel", "Linux\n \"4.4\" \\ a|b \u{e9}".to_owned()),
            ("data", "unreadable: x".to_owned()),
        ];
        let text = text(2, 3, &facts);
        assert_eq!(
            text,
            "probe 2/3 | kernel: Linux '4.4' / a/b ? | data: unreadable: x"
        );
        let part = read(&text).unwrap();
        assert_eq!((part.number, part.of), (2, 3));
        assert_eq!(part.facts[1], ("data".into(), "unreadable: x".into()));
    }

    #[test]
    fn other_texts_are_no_parts() {
        for text in [
            "",
            "probe",
            "probe 0/3 | a: b",
            "probe 4/3 | a: b",
            "probe x/3",
            "a probe 1/3",
            "probe 1/100",
            "probe 1/99999999999999999999",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let part = read("probe 1/3 | a | b: ").unwrap();
        assert_eq!(part.facts, [("b".into(), "".into())]);
        let part = read("probe 1/3 | a: \u{1b}[2J").unwrap();
        assert_eq!(part.facts, [("a".into(), "?[2J".into())]);
    }

    #[test]
    fn a_part_fits_whatever_its_facts_say() {
        let facts: Vec<_> = (0..16)
            .map(|_| ("a name of some length", "x".repeat(5000)))
            .collect();
        let long = text(1, 3, &facts);
        assert!((MAX_PART - 16..=MAX_PART).contains(&long.len()));
        assert_eq!(read(&long).unwrap().facts.len(), 16);
        let quotes = text(1, 3, &[("q", "\"\\\n".repeat(500))]);
        assert!(!quotes.contains(&['"', '\\', '\n'][..]) && quotes.len() < MAX_PART);
    }
}
