//! The texts of `--help`, and the topics of `arena help`.

use std::collections::BTreeMap;
use std::process::Command as Process;

use arena::cli::Cli;
use arena::lang;
use arena::topics;
use arena_common::texts::Language;
use clap::CommandFactory;
use referee::host::Host;

/// Lines of a command's help without its examples, on a terminal of 80 columns.
const LINES: usize = 60;
/// Examples of a command.
const EXAMPLES: usize = 5;

#[test]
fn what_stands_behind_the_arguments_fits_80_columns() {
    let mut texts = Vec::new();
    for command in Cli::command().get_subcommands() {
        let text = command.get_after_help().map(ToString::to_string);
        texts.extend(text.map(|text| (command.get_name().to_owned(), text)));
    }
    let topics = topics::ALL.iter();
    texts.extend(topics.map(|topic| (topic.name.to_owned(), topic.text.to_owned())));
    assert!(texts.len() > 20, "only {} texts", texts.len());
    for (name, text) in texts {
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
}

#[test]
fn the_help_of_a_command_is_one_screen() {
    let mut arena = lang::command(Language::English, &gameplay::games::standard()).term_width(80);
    arena.build();
    let mut longest = (0, String::new());
    for command in arena.get_subcommands_mut() {
        let name = command.get_name().to_owned();
        let long = command.get_long_about().is_some()
            || command
                .get_arguments()
                .any(|arg| arg.get_long_help().is_some());
        assert!(!long, "{name}: -h and --help differ");
        let text = command.render_help().to_string();
        let (before, examples) = text.split_once("\nExample").unwrap_or((&text, ""));
        let commands = examples.lines().skip(1);
        let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let (lines, commands) = (before.trim_end().lines().count(), commands.count());
        assert!(lines <= LINES, "{name}: {lines} lines\n{text}");
        assert!(commands <= EXAMPLES, "{name}: {commands} examples");
        longest = longest.max((lines, name));
    }
    println!("the longest help: {longest:?}");
}

#[test]
fn the_help_of_explain_shows_a_position_of_every_game() {
    let games = gameplay::games::standard();
    let mut arena = lang::command(Language::English, &games).term_width(80);
    arena.build();
    let explain = arena.find_subcommand_mut("explain").unwrap();
    let help = explain.render_help().to_string();
    for game in games.iter() {
        let line = format!("\n  {:<12}{}\n", game.name, game.example);
        assert!(help.contains(&line), "{help}");
    }
}

/// Returns true if `arena help` with these words succeeds, and its output.
fn help(words: &[&str]) -> (bool, String) {
    let mut arena = Process::new(env!("CARGO_BIN_EXE_arena"));
    let output = arena.arg("help").args(words).env("LC_ALL", "C").output();
    let output = output.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn every_topic_is_listed_and_explained() {
    let (well, list) = help(&[]);
    assert!(well && list.contains("Usage: arena"), "{list}");
    let arena = Cli::command();
    for topic in topics::ALL {
        assert!(list.contains(&format!("\n  {} ", topic.name)), "{list}");
        assert_eq!(help(&[topic.name]), (true, lang::with_tables(topic.text)));
        assert!(
            arena.find_subcommand(topic.name).is_none(),
            "{}",
            topic.name
        );
    }
}

#[test]
fn topics_that_a_help_names_exist() {
    for command in Cli::command().get_subcommands() {
        let text = command.get_after_help().map(ToString::to_string);
        for rest in text.unwrap_or_default().split("arena help ").skip(1) {
            let named: Vec<&str> = match rest.strip_prefix("TOPIC`): ") {
                Some(list) => {
                    let (list, _) = list.split_once(".\n").unwrap();
                    let list = list.split(|c| ",)".contains(c));
                    list.filter_map(|word| word.split_whitespace().next())
                        .collect()
                }
                None => vec![rest.split('`').next().unwrap()],
            };
            for name in named {
                let there = topics::ALL.iter().any(|topic| topic.name == name);
                assert!(there, "{}: {name}", command.get_name());
            }
        }
    }
}

#[test]
fn the_random_turns_of_every_game_are_those_that_the_topic_names() {
    let topic = topics::ALL.iter().find(|topic| topic.name == "openings");
    let (_, text) = topic.unwrap().text.split_once("the default is").unwrap();
    let (text, _) = text.split_once("If any other").unwrap();
    let mut plies = 0;
    let mut named = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '-') {
        match word.parse() {
            Ok(number) => plies = number,
            Err(_) => {
                named.entry(word.to_lowercase()).or_insert(plies);
            }
        }
    }
    for game in gameplay::games::standard().iter() {
        // SnakeGo has none.
        let told = named.get(game.name).copied().unwrap_or(0);
        assert_eq!(told, Host::new(game).opening_plies(), "{}", game.name);
    }
}

#[test]
fn an_unknown_topic_is_refused_with_the_closest() {
    for (word, closest) in [
        ("opening", "openings"),
        ("leags", "leagues"),
        ("sprtt", "sprt"),
    ] {
        let (well, text) = help(&[word]);
        let wanted =
            format!("no command or topic `{word}`; did you mean `{closest}`? (commands: match, ");
        assert!(
            !well && text.contains(&wanted) && text.contains("topics: players, "),
            "{text}"
        );
    }
}
