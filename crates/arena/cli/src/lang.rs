//! The command line in the language of its reader. The English help is what stands at commands and arguments; the other
//! language is the table of `arena_common::texts`, put in before the command line is read.

use std::ffi::OsString;

use arena_common::help::{self, ARGUMENT, WIDTH, wrapped};
use arena_common::texts::{self, Language};
use clap::builder::{Resettable, StyledStr};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use gameplay::Games;
use statistics::league::standings::Standings;
use statistics::league::table;
use statistics::report;
use statistics::table::Table;

use crate::check::steps;
use crate::cli::Cli;
use crate::commands::{list, merge, sprt};
use crate::positions;

pub use arena_common::help::columns;

/// Chooses the language of the process, and reads its command line. One that cannot be read ends the process, as does a
/// call for help.
pub fn parse(words: Vec<OsString>, games: &Games) -> Cli {
    help::choose(&words);
    let matches = command(texts::language(), games).try_get_matches_from(words);
    let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| help::refuse(&error))
}

/// The arena's command line with its help in this language, and with what it lists by game.
pub fn command(language: Language, games: &Games) -> Command {
    let botzone = games.botzone_names();
    let mut saiblo = games.names();
    saiblo.retain(|name| !botzone.contains(name));
    let names = games.names().into_iter();
    let positions = names.filter_map(|name| {
        let example = games.get(name)?.example;
        Some(format!("  {name:<12}{example}"))
    });
    let positions: Vec<String> = positions.collect();
    let games = [
        ("{games}", games.names().join(", ")),
        ("{botzone-games}", botzone.join(", ")),
        ("{saiblo-games}", saiblo.join(", ")),
        ("{positions}", positions.join("\n")),
    ];
    let command = match language {
        Language::English => Cli::command(),
        Language::Chinese => help::in_chinese(Cli::command()),
    };
    with_games(command, language, &games)
}

/// The placeholders of what is listed by game, each with its list.
type Lists = [(&'static str, String); 4];

/// The tables of a command, without rows; none of one that has none.
pub fn tables(command: &str) -> Vec<Table> {
    let games = gameplay::games::standard();
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

/// The names, columns and notes of a command's tables, for its help. For a sequential test, only those that a match
/// does not have are listed.
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
