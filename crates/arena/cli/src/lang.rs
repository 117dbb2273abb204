//! The command line in the language of its reader. The English help is what stands at commands and arguments; the other
//! language is the table of `arena_common::texts`, put in before the command line is read.

use std::env;
use std::ffi::OsString;

use arena_common::texts::{self, Language};
use arena_common::translate::translate;
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use statistics::league::standings::Standings;
use statistics::league::table;
use statistics::report;
use statistics::table::Table;

use crate::catalog::Catalog;
use crate::check::steps;
use crate::cli::Cli;
use crate::commands::{list, merge, sprt};
use crate::positions;

/// Columns of a Chinese help text, and of the text behind an argument, which clap indents by ten.
const WIDTH: usize = 80;
const ARGUMENT: usize = 70;

/// What a Chinese line must not begin with.
const NEVER_FIRST: &str = "，。；：、！？）》”’";

/// Chooses the language of the process, and reads its command line. One that cannot be read ends the process, as does a
/// call for help.
pub fn parse(words: Vec<OsString>, catalog: &Catalog) -> Cli {
    let asked = wanted(&words);
    if let Some(language) = asked {
        texts::ask(language);
    }
    texts::choose(asked.unwrap_or_else(|| Language::of_locale(|name| env::var(name).ok())));
    let matches = command(texts::language(), catalog).try_get_matches_from(words);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| refuse(&error))
}

/// Says what is wrong with a command line, or the help that was asked for, and ends the process.
fn refuse(error: &clap::Error) -> ! {
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

/// The arena's command line with its help in this language, and with the games of the catalog in it.
pub fn command(language: Language, catalog: &Catalog) -> Command {
    let botzone = catalog.games.botzone_names();
    let mut saiblo = catalog.games.names();
    saiblo.retain(|name| !botzone.contains(name));
    let games = [
        ("{games}", catalog.games.names().join(", ")),
        ("{botzone-games}", botzone.join(", ")),
        ("{saiblo-games}", saiblo.join(", ")),
    ];
    let mut command = Cli::command();
    if language == Language::English {
        return with_games(command, language, &games);
    }
    // What clap adds itself, `--help` and `help`, is there only then.
    command.build();
    with_games(translated(command), language, &games)
}

/// What stands for a list of games, and the list.
type Lists = [(&'static str, String); 3];

/// The tables of a command, without rows; none of one that has none.
pub fn tables(command: &str) -> Vec<Table> {
    let games = referee::games::standard();
    let halves = games.iter().find(|game| game.match_winner.is_some());
    match command {
        "match" => report::empty(halves, None),
        "sprt" => report::empty(halves, sprt::empty().as_ref()),
        "league" => table::tables(&[], &Standings::new(0)).into(),
        "merge" => merge::tables(&[], &Standings::new(0), sprt::empty().as_ref()),
        "list" => vec![list::table(&[])],
        "positions" => vec![positions::table()],
        "check" => vec![steps::table()],
        _ => Vec::new(),
    }
}

/// A text with the tables of a command in each place `{tables COMMAND}`: the tables themselves are the only source of it.
pub fn with_tables(text: &str) -> String {
    let mut parts = text.split("{tables ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (command, rest) = part.split_once('}').unwrap_or((part, ""));
        text + &columns_of(command, texts::language()) + rest
    })
}

/// What the help says of a command's tables: their names, columns and notes. Of a sequential test those that a match does not
/// have.
fn columns_of(command: &str, language: Language) -> String {
    let noted = |name: String, note: &str| match (note, language) {
        ("", _) => name,
        (_, Language::English) => format!("{name} ({note})"),
        (_, Language::Chinese) => format!("{name}（{}）", texts::in_language(note, language)),
    };
    let line = |table: Table| {
        let columns = table.columns.iter().flat_map(|column| {
            let keys = column.keys().into_iter();
            keys.map(|key| noted(key, column.note))
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let line = format!("{}: {columns}", noted(table.name.to_owned(), table.note));
        format!("  {}", wrapped(&line, WIDTH - 4).replace('\n', "\n    "))
    };
    let mut all = tables(command);
    if command == "sprt" {
        let of_match = tables("match");
        all.retain(|table| of_match.iter().all(|other| other.name != table.name));
    }
    let lines: Vec<String> = all.into_iter().map(line).collect();
    lines.join("\n")
}

/// The help with lists of games.
fn with_games(command: Command, language: Language, games: &Lists) -> Command {
    let fill = |text: &StyledStr| {
        let text = games.iter().fold(text.to_string(), |text, (place, list)| {
            text.replace(place, list)
        });
        StyledStr::from(text)
    };
    let after = command.get_after_help().map(&fill);
    // Chinese lines are broken here, not by clap.
    let wrap = |text: &StyledStr| StyledStr::from(wrapped(&fill(text).to_string(), ARGUMENT));
    let args = |argument: Arg| {
        let filled = |text: &StyledStr| match language {
            Language::English => fill(text),
            Language::Chinese => wrap(text),
        };
        let help = argument.get_help().map(filled);
        argument.help(Resettable::from(help))
    };
    command
        .after_help(Resettable::from(after))
        .mut_args(args)
        .mut_subcommands(|command| with_games(command, language, games))
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

/// What clap says of an argument in English only: its default.
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
fn wrapped(text: &str, width: usize) -> String {
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
