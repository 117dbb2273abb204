//! English texts of others in the language of the reader.
//!
//! What the arena says itself is a [`said!`](crate::said). What a log keeps, and what the system, libraries, manifests, rules and
//! bots say, is an English text when it is shown: it is looked up line by line. The table `texts/others.zh.txt` has it with
//! places for values, in which any text may stand.

use std::sync::OnceLock;

use anyhow::Error;

use crate::texts::{Language, OTHERS, chinese, entries, language};

/// An error and its causes on one line, in the language of this process.
pub fn error(error: &Error) -> String {
    let causes = error.chain().map(|cause| translate(&cause.to_string()));
    let between = match language() {
        Language::English => ": ",
        Language::Chinese => "：",
    };
    causes.collect::<Vec<_>>().join(between)
}

/// An English text in the language of this process. What the table does not know stays as it is.
pub fn translate(text: &str) -> String {
    match language() {
        Language::English => text.to_owned(),
        Language::Chinese => in_chinese(text),
    }
}

/// Bytes of a text that is looked up from each of its lines on; what is longer is looked up line by line.
const LONG: usize = 8 << 10;

/// [`translate`] where the reader reads Chinese.
pub fn in_chinese(text: &str) -> String {
    let (mut chinese, mut rest) = (String::new(), text);
    loop {
        let short = rest.len() == text.len() || rest.len() < LONG;
        if let Some(found) = short.then(|| known(rest)).flatten() {
            return chinese + &found;
        }
        let (line, behind) = match rest.split_once('\n') {
            Some((line, behind)) => (line, Some(behind)),
            None => (rest, None),
        };
        chinese += &known(line).unwrap_or_else(|| parts(line));
        let Some(behind) = behind else {
            return chinese;
        };
        chinese.push('\n');
        rest = behind;
    }
}

/// A line of which some parts may be known.
fn parts(line: &str) -> String {
    let found: Vec<_> = line.split("; ").map(|part| (part, known(part))).collect();
    if found.iter().all(|(_, known)| known.is_none()) {
        return line.to_owned();
    }
    let parts = found.into_iter();
    let parts = parts.map(|(part, known)| known.unwrap_or_else(|| part.to_owned()));
    parts.collect::<Vec<_>>().join("；")
}

/// A text of the table, as it is or with values in its places.
fn known(text: &str) -> Option<String> {
    let core = text.trim();
    let found = match chinese().get(core) {
        Some(chinese) => (*chinese).to_owned(),
        None => templates()
            .iter()
            .find_map(|(pieces, chinese)| Some(put(chinese, &values(pieces, core)?)))?,
    };
    Some(text.replacen(core, &found, 1))
}

/// Texts of others with places for values: what stands around these, and the Chinese. Those that say most come first: the
/// first that fits is the right one.
fn templates() -> &'static [(Vec<&'static str>, &'static str)] {
    static TEMPLATES: OnceLock<Vec<(Vec<&str>, &str)>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let places = entries(OTHERS).filter(|(english, _)| english.contains("{0}"));
        let mut found: Vec<_> = places
            .map(|(english, chinese)| (english.split(['{', '}']).step_by(2).collect(), chinese))
            .collect();
        found.sort_by_key(|(pieces, _): &(Vec<&str>, _)| usize::MAX - pieces.concat().len());
        found
    })
}

/// The values in a text of this form.
fn values(pieces: &[&str], text: &str) -> Option<Vec<String>> {
    let [first, middle @ .., last] = pieces else {
        return None;
    };
    let mut rest = text.strip_prefix(first)?.strip_suffix(last)?;
    let mut values = Vec::new();
    for piece in middle {
        let (value, behind) = rest.split_once(piece)?;
        values.push(value.to_owned());
        rest = behind;
    }
    values.push(rest.to_owned());
    // Several sentences are no value within one.
    let several = |text: &str| text.contains("; ") || text.contains('\n');
    let fits =
        pieces.iter().any(|piece| several(piece)) || !values.iter().any(|text| several(text));
    fits.then_some(values)
}

/// What stands in front of what another program has printed.
const PRINTED: &str = "标准错误的末尾：\n";

/// A Chinese text with values in place of `{0}`, `{1}` and so on. They are looked up, too, but for names, which are in quotes
/// or brackets, and for what a program has printed.
pub fn put(chinese: &str, values: &[String]) -> String {
    let mut parts = chinese.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split_once('}').and_then(|(number, behind)| {
            let value = values.get(number.parse::<usize>().ok()?)?;
            let quotes = [('`', '`'), ('"', '"'), ('\'', '\''), ('“', '”')];
            let mut quotes = quotes.iter();
            let quoted =
                quotes.any(|(open, close)| text.ends_with(*open) && behind.starts_with(*close));
            Some(
                match quoted || behind.starts_with(']') || text.ends_with(PRINTED) {
                    true => format!("{value}{behind}"),
                    false => in_chinese(value) + behind,
                },
            )
        });
        text += &value.unwrap_or_else(|| format!("{{{part}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_their_places() {
        let pieces = ["cannot ", " `", "`: ", ""];
        let found = values(&pieces, "cannot read `games`: no: file").unwrap();
        assert_eq!(found, ["read", "games", "no: file"]);
        assert_eq!(
            put("{2} `{1}` {x} {9} {", &found),
            "no: file `games` {x} {9} {"
        );
        assert_eq!(values(&pieces, "cannot read `a`: b; c"), None);
        assert_eq!(values(&pieces, "can read `a`: c"), None);
    }

    #[test]
    fn texts_are_looked_up_line_by_line() {
        for (english, chinese) in [
            ("  it divided an integer by zero\n", "  它用整数除以零\n"),
            (
                "unexpected argument '--gamez' found\n\n  tip: a similar argument exists: '--games'",
                "没有参数 '--gamez'\n\n  提示：有相近的参数 '--games'",
            ),
            (
                "it exited with status 1; standard output: \"a; b\"",
                "它以状态 1 退出；标准输出：\"a; b\"",
            ),
            (
                "dist/a.cpp\nUpload: on botzone.org.cn, My Bots, add a bot for this game: any C++ language, this file as \
                 source;\nleave \"simplified interaction\" unticked;\nx.",
                "dist/a.cpp\n上传：在 botzone.org.cn 的“我的 Bot”里为该游戏添加一个 bot：语言选任意一种 C++，源代码即此文件；\n\
                 不要勾选“使用简化交互”；\nx。",
            ),
            ("what nobody says; a.cpp: no", "what nobody says; a.cpp: no"),
            ("", ""),
        ] {
            assert_eq!(in_chinese(english), chinese, "{english}");
        }
    }

    #[test]
    fn every_text_is_found_again_with_its_values() {
        let names: Vec<String> = (0..8).map(|number| format!("v{number}")).collect();
        for (english, chinese) in entries(OTHERS) {
            assert_eq!(in_chinese(&put(english, &names)), put(chinese, &names));
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
        assert_eq!(in_chinese("missing field `games`"), "缺少 `games`");
        let values = ["nobody".to_owned(), "it sent no packet".to_owned()];
        let known = in_chinese(&values[1]);
        assert_eq!(
            put("`{0}`{1} `{1}`", &values),
            format!("`nobody`{known} `{}`", values[1])
        );
    }
}
