//! English messages in the language of the reader.
//!
//! Errors, notices and remarks are made in English where they are made: logs and tests keep them so. Only where one is
//! shown to a person it is looked up here: the table `texts/messages.zh.txt` has each of them with places for values, `{0}` and so
//! on, in which any text may stand, and what stands there is looked up in turn.

use std::fmt::Display;
use std::sync::OnceLock;

use anyhow::Error;

use crate::texts::{Language, chinese, language, put};

/// [`format!`], then [`translate`].
#[macro_export]
macro_rules! translated {
    ($($text:tt)*) => {
        $crate::translate::translate(&format!($($text)*))
    };
}

/// [`eprintln!`] of what [`translated!`] makes.
#[macro_export]
macro_rules! notice {
    ($($text:tt)*) => {
        eprintln!("{}", $crate::translated!($($text)*))
    };
}

/// An English message in the language of this process. What the table does not know stays as it is.
pub fn translate(text: &str) -> String {
    match language() {
        Language::English => text.to_owned(),
        Language::Chinese => in_chinese(text),
    }
}

/// An error and its causes on one line, in the language of this process.
pub fn error(error: &Error) -> String {
    match language() {
        Language::English => format!("{error:#}"),
        Language::Chinese => {
            let causes = error.chain().map(|cause| in_chinese(&cause.to_string()));
            causes.collect::<Vec<_>>().join("：")
        }
    }
}

/// [`translate`] where the reader reads Chinese.
pub fn in_chinese(text: &str) -> String {
    let mut left = MOST;
    apart(text, &mut left)
}

/// Most parts of a text that are looked up. A message has a few dozen at the most; a text that no table knows is taken apart
/// at every separator, and each part of it again.
const MOST: usize = 500;

/// What stands in front of what another program has printed, which stays as it is.
const PRINTED: &str = "standard error:\n";

/// [`in_chinese`] with so many parts left.
fn apart(text: &str, left: &mut usize) -> String {
    if *left == 0 {
        return text.to_owned();
    }
    *left -= 1;
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    let core = &text[start..end];
    let found = whole(core, left).or_else(|| {
        if core.len() > LONG {
            return first_line(core, left);
        }
        let separators = [
            ("\n", "\n"),
            (": ", "："),
            ("; ", "；"),
            (", and ", "，而且"),
        ];
        separators
            .iter()
            .find_map(|(english, chinese)| halves(core, english, chinese, left))
    });
    let core = found.as_deref().unwrap_or(core);
    format!("{}{core}{}", &text[..start], &text[end..])
}

/// Bytes of a text that is taken apart; what is longer is what another program has printed.
const LONG: usize = 2000;

/// The first line of a long text in Chinese, the others as they are.
fn first_line(text: &str, left: &mut usize) -> Option<String> {
    let (first, others) = text.split_once('\n')?;
    (first.len() <= LONG).then(|| format!("{}\n{others}", apart(first, left)))
}

/// A message that the table has: as it is, as a number with its noun, or with values in its places.
fn whole(text: &str, left: &mut usize) -> Option<String> {
    if let Some(chinese) = chinese().get(text) {
        return Some((*chinese).to_owned());
    }
    // A message may end in a line that has nothing in it.
    let broken = format!("{text}\n");
    counted(text).or_else(|| {
        templates().iter().find_map(|template| {
            let values = template.values(text).or_else(|| template.values(&broken))?;
            Some(template.filled(&values, left))
        })
    })
}

/// `3 games`, and `1 game`, of which the table has the plural.
fn counted(text: &str) -> Option<String> {
    let (number, noun) = text.split_once(' ')?;
    number.parse::<f64>().ok()?;
    let stem = noun.strip_suffix('y').unwrap_or(noun);
    let nouns = [
        format!("{noun}s"),
        format!("{noun}es"),
        format!("{stem}ies"),
        noun.to_owned(),
    ];
    let chinese = nouns.iter().find_map(|noun| chinese().get(noun.as_str()))?;
    Some(format!("{number} {chinese}"))
}

