//! Messages: the texts of the arena as values. A message keeps its text and the values in it, so that it can be rendered in
//! any language: a log stores failures so.

use std::borrow::{Borrow, Cow};
use std::fmt::{self, Display};

use anyhow::Error;
use serde::{Deserialize, Serialize, Serializer};

use crate::foreign;
use crate::texts::{Language, in_english, in_language, language};

/// A text for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Message {
    /// Words that are the same in every language: names, output, and the failures of logs that keep only their text.
    Plain(String),
    /// A text of the table, and the values of its places.
    Said {
        /// The English text, with `{0}`, `{1}` and so on in the places of the values.
        text: Cow<'static, str>,
        /// The values.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        values: Vec<Message>,
    },
    /// A text that is put together, in English and in the language of the process. A log keeps the first.
    #[serde(skip_deserializing)]
    Both(#[serde(serialize_with = "english")] [String; 2]),
}

fn english<S: Serializer>(both: &[String; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&both[0])
}

impl Default for Message {
    fn default() -> Self {
        Message::Plain(String::new())
    }
}

impl Message {
    /// The text that `write` returns in each language.
    pub fn of(write: impl Fn() -> String) -> Self {
        Self::in_both(|| Message::Plain(write()))
    }

    /// The message that `make` returns by [`said_value!`](crate::said_value); two texts where a value differs by language.
    pub fn in_both(make: impl Fn() -> Message) -> Self {
        let english = in_english(&make);
        if language() == Language::English {
            return english;
        }
        let [text, shown] = [&english, &make()].map(|message| message.render(language()));
        if text == shown {
            english
        } else {
            Message::Both([english.english(), shown])
        }
    }

    /// One message below the other, if there is another one.
    #[must_use]
    pub fn above(self, below: impl Into<Option<Message>>) -> Message {
        match below.into() {
            Some(below) => self.joined("{0}\n{1}", below),
            None => self,
        }
    }

    /// Both messages in the places of this text of the table.
    pub(crate) fn joined(self, text: &'static str, other: Message) -> Message {
        Message::Said {
            text: text.into(),
            values: vec![self, other],
        }
    }

    /// The text in this language.
    pub fn render(&self, language: Language) -> String {
        match (self, language) {
            (Message::Plain(text), _) => text.clone(),
            (Message::Both([english, _]), Language::English) => english.clone(),
            (Message::Both([_, shown]), Language::Chinese) => shown.clone(),
            (Message::Said { text, values }, _) => {
                let core = text.trim();
                let core_said = in_language(core, language);
                let values = values.iter().map(|value| value.render(language));
                put(
                    &text.replacen(core, core_said, 1),
                    &values.collect::<Vec<_>>(),
                )
            }
        }
    }

    /// The text in English: a program reads it, or searches it for what was printed.
    pub fn english(&self) -> String {
        self.render(Language::English)
    }
}

/// Bytes of a text from which on no more values are put.
const LONGEST: usize = 1 << 20;

/// A text with values in place of `{0}`, `{1}` and so on. Behind the number of a place may stand a mark: see
/// [`said_value!`](crate::said_value). A text of a stranger's log is cut where nested values make it grow.
fn put(text: &str, values: &[String]) -> String {
    let mut parts = text.split('{');
    let mut put = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let place = part.split_once('}').and_then(|(place, behind)| {
            let number = place.split(':').next()?.parse::<usize>().ok()?;
            Some((values.get(number)?, behind))
        });
        match place {
            _ if put.len() > LONGEST => break,
            Some((value, behind)) => put.extend([value, behind]),
            None => put.extend(["{", part]),
        }
    }
    put
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.render(language()))
    }
}

impl From<&str> for Message {
    /// The text as it is.
    fn from(text: &str) -> Self {
        Message::Plain(text.to_owned())
    }
}

impl From<&Error> for Message {
    /// An error and its causes on one line.
    fn from(error: &Error) -> Self {
        Self::in_both(|| {
            let causes = error.chain().map(|cause| foreign::read(&cause.to_string()));
            let text = causes.reduce(|text, cause| text.joined("{0}: {1}", cause));
            text.unwrap_or_default()
        })
    }
}

/// A value of a message: a message is kept as it is, anything else is a [`Shown`].
#[derive(Debug)]
pub struct Value<'a, T: ?Sized>(pub &'a T);

impl<M: Borrow<Message>> Value<'_, M> {
    /// The message. Where there is one, this goes before the method of the trait.
    pub fn message(&self, _: bool) -> Message {
        self.0.borrow().clone()
    }
}

/// A value that is not a message.
pub trait Shown {
    /// Its text: as it is if it is `quoted`, else as a message if it is one of others.
    fn message(&self, quoted: bool) -> Message;
}

impl<T: Display + ?Sized> Shown for Value<'_, T> {
    fn message(&self, quoted: bool) -> Message {
        let text = self.0.to_string();
        if quoted {
            Message::Plain(text)
        } else {
            foreign::shown(&text)
        }
    }
}

/// A [`Message`]: a text of the table and its values, as [`format!`] takes them.
#[macro_export]
macro_rules! msg {
    ($($text:tt)*) => { $crate::message::Message::in_both(|| $crate::said_value!($($text)*)) };
}

/// [`format!`] in the language of the reader: the text of a [`msg!`].
#[macro_export]
macro_rules! said {
    ($($text:tt)*) => { ::std::string::ToString::to_string(&$crate::said_value!($($text)*)) };
}

/// An error of [`anyhow`](::anyhow) that says a [`msg!`].
#[macro_export]
macro_rules! error {
    ($($text:tt)*) => { ::anyhow::Error::msg($crate::msg!($($text)*)) };
}

/// Returns an [`error!`].
#[macro_export]
macro_rules! fail {
    ($($text:tt)*) => { return ::std::result::Result::Err($crate::error!($($text)*)) };
}

/// [`fail!`] unless a condition holds.
#[macro_export]
macro_rules! require {
    ($holds:expr, $($text:tt)*) => { if !$holds { $crate::fail!($($text)*) } };
}

/// [`eprintln!`] of what is [`said!`](crate::said).
#[macro_export]
macro_rules! notice {
    ($($text:tt)*) => { eprintln!("{}", $crate::said!($($text)*)) };
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn values_stand_in_their_places() {
        let values = ["a".to_owned(), "b".repeat(LONGEST)];
        assert_eq!(put("{0:raw} `{0}` {x} {9} {", &values), "a `a` {x} {9} {");
        assert_eq!(put("{1}{1}{0}{1}", &values).len(), 2 * LONGEST);
    }

    #[test]
    fn a_message_is_its_text_and_its_values() {
        let (code, path) = (3, Path::new("bot"));
        let ended = msg!("it exited with status {code}");
        let message = msg!("{}: {ended}", path.display());
        assert_eq!(message.to_string(), "bot: it exited with status 3");
        assert_eq!(message.render(Language::Chinese), "bot：它以状态 3 退出");
        assert_eq!(
            said!(" {ended}\n{:>3}", code),
            " it exited with status 3\n  3"
        );
    }
}
