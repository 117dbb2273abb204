//! A command line of clap in the language of its reader: the English help is what stands at commands and arguments, the
//! other language is the table of [`texts`](crate::texts), put in before the command line is read.

use std::env;
use std::ffi::OsString;

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command};

use crate::foreign::translate;
use crate::texts::{self, Language};

/// Columns of a Chinese help text, and of the text behind an argument, which clap indents by ten.
pub const WIDTH: usize = 80;
/// See [`WIDTH`].
pub const ARGUMENT: usize = 70;

/// The characters that must not begin a Chinese line.
const NEVER_FIRST: &str = "，。；：、！？）》”’";

/// Chooses the language of the process: that of `--lang` in these words, or of the locale.
pub fn choose(words: &[OsString]) {
    let asked = wanted(words);
    if let Some(language) = asked {
        texts::ask(language);
    }
    texts::choose(asked.unwrap_or_else(|| Language::of_locale(|name| env::var(name).ok())));
}

/// Says what is wrong with a command line, or the help that was asked for, and ends the process.
pub fn refuse(error: &clap::Error) -> ! {
    if error.use_stderr() && texts::language() == Language::Chinese {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        eprintln!("{}{}", texts::tr("error: "), translate(text.trim_end()));
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// The language that `--lang` names: it must be known before the command line is read, for its help is in it.
fn wanted(words: &[OsString]) -> Option<Language> {
    let words = words.iter().map(|word| word.to_string_lossy());
    let mut words = words.take_while(|word| word != "--");
    while let Some(word) = words.next() {
        if word == "--lang" {
            return words.next()?.parse().ok();
        }
        if let Some(value) = word.strip_prefix("--lang=") {
            return value.parse().ok();
        }
    }
    None
}

/// A command line with Chinese help.
pub fn in_chinese(mut command: Command) -> Command {
    // clap adds its `--help` and `help` only here.
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let say = |text: &StyledStr| StyledStr::from(wrapped(&chinese(&text.to_string()), WIDTH));
    let about = command.get_about().map(say);
    let after = (command.get_after_help()).map(|text| StyledStr::from(chinese(&text.to_string())));
    command
        .about(Resettable::from(about))
        .after_help(Resettable::from(after))
        .subcommand_help_heading(texts::in_language("Commands", Language::Chinese))
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
            chinese("Usage:")
        ))
        .next_line_help(true)
        .mut_args(argument)
        .mut_subcommands(translated)
}

fn argument(argument: Arg) -> Arg {
    let usual = if argument.is_positional() {
        "Arguments"
    } else {
        "Options"
    };
    let heading = argument.get_help_heading().unwrap_or(usual);
    let heading = texts::chinese().get(heading).copied();
    let text = |text: &StyledStr| {
        let more = default(&argument);
        StyledStr::from(wrapped(
            &format!("{}{more}", chinese(&text.to_string())),
            ARGUMENT,
        ))
    };
    let help = argument.get_help().map(text);
    argument
        .help(Resettable::from(help))
        .help_heading(heading.unwrap_or("Options"))
        .hide_default_value(true)
}

/// The default of an argument, which clap prints in English only.
fn default(argument: &Arg) -> String {
    let mut text = String::new();
    if !argument.get_action().takes_values() {
        return text;
    }
    let defaults = argument.get_default_values();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let defaults: Vec<_> = defaults.iter().map(|text| text.to_string_lossy()).collect();
        text += &format!(" [{}{}]", chinese("default: "), defaults.join(" "));
    }
    text
}

fn chinese(text: &str) -> String {
    texts::paragraphs(text, Language::Chinese)
}

/// Breaks lines that are wider than this. clap breaks at spaces only, which a Chinese text does not have.
pub fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrapped_line(line, width)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for piece in pieces(line) {
        let columns = columns(piece);
        if column > 0 && column + columns > width {
            text.truncate(text.trim_end().len());
            text.push('\n');
            column = 0;
        }
        let piece = if column == 0 {
            piece.trim_start()
        } else {
            piece
        };
        text.push_str(piece);
        column += self::columns(piece);
    }
    text
}

/// A line in parts between which it may be broken: before every Chinese character that may begin a line, and before
/// every space.
fn pieces(line: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let wide = |c: char| columns(c.encode_utf8(&mut [0; 4])) == 2;
        let free = c == ' ' || wide(c) || wide(before);
        let opens = "（《“‘".contains(before);
        if at > 0 && free && !opens && !NEVER_FIRST.contains(c) {
            starts.push(at);
        }
        before = c;
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let parts = starts.iter().zip(ends);
    parts.map(|(start, end)| &line[*start..end]).collect()
}

/// Columns of a text on a terminal: Chinese characters and their punctuation take two.
pub fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| {
            if ('\u{1100}'..).contains(&c) && !('\u{2010}'..='\u{27bf}').contains(&c)
                || "“”‘’…".contains(c)
            {
                2
            } else {
                1
            }
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_before_the_line_is_read() {
        let wanted = |line: &str| wanted(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(wanted("arena --lang zh --help"), Some(Language::Chinese));
        assert_eq!(wanted("arena match a b --lang=en"), Some(Language::English));
        assert_eq!(wanted("arena match a b --lang"), None);
        assert_eq!(wanted("arena match -- --lang zh"), None);
    }

    #[test]
    fn chinese_lines_are_broken_where_they_may_be() {
        assert_eq!(wrapped("一二三四，五", 8), "一二三\n四，五");
        assert_eq!(wrapped("用 --lang zh 说中文", 9), "用 --lang\nzh 说中文");
        assert_eq!(wrapped("ab cd", 80), "ab cd");
    }
}