/// Both sides of the first separator, if the table has one of them.
fn halves(text: &str, english: &str, chinese: &str, left: &mut usize) -> Option<String> {
    let (before, behind) = text.split_once(english)?;
    let (first, second) = (apart(before, left), apart(behind, left));
    (first != before || second != behind).then(|| format!("{first}{chinese}{second}"))
}

/// A message of the table with places for values.
struct Template {
    /// What stands around the values; there is one value between two of them.
    pieces: Vec<&'static str>,
    chinese: &'static str,
}

/// What stands between two sentences.
const MARKS: [&str; 3] = ["\n", "; ", ": "];

/// All of them, those that say most first: the first that fits is the right one.
fn templates() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let entries = chinese().iter().filter(|(english, _)| {
            // One that says next to nothing, such as `{0} of {1}`, would fit everything.
            let letters = english.chars().filter(char::is_ascii_alphabetic).count();
            let begins = !english.starts_with("{0}") || english.contains('(');
            english.contains("{0}") && (letters > 3 || begins && letters > 1)
        });
        let mut found: Vec<Template> = entries
            .map(|(english, chinese)| Template {
                pieces: pieces(english.trim()),
                chinese: chinese.trim(),
            })
            .collect();
        found.sort_by_key(|template| {
            let length: usize = template.pieces.iter().map(|piece| piece.len()).sum();
            usize::MAX - length
        });
        found
    })
}

