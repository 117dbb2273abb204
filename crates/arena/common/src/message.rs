//! Messages: what the arena says, in the language of the reader and in English.

use std::fmt::{self, Display};

use crate::texts::{Language, in_english, language};

/// A text that its reader gets in the language of the process, and a table for programs in English: see [`in_english`].
#[derive(Clone, Debug, Default)]
pub struct Message {
    english: String,
    /// In the language of the process if that is another one.
    shown: Option<String>,
}

impl Message {
    /// What is written in both languages, by [`said!`](crate::said).
    pub fn of(write: impl Fn() -> String) -> Self {
        Self {
            shown: (language() != Language::English).then(&write),
            english: in_english(write),
        }
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self
            .shown
            .as_ref()
            .filter(|_| language() != Language::English);
        f.write_str(shown.unwrap_or(&self.english))
    }
}

/// A [`Message`], written as [`said!`](crate::said).
#[macro_export]
macro_rules! msg {
    ($($text:tt)*) => { $crate::message::Message::of(|| $crate::said!($($text)*)) };
}

/// An error of [`anyhow`](::anyhow) that says a [`msg!`].
#[macro_export]
macro_rules! anyhow {
    ($($text:tt)*) => { ::anyhow::Error::msg($crate::msg!($($text)*)) };
}

/// Returns an [`anyhow!`].
#[macro_export]
macro_rules! bail {
    ($($text:tt)*) => { return ::std::result::Result::Err($crate::anyhow!($($text)*)) };
}

/// [`bail!`] unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $($text:tt)*) => { if !$holds { $crate::bail!($($text)*) } };
}

/// [`eprintln!`] of what is [`said!`](crate::said).
#[macro_export]
macro_rules! notice {
    ($($text:tt)*) => { eprintln!("{}", $crate::said!($($text)*)) };
}
