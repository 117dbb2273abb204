//! Texts of others as messages.
//!
//! The arena's own texts are a [`msg!`](crate::msg). The system, libraries, manifests, rules and judges return English text:
//! where it comes in, it is read by the table `texts/others.zh.txt`, in which places stand for values. Quotations (source
//! lines, output, names, words that the user typed) are never read: values in quotes, and those whose place in the Chinese is
//! marked `raw`.

use std::sync::OnceLock;

use anyhow::Error;

use crate::Message;
use crate::texts::{Language, OTHERS, chinese, entries, language};

/// An error and its causes on one line, in the language of this process.
pub fn error(error: &Error) -> String {
    Message::from(error).to_string()
}

/// An English text in the language of this process. What the table does not know stays as it is.
pub fn translate(text: &str) -> String {
    shown(text).to_string()
}

/// A text as a message for a reader of this process: English needs no reading.
pub fn shown(text: &str) -> Message {
    match language() {
        Language::English => text.into(),
        Language::Chinese => read(text),
    }
}

/// An English text as a message; plain where the table does not know it.
pub fn read(text: &str) -> Message {
    known(text).unwrap_or_else(|| text.into())
}

fn known(text: &str) -> Option<Message> {
    // A text of the arena itself is not read a second time: its first words are Chinese.
    let head = text.trim_start().lines().next().unwrap_or_default();
    let head = head.split(": ").next().unwrap_or_default();
    let is_chinese = |c: char| ('\u{3000}'..='\u{9fff}').contains(&c);
    if head
        .split(['`', '"'])
        .step_by(2)
        .any(|part| part.contains(is_chinese))
    {
        return None;
    }
    let core = text.trim();
    let whole = || chinese().get_key_value(core).filter(|_| core.contains(' '));
    let found = whole().map(|(key, _)| (*key, Vec::new()));
    let found = found.or_else(|| templates().iter().find_map(|template| template.read(core)));
    if let Some((key, values)) = found {
        let text = text.replacen(core, key, 1).into();
        return Some(Message::Said { text, values });
    }
    let between = [("\n", "{0}\n{1}"), ("; ", "{0}; {1}")];
    let (between, joined) = between
        .into_iter()
        .find(|(between, _)| text.contains(between))?;
    let parts: Vec<_> = text
        .split(between)
        .map(|part| (part, known(part)))
        .collect();
    let is_known = parts.iter().any(|(_, known)| known.is_some());
    let parts = parts.into_iter();
    let parts = parts.map(|(part, known)| known.unwrap_or_else(|| part.into()));
    let all = parts.reduce(|text, part| text.joined(joined, part));
    all.filter(|_| is_known)
}

/// A text of others with places for values.
struct Template {
    key: &'static str,
    /// The text around the places.
    pieces: Vec<&'static str>,
    /// For each place, whether its value is quoted.
    raw: Vec<bool>,
}

impl Template {
    fn of(key: &'static str, chinese: &str) -> Self {
        let pieces: Vec<_> = key.split(['{', '}']).step_by(2).collect();
        let raw = pieces.windows(2).enumerate().map(|(place, around)| {
            let quotes = ['`', '\'', '"'].into_iter();
            let mut quotes = quotes.filter(|quote| around[0].ends_with(*quote));
            quotes.any(|quote| around[1].starts_with(quote))
                || around[1].starts_with(']')
                || chinese.contains(&format!("{{{place}:raw}}"))
        });
        let raw = raw.collect();
        Self { key, pieces, raw }
    }

    /// The values in a text of this form. Several sentences are not a value, except in quotes.
    fn read(&self, text: &str) -> Option<(&'static str, Vec<Message>)> {
        let [first, middle @ .., last] = &self.pieces[..] else {
            return None;
        };
        let mut rest = text.strip_prefix(first)?.strip_suffix(last)?;
        let mut found = Vec::new();
        for piece in middle {
            let (value, behind) = rest.split_once(piece)?;
            found.push(value);
            rest = behind;
        }
        found.push(rest);
        let values = found.into_iter().zip(&self.raw).map(|(value, raw)| {
            let several = value.contains('\n') || !raw && value.contains("; ");
            (!several).then(|| match value {
                _ if *raw => value.into(),
                // Single words that rules use for players.
                "black" | "white" => Message::Said {
                    text: value.to_owned().into(),
                    values: Vec::new(),
                },
                _ => read(value),
            })
        });
        Some((self.key, values.collect::<Option<_>>()?))
    }
}

/// Texts of others with places for values. Those that begin with words come first, then those that say most: the first that
/// fits is the right one.
fn templates() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let places = entries(OTHERS).filter(|(english, _)| english.contains("{0}"));
        let mut found: Vec<_> = places
            .map(|(english, chinese)| Template::of(english, chinese))
            .collect();
        found.sort_by_key(|template| {
            let words = template.pieces.concat().len();
            (template.pieces[0].is_empty(), usize::MAX - words)
        });
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_chinese(text: &str) -> String {
        let read = read(text);
        assert_eq!(read.english(), text);
        read.render(Language::Chinese)
    }

    #[test]
    fn every_text_is_read_with_its_values() {
        let names = ["v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7"];
        let values = names.map(Message::from).to_vec();
        let mut wrong = Vec::new();
        for (key, _) in entries(OTHERS) {
            let text = key.into();
            let values = if key.contains("{0}") {
                values.clone()
            } else {
                Vec::new()
            };
            let wanted = Message::Said { text, values }.render(Language::Chinese);
            let english = (names.iter().enumerate())
                .fold(key.to_owned(), |text, (number, name)| {
                    text.replace(&format!("{{{number}}}"), name)
                });
            let found = in_chinese(&english);
            if found != wanted {
                wrong.push((english, found, wanted));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn texts_are_read_line_by_line() {
        for (english, chinese) in [
            ("  the point is occupied\n", "  该点已有棋子\n"),
            (
                "unexpected argument '--gamez' found\n\n  tip: a similar argument exists: '--games'",
                "没有参数 '--gamez'\n\n  提示：有相近的参数 '--games'",
            ),
            (
                "move 3: white may not play 4,4: the point is occupied",
                "第 3 着：白方不能走 4,4：该点已有棋子",
            ),
            ("what nobody says; a.cpp: no", "what nobody says; a.cpp: no"),
            ("", ""),
        ] {
            assert_eq!(in_chinese(english), chinese, "{english}");
        }
    }

    #[test]
    fn what_is_quoted_or_said_already_stays() {
        for (english, chinese) in [
            ("missing field `games`", "缺少 `games`"),
            (
                "missing field `the point is occupied`",
                "缺少 `the point is occupied`",
            ),
            ("游戏：4 is missing", "游戏：4 is missing"),
            ("in seq: 游戏", "seq 中：游戏"),
            ("`游戏` is not a player", "`游戏` is not a player"),
        ] {
            assert_eq!(in_chinese(english), chinese, "{english}");
        }
    }
}