/// The text around `{0}`, `{1}` and so on, which stand in this order.
fn pieces(english: &'static str) -> Vec<&'static str> {
    let mut pieces = Vec::new();
    let mut rest = english;
    while let Some((before, behind)) = rest.split_once(&format!("{{{}}}", pieces.len())) {
        pieces.push(before);
        rest = behind;
    }
    pieces.push(rest);
    pieces
}

impl Template {
    /// The values in a message of this form.
    fn values<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.pieces.split_first()?;
        let (last, middle) = others.split_last()?;
        let mut rest = text.strip_prefix(first)?.strip_suffix(last)?;
        let mut values = Vec::new();
        for piece in middle {
            let (value, behind) = rest.split_once(piece)?;
            values.push(value);
            rest = behind;
        }
        values.push(rest);
        // A value of several sentences is at the start or the end of a line, in Chinese too, or this is another message.
        let has = |mark: &str| self.pieces.iter().any(|piece| piece.contains(mark));
        let marks: Vec<&str> = MARKS.into_iter().filter(|mark| !has(mark)).collect();
        let whole = |(number, value): (usize, &&str)| {
            let broken = marks.iter().any(|mark| value.contains(mark));
            !broken || self.begins(number) || self.ends_line(number)
        };
        values.iter().enumerate().all(whole).then_some(values)
    }

    /// Whether this value begins the message, in both languages.
    fn begins(&self, number: usize) -> bool {
        number == 0 && self.pieces[0].is_empty() && self.chinese.starts_with("{0}")
    }

    /// Whether a line ends behind this value, in both languages.
    fn ends_line(&self, number: usize) -> bool {
        let place = format!("{{{number}}}");
        let chinese = self.chinese.split_once(&place).map(|(_, behind)| behind);
        let behind = [self.pieces.get(number + 1).copied(), chinese];
        let ends = |text: &str| text.is_empty() || text.starts_with('\n');
        behind.into_iter().flatten().all(ends)
    }

    /// The Chinese message. A value in quotes or in brackets is names or what somebody wrote, and what a program has printed
    /// is its own: they stay.
    fn filled(&self, values: &[&str], left: &mut usize) -> String {
        let around = self.pieces.windows(2);
        let values: Vec<String> = (values.iter().zip(around))
            .map(|(value, around)| {
                let (before, behind) = (around[0], around[1]);
                let quotes = ['`', '"', '\''];
                let quoted = (quotes.iter())
                    .any(|&quote| before.ends_with(quote) && behind.starts_with(quote))
                    || behind.starts_with(']')
                    || before.ends_with(PRINTED);
                if quoted {
                    (*value).to_owned()
                } else {
                    apart(value, left)
                }
            })
            .collect();
        let values: Vec<&dyn Display> = values.iter().map(|value| value as &dyn Display).collect();
        put(self.chinese, &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_their_places() {
        let template = Template {
            pieces: pieces("cannot {0} `{1}`: {2}"),
            chinese: "{1}：{0}：{2}",
        };
        let values = template.values("cannot read `games`: no\nfile").unwrap();
        assert_eq!(values, ["read", "games", "no\nfile"]);
        assert_eq!(template.filled(&values, &mut 9), "games：read：no\nfile");
        assert!(template.values("cannot read `a\nb`: c").is_none());
        assert!(template.values("can read `a`: c").is_none());
        // No value is taken for a place.
        let text = template.filled(&["{1}", "{2}", "{0}"], &mut 9);
        assert_eq!(text, "{2}：{1}：{0}");
    }

    #[test]
    fn messages_are_looked_up_with_what_is_in_them() {
        for (english, chinese) in [
            ("cannot open a.jsonl", "无法打开 a.jsonl"),
            (
                "warning: a.jsonl: line 3 breaks off after 7 bytes and is dropped",
                "警告：a.jsonl：第 3 行在 7 字节之后中断，已丢弃",
            ),
            ("  it divided an integer by zero\n", "  它用整数除以零\n"),
            ("1 game", "1 局"),
            ("2 games", "2 局"),
            ("1 match", "1 场"),
            (
                "it exited with status 1; standard output: \"a; b\"",
                "它以状态 1 退出；标准输出：\"a; b\"",
            ),
            ("3 of what nobody says", "3 of what nobody says"),
            ("what nobody says", "what nobody says"),
            ("a.cpp: what nobody says", "a.cpp: what nobody says"),
            ("", ""),
        ] {
            assert_eq!(in_chinese(english), chinese, "{english}");
        }
    }

    #[test]
    fn every_message_is_found_again_with_its_values() {
        let values: [&dyn Display; 8] = [&"v0", &"v1", &"v2", &"v3", &"v4", &"v5", &"v6", &"v7"];
        for template in templates() {
            let places: Vec<String> = (0..template.pieces.len() - 1)
                .map(|number| format!("v{number}"))
                .collect();
            let mut english = template.pieces[0].to_owned();
            for (place, piece) in places.iter().zip(&template.pieces[1..]) {
                english = english + place + piece;
            }
            let core = english.trim();
            assert_eq!(
                in_chinese(core),
                put(template.chinese, &values).trim(),
                "{core}"
            );
        }
    }

    #[test]
    fn of_a_long_text_the_first_line_is_translated() {
        let long = "cannot open a: b; c\n".repeat(10_000);
        for text in [long.clone(), format!("warning: {long}")] {
            let chinese = in_chinese(&text);
            let first = chinese.lines().next().unwrap_or_default();
            assert!(first.contains("无法打开"), "{first}");
            assert!(chinese.ends_with("cannot open a: b; c\n"));
        }
        assert_eq!(in_chinese(&"x: ".repeat(10_000)), "x: ".repeat(10_000));
    }

    #[test]
    fn what_no_table_knows_is_soon_given_up() {
        for part in ["a: b; c\n", "x, and y: ", "warning: p; q, and r\n"] {
            let text = part.repeat(2000 / part.len());
            let chinese = in_chinese(&text);
            assert!(
                chinese.ends_with(part.trim_end_matches(' ')) || chinese == text,
                "{chinese}"
            );
        }
    }

    #[test]
    fn what_a_program_has_printed_stays() {
        let printed = "warning: cannot open a.jsonl; 3 games: it ended well, and so on\n";
        let printed = printed.repeat(3);
        let text = format!(
            "it exited with status 1; standard output: \"\"; end of standard error:\n{printed}"
        );
        let chinese = in_chinese(&text);
        assert!(chinese.starts_with("它以状态 1 退出"), "{chinese}");
        assert!(chinese.ends_with(&printed), "{chinese}");
    }

    #[test]
    fn names_in_quotes_stay() {
        // `games` is a word of the table.
        let text = in_chinese("`games` names no player; write for example my=bot.py");
        assert!(text.starts_with("`games` 没有写选手"), "{text}");
    }
}
