//! English texts of others in the language of the reader.
//!
//! What the arena says itself is a [`said!`](crate::said). What a log keeps, and what the system, libraries, manifests, rules and
//! bots say, is an English text when it is shown: it is looked up line by line. The table `texts/others.zh.txt` has it with
//! places for values, in which any text may stand. What is quoted (source lines, output, names, what the user typed) is
//! never changed: text in quotes, and values whose place in the Chinese is marked: see [`put`].

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
    if is_chinese(text) {
        return text.to_owned();
    }
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

/// Returns true for a text that the arena has said already: before a colon its first line has Chinese that is not quoted.
/// What such a text quotes must not be looked up a second time.
fn is_chinese(text: &str) -> bool {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let line = line.split(": ").next().unwrap_or_default();
    let chinese = |c: char| ('\u{3000}'..='\u{9fff}').contains(&c) || ('：'..='；').contains(&c);
    let quoted = quoted(line);
    (line.char_indices()).any(|(at, c)| chinese(c) && !quoted.iter().any(|span| span.contains(&at)))
}

/// The quoted spans of a line: in backticks, or in double quotes with escapes, as `{:?}` writes them.
fn quoted(line: &str) -> Vec<std::ops::Range<usize>> {
    let (mut spans, mut open, mut escaped) = (Vec::new(), None, false);
    for (at, c) in line.char_indices() {
        match open {
            Some((start, quote)) if c == quote && !escaped => {
                spans.push(start..at + 1);
                open = None;
            }
            Some((_, '"')) => escaped = c == '\\' && !escaped,
            Some(_) => {}
            None if c == '`' || c == '"' => open = Some((at, c)),
            None => {}
        }
    }
    spans
}

/// A text at every `; ` that is not quoted.
fn sentences(text: &str) -> Vec<&str> {
    let quoted = quoted(text);
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, between) in text.match_indices("; ") {
        if !quoted.iter().any(|span| span.contains(&at)) {
            found.push(&text[start..at]);
            start = at + between.len();
        }
    }
    found.push(&text[start..]);
    found
}

/// A line of which some parts may be known.
fn parts(line: &str) -> String {
    let found: Vec<_> = (sentences(line).into_iter())
        .map(|part| (part, known(part)))
        .collect();
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
    let found = whole(core).or_else(|| fitting(core, templates().iter()))?;
    Some(text.replacen(core, &found, 1))
}

/// A text of the table without places. A single word is none: it is a name.
fn whole(core: &str) -> Option<String> {
    let found = chinese().get(core).filter(|_| core.contains(' '))?;
    Some((*found).to_owned())
}

fn fitting<'a>(core: &str, mut among: impl Iterator<Item = &'a Template>) -> Option<String> {
    among.find_map(|template| {
        let values = values(template, core)?;
        Some(filled(template.chinese, &values, |word| {
            let word = chinese().get(word).filter(|_| SIDES.contains(&word));
            word.map(|word| (*word).to_owned())
        }))
    })
}

/// Single words that rules use for players.
const SIDES: [&str; 2] = ["black", "white"];

/// A line of a cause is ours, and then it begins with words of ours; or it is what the program itself has said.
fn cause(text: &str) -> String {
    let ours = || templates().iter().filter(|it| !it.pieces[0].is_empty());
    let lines = text.split('\n').map(|line| {
        let core = line.trim();
        let found = whole(core).or_else(|| fitting(core, ours()));
        found.map_or_else(|| line.to_owned(), |found| line.replacen(core, &found, 1))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text of others with places for values.
struct Template {
    /// What stands around the places.
    pieces: Vec<&'static str>,
    /// For each place, whether its value may look like several sentences: it is quoted.
    quoted: Vec<bool>,
    chinese: &'static str,
}

/// Texts of others with places for values. Those that begin with words come first, then those that say most: the first that
/// fits is the right one.
fn templates() -> &'static [Template] {
    static TEMPLATES: OnceLock<Vec<Template>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let places = entries(OTHERS).filter(|(english, _)| english.contains("{0}"));
        let mut found: Vec<_> = places
            .map(|(english, chinese)| {
                let pieces: Vec<_> = english.split(['{', '}']).step_by(2).collect();
                let between = pieces.windows(2).enumerate();
                let quoted = between.map(|(place, around)| {
                    let line = chinese.contains(&format!("{{{place}:line}}"));
                    line || around[0].ends_with('`') && around[1].starts_with('`')
                });
                Template {
                    quoted: quoted.collect(),
                    pieces,
                    chinese,
                }
            })
            .collect();
        found.sort_by_key(|template| {
            let words = template.pieces.concat().len();
            (template.pieces[0].is_empty(), usize::MAX - words)
        });
        found
    })
}

