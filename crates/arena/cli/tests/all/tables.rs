//! Tables as data: their columns are what the help says.

use std::path::Path;
use std::process::Command;

use arena::cli::Cli;
use arena::lang;
use arena::topics;
use clap::CommandFactory;
use serde_json::Value;

use snapbox::str;

use crate::common::ARENA;
use crate::files::{PLAYERS, ended};
use crate::shell::Shell;

const COMMANDS: [&str; 7] = [
    "match",
    "sprt",
    "league",
    "merge",
    "positions",
    "list",
    "check",
];

#[test]
fn every_column_is_in_the_help() {
    let cli = Cli::command();
    let topics = &mut topics::ALL.iter();
    let tables = topics.find(|topic| topic.name == "tables").unwrap();
    let text = lang::with_tables(tables.text);
    for command in COMMANDS {
        let about = cli.find_subcommand(command).unwrap();
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let words: Vec<&str> = words.collect();
        for table in lang::tables(command) {
            for word in table.keys().into_iter().chain([table.name.to_owned()]) {
                let there = words.contains(&word.as_str());
                assert!(there, "{command}: no `{word}` of `{}`", table.name);
            }
        }
        let flags: Vec<&str> = about
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .collect();
        for flag in ["json", "csv", "markdown", "table"] {
            assert!(flags.contains(&flag), "{command} has no --{flag}");
        }
    }
}

fn play(folder: &Path, words: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(ARENA);
    command.args(words).current_dir(folder);
    if ["match", "league"].contains(&words[0]) {
        command.args(PLAYERS);
        command.args([
            "--game", "nogo", "--nodes", "5", "--jobs", "1", "--games", "2",
        ]);
    }
    ended(&mut command)
}

#[test]
fn tables_are_data_on_standard_output_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (well, text, errors) = play(folder, &["league", "--json"]);
    assert!(well && errors.contains("peak memory"), "{errors}");
    let league: Value = serde_json::from_str(&text).unwrap();
    // The player who moves first loses at once, so each has a game.
    assert_eq!(league["ratings"].as_array().unwrap().len(), 2);
    assert_eq!(league["crosstable"][0]["games"], 2);
    let (well, merged, errors) = play(folder, &["merge", "league.jsonl", "--json"]);
    assert!(well, "{errors}");
    assert_eq!(serde_json::from_str::<Value>(&merged).unwrap(), league);
    let (well, csv, _) = play(
        folder,
        &["merge", "league.jsonl", "--csv", "--table", "ratings"],
    );
    assert!(well && csv.lines().count() == 3, "{csv}");
    assert_eq!(
        csv.lines().next().unwrap(),
        lang::tables("merge")[0].keys().join(",")
    );

    let (well, text, errors) = play(folder, &["match", "--markdown"]);
    assert!(
        well && text.starts_with("### score\n\n| player_a "),
        "{text}{errors}"
    );
    Shell::new().types(str![[r#"
$ arena match cmd:true cmd:false --game nogo --table nonsense --csv 2> errors
exit status 1
$ arena match cmd:x cmd:y --game nogo --table score
error: the following required arguments were not provided:
  <--json|--csv|--markdown>

Usage: arena match --game <GAME> --table <NAME> <--json|--csv|--markdown> <A> <B>

For more information, try '--help'.
exit status 2
$ arena match cmd:x cmd:y --game nogo --json --csv
error: the argument '--json' cannot be used with '--csv'

Usage: arena match --game <GAME> --json <A> <B>

For more information, try '--help'.
exit status 2
$ arena match cmd:x cmd:y --game nogo --show --json
error: the argument '--show' cannot be used with:
  --json
  --csv
  --markdown

Usage: arena match --game <GAME> --show <A> <B>

For more information, try '--help'.
exit status 2
"#]]);
}

#[test]
fn the_bots_are_listed_as_data() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (well, text, errors) = play(here, &["list", "--json"]);
    assert!(well, "{errors}");
    let list: Value = serde_json::from_str(&text).unwrap();
    let champions = list["bots"].as_array().unwrap().iter();
    let champions = champions.filter(|bot| bot["champion"] == true);
    assert!(champions.clone().count() > 2);
    assert!(
        champions
            .clone()
            .any(|bot| bot["bot"] == "nogo-prior" && bot["game"] == "nogo")
    );
}
