//! The texts of the arena in the language of the reader: English, or Chinese by the table in the files of `texts/`.
//!
//! The English text is the key. An entry of the table is the English text, a line `=`, and the Chinese text; an empty
//! line ends it. A help text is looked up paragraph by paragraph, so that a change of one paragraph asks for one new
//! translation; a text without one is shown in English. `cli/tests/all/texts.rs` lists the texts without one.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

/// Texts of others (the system, libraries, rules, judges), see [`foreign`](crate::foreign).
pub(crate) const OTHERS: &str = include_str!("../texts/others.zh.txt");

/// Help, tables and pages; all other messages; and the texts of others.
const CHINESE: [&str; 3] = [
    include_str!("../texts/zh.txt"),
    include_str!("../texts/messages.zh.txt"),
    OTHERS,
];

/// A language that the arena speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "en" => Ok(Language::English),
            "zh" => Ok(Language::Chinese),
            _ => Err("write en or zh".to_owned()),
        }
    }
}

impl Language {
    /// Its name, as `--lang` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// The language of the locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides.
    /// `variable` looks a variable up.
    pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let mut set = names
            .iter()
            .filter_map(|name| variable(name).filter(|text| !text.is_empty()));
        match set.next() {
            Some(locale) if locale.starts_with("zh") => Language::Chinese,
            _ => Language::English,
        }
    }
}

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language of this process. Only the first call counts.
pub fn choose(language: Language) {
    let _ = CHOSEN.set(language);
}

/// The language of this process; English if none was chosen, and within [`in_english`].
pub fn language() -> Language {
    match ENGLISH.get() {
        true => Language::English,
        false => CHOSEN.get().copied().unwrap_or_default(),
    }
}

thread_local! {
    static ENGLISH: Cell<bool> = const { Cell::new(false) };
}

/// The result of `write` with all texts in English, in any language of this process: for output that programs read.
pub fn in_english<T>(write: impl FnOnce() -> T) -> T {
    let outer = ENGLISH.replace(true);
    let written = write();
    ENGLISH.set(outer);
    written
}

static ASKED: OnceLock<Language> = OnceLock::new();

/// Notes that the reader has asked for this language by name. Only the first call counts.
pub fn ask(language: Language) {
    let _ = ASKED.set(language);
}

/// The language that the reader has asked for by name; `None` if the process speaks that of the locale. A page, which
/// may be read on another machine, speaks its browser's language then.
pub fn asked() -> Option<Language> {
    ASKED.get().copied()
}

/// The Chinese table: English texts and their translations.
pub fn chinese() -> &'static BTreeMap<&'static str, &'static str> {
    static TABLE: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    TABLE.get_or_init(|| CHINESE.iter().flat_map(|file| entries(file)).collect())
}

/// The entries of a file.
pub(crate) fn entries(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let entries = file.trim_end().split("\n\n");
    entries.filter_map(|entry| entry.trim_matches('\n').split_once("\n=\n"))
}

/// A text in the language of this process.
pub fn tr(text: &str) -> &str {
    in_language(text, language())
}

/// A text in this language: in English what it is.
pub fn in_language(text: &str, language: Language) -> &str {
    match language {
        Language::English => text,
        Language::Chinese => chinese().get(text).copied().unwrap_or(text),
    }
}

/// A number with its noun in the language of this process: `1 core`, `2 cores`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    match language() {
        Language::English if number == "1" => format!("{number} {one}"),
        _ => format!("{number} {}", tr(many)),
    }
}

/// A help text in this language, paragraph by paragraph. Below `Examples:` stand commands, which are the same in
/// every language; their comments are not.
pub fn paragraphs(text: &str, language: Language) -> String {
    let translated: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| match paragraph.split_once('\n') {
            Some((first, commands)) if EXAMPLES.contains(&first) => {
                let commands = commands.lines().map(|line| match line.split_once(COMMENT) {
                    Some((command, comment)) => {
                        format!("{command}{COMMENT}{}", in_language(comment, language))
                    }
                    None => line.to_owned(),
                });
                let commands: Vec<String> = commands.collect();
                format!("{}\n{}", in_language(first, language), commands.join("\n"))
            }
            _ => in_language(paragraph, language).to_owned(),
        })
        .collect();
    translated.join("\n\n")
}

/// The first lines of a paragraph of commands.
const EXAMPLES: [&str; 2] = ["Example:", "Examples:"];

/// The separator between a command and a comment on it.
const COMMENT: &str = "  # ";

/// The keys under which [`paragraphs`] looks a help text up.
pub fn keys(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n")
        .flat_map(|paragraph| match paragraph.split_once('\n') {
            Some((first, commands)) if EXAMPLES.contains(&first) => {
                let comments = commands.lines().filter_map(|line| line.split_once(COMMENT));
                let mut keys = vec![first];
                keys.extend(comments.map(|(_, comment)| comment));
                keys
            }
            _ => vec![paragraph],
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_the_table_can_be_read() {
        let files = CHINESE.iter().map(|file| file.trim_end().split("\n\n"));
        let entries: Vec<&str> = files.flatten().collect();
        for entry in &entries {
            let comment = entry.lines().all(|line| line.starts_with("# "));
            let parts = entry.split("\n=\n").count();
            assert!(comment || parts == 2, "no entry and no comment:\n{entry}");
        }
        let comments = entries.iter().filter(|entry| entry.starts_with("# "));
        assert_eq!(
            chinese().len(),
            entries.len() - comments.count(),
            "an English text is there twice"
        );
        for (english, chinese) in chinese() {
            let places = |text: &str| {
                let mut found: Vec<String> = text
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| Some(rest.split_once('}')?.0.to_owned()))
                    .map(|place| {
                        // The Chinese text gives the form of a value: see `said_value!`.
                        place.strip_suffix(":raw").unwrap_or(&place).to_owned()
                    })
                    .filter(|place| place.parse::<usize>().is_ok())
                    .collect();
                found.sort();
                found
            };
            assert_eq!(places(english), places(chinese), "{english}");
        }
    }

    #[test]
    fn the_locale_decides_as_everywhere() {
        let language = |set: &[(&str, &str)]| {
            Language::of_locale(|name| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(language(&[]), Language::English);
        assert_eq!(language(&[("LANG", "zh_CN.UTF-8")]), Language::Chinese);
        let set = [("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")];
        assert_eq!(language(&set), Language::English);
        let set = [("LANG", "C"), ("LC_MESSAGES", "zh_TW"), ("LC_ALL", "")];
        assert_eq!(language(&set), Language::Chinese);
    }

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        let said = [0, 1, 2, 21].map(|number| counted(number, "match", "matches"));
        assert_eq!(said, ["0 matches", "1 match", "2 matches", "21 matches"]);
    }

    #[test]
    fn paragraphs_are_looked_up_one_by_one() {
        let text = "Examples:\n  arena list\n  arena play nogo  # you play\n\nunknown";
        assert_eq!(
            paragraphs(text, Language::Chinese),
            "示例：\n  arena list\n  arena play nogo  # 由你来下\n\nunknown"
        );
        assert_eq!(paragraphs(text, Language::English), text);
        let keys: Vec<&str> = keys(text).collect();
        assert_eq!(keys, ["Examples:", "you play", "unknown"]);
    }
}