/// The values in a text of this form.
fn values(template: &Template, text: &str) -> Option<Vec<String>> {
    let pieces = &template.pieces;
    let [first, middle @ .., last] = &pieces[..] else {
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
    // Several sentences are no value within one, but for a quoted one.
    let several =
        |text: &str, quoted: bool| text.contains('\n') || !quoted && sentences(text).len() > 1;
    let fits = (pieces.iter()).any(|piece| piece.contains("; ") || piece.contains('\n'))
        || !(values.iter().zip(&template.quoted)).any(|(text, quoted)| several(text, *quoted));
    fits.then_some(values)
}

/// A Chinese text with values in place of `{0}`, `{1}` and so on. They are looked up, too, but for single words, for what is
/// in quotes or brackets, and for those of marked places: `{0:raw}` is quoted as it is, `{0:line}`, too, and may look like
/// several sentences; `{0:cause}` is a failure's cause, of which a program may have said some lines.
pub fn put(chinese: &str, values: &[String]) -> String {
    filled(chinese, values, |_| None)
}

/// [`put`]; `word` has the Chinese of single words.
fn filled(chinese: &str, values: &[String], word: impl Fn(&str) -> Option<String>) -> String {
    let mut parts = chinese.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let value = part.split_once('}').and_then(|(place, behind)| {
            let (number, mark) = place.split_once(':').unwrap_or((place, ""));
            let value = values.get(number.parse::<usize>().ok()?)?;
            let quotes = [('`', '`'), ('"', '"'), ('\'', '\''), ('“', '”')];
            let mut quotes = quotes.iter();
            let quoted =
                quotes.any(|(open, close)| text.ends_with(*open) && behind.starts_with(*close));
            let shown = match mark {
                "cause" => cause(value),
                "raw" | "line" => value.clone(),
                _ if quoted || behind.starts_with(']') => value.clone(),
                _ => word(value).unwrap_or_else(|| in_chinese(value)),
            };
            Some(shown + behind)
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
        let template = Template {
            pieces: vec!["cannot ", " `", "`: ", ""],
            quoted: vec![false; 3],
            chinese: "",
        };
        let found = values(&template, "cannot read `games`: no: file").unwrap();
        assert_eq!(found, ["read", "games", "no: file"]);
        assert_eq!(
            put("{2} `{1}` {x} {9} {", &found),
            "no: file `games` {x} {9} {"
        );
        assert_eq!(values(&template, "cannot read `a`: b; c"), None);
        assert_eq!(values(&template, "can read `a`: c"), None);
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
        let mut wrong = Vec::new();
        for (english, chinese) in entries(OTHERS) {
            let (found, wanted) = (in_chinese(&put(english, &names)), put(chinese, &names));
            if found != wanted {
                wrong.push((english, found, wanted));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
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
    fn quoted_lines_stay_as_they_are() {
        // Each would be known, or split at its semicolons, if it were a sentence of ours.
        for code in [
            "if (x < 0) { abort(); }",
            "it sent no packet; return 1;",
            "x = \"no legal move\"; the net is missing",
            "no legal move",
            "a = 1; /* 中文 */ b = 2;",
        ] {
            let said = format!("RuntimeError: {code}; the net is missing");
            let printed = format!("{code}\n{said}\nit exited with status 1\n");
            let text = format!(
                "it exited with status 1; if it reads JSON, leave --simple-io out, or add ,json behind this player\n{said}\nit \
                 failed at a; b.py:3: {code}\nstandard output: {printed:?}; end of standard error:\n{printed}"
            );
            let chinese = format!(
                "它以状态 1 退出；若它读 JSON，请去掉 --simple-io，或在这个程序后写 ,json\n{said}\n出错位置：a; \
                 b.py:3：{code}\n标准输出：{printed:?}；标准错误的末尾：\n{printed}"
            );
            assert_eq!(in_chinese(&text), chinese);
            // What is said already is not looked up again, wherever it is put.
            assert_eq!(in_chinese(&chinese), chinese);
            assert_eq!(put("{0}", std::slice::from_ref(&chinese)), chinese);
            let both = in_chinese(&format!("in JSON: {text}\nin simple IO: {text}"));
            assert_eq!(both, format!("用 JSON：{chinese}\n用简化交互：{chinese}"));
        }
    }

    #[test]
    fn names_and_what_the_user_typed_stay() {
        for name in ["bot", "games", "max", "a; b", "match"] {
            let value = [name.to_owned()];
            assert_eq!(put("无法打开 {0:raw}", &value), format!("无法打开 {name}"));
            assert_eq!(put("选手 {0}：", &value), format!("选手 {name}："));
        }
        let raw = ["it sent no packet".to_owned()];
        assert_eq!(put("无法打开 {0:raw}", &raw), "无法打开 it sent no packet");
        assert_eq!(
            in_chinese("move 3: white may not play 4,4: the point is occupied"),
            "第 3 着：白方不能走 4,4：该点已有棋子"
        );
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
