//! The command line `arena`: one file per command.
//!
//! Start reading at [`cli`], the list of commands, and at the file of a command below `commands`. The table of games is
//! a parameter of [`main`].
//!
//! Not here: anything that a second command would need, except the parts of the command line itself.
//!
//! | module | does |
//! | --- | --- |
//! | [`cli`] | the subcommands |
//! | [`commands`] | the work of each subcommand |
//! | [`lang`] | the command line in Chinese |
//! | [`conditions`] | from flags to a contest |
//! | [`check`] | the steps of the self-test before an upload |
//! | [`analysed_log`] | a log and its copy with an analysis behind every game |
//! | [`positions`] | positions kept beside a bot |
//! | [`tables`] | tables for people or as data |
//! | [`topics`] | what `arena help TOPIC` explains |
//! | [`logged_turn`] | a turn of a logged game, as flags name it |
//! | [`exit`] | exit statuses |
//! | [`interrupt`] | Ctrl-C |

#[macro_use]
extern crate arena_common;

pub mod analysed_log;
pub mod check;
pub mod cli;
pub mod commands;
pub mod conditions;
pub mod exit;
pub mod interrupt;
pub mod lang;
pub mod logged_turn;
pub mod positions;
pub mod tables;
pub mod topics;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use arena_common::Cancelled;
use arena_common::foreign;
use arena_common::screen::is_closed;
use arena_common::texts::{language, tr};
use gameplay::Games;
use process::clean_start;

/// Runs the arena with the process's command line. It knows these games.
pub fn main(games: &Games) -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    if process::is_launcher(&words) {
        return process::serve();
    }
    let words = match clean_start::begin(words) {
        Ok(words) => words,
        Err(error) => {
            eprintln!("error: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    process::launch_with_this_program();
    let command = lang::parse(words, games).command;
    let arena = || lang::command(language(), games);
    let parse = |words: &[String]| {
        let words = std::iter::once("arena").chain(words.iter().map(String::as_str));
        lang::parse(words.map(OsString::from).collect(), games).command
    };
    let done = cli::run(command, games, arena, lang::with_tables, parse);
    done.unwrap_or_else(|error| {
        if is_closed(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("{}{}", tr("error: "), foreign::error(&error));
        if error.is::<Cancelled>() {
            ExitCode::from(exit::CANCELLED)
        } else {
            ExitCode::FAILURE
        }
    })
}
