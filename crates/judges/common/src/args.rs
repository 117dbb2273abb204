//! The part of the command line that the bots of all judges share.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use lexopt::Arg::{Long, Short, Value};

use self::flags::{NODES, PARAMS, SEED, TIME_MS};
use crate::{MAX_TIME_LIMIT, TIME_LIMIT};

/// The flags that the bots of all judges take, as they are written on a command line.
pub mod flags {
    /// Nodes per turn instead of a time limit.
    pub const NODES: &str = "--nodes";
    /// The judge's time limit, in milliseconds.
    pub const TIME_MS: &str = "--time-ms";
    /// Seed of the random streams.
    pub const SEED: &str = "--seed";
    /// A file that replaces the built-in parameters.
    pub const PARAMS: &str = "--params";
}

/// The settings of a bot that do not depend on the judge: budget, seed and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Nodes per turn instead of a time limit.
    pub nodes: Option<u64>,
    /// The judge's time limit for a turn. On Botzone the first turn of a match has twice that; on Saiblo all answers
    /// share it that are given between two starts of the judge's clock.
    pub limit: Duration,
    /// Seed of the bot's random streams.
    pub seed: u64,
    /// The text of a parameter file that replaces the built-in one; read once and kept until the process ends.
    pub params: Option<&'static str>,
}

impl Settings {
    /// One second a turn, seed 1.
    pub const DEFAULT: Settings = Settings {
        nodes: None,
        limit: TIME_LIMIT,
        seed: 1,
        params: None,
    };
}

/// The command that a command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Talk to the judge; with the arguments that are neither a flag nor a command.
    Play(Vec<String>),
    /// Run the bench positions.
    Bench,
    /// Say what the bot thinks about a position: its text, `-` or `@FILE`.
    #[cfg(not(single_file))]
    Explain(String),
    /// Print the help text.
    #[cfg(not(single_file))]
    Help,
    /// Print name and version.
    Version,
}

/// Reads a command line, given without the program's name. `own_flag` says whether a flag without a value is one
/// of the judge's own, and remembers it; such a flag is not allowed with a command.
///
/// # Errors
/// A description of the problem and of the correct form.
pub fn parse(
    arguments: Vec<OsString>,
    mut own_flag: impl FnMut(&str) -> Result<bool, String>,
) -> Result<(Settings, Command), String> {
    let mut settings = Settings::DEFAULT;
    let mut words = Vec::new();
    let mut given = Vec::new();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        if let Long(flag) = argument {
            given.push(flag.to_owned());
        }
        match argument {
            #[cfg(not(single_file))]
            Short('h') | Long("help") => return Ok((settings, Command::Help)),
            Short('V') | Long("version") => return Ok((settings, Command::Version)),
            Long(flag) if is(flag, NODES) => {
                settings.nodes = Some(number(&mut parser, NODES, 1, u64::MAX)?);
            }
            Long(flag) if is(flag, TIME_MS) => {
                let most = MAX_TIME_LIMIT.as_millis() as u64;
                settings.limit = Duration::from_millis(number(&mut parser, TIME_MS, 1, most)?);
            }
            Long(flag) if is(flag, PARAMS) => settings.params = Some(params(&mut parser)?),
            Long(flag) if is(flag, SEED) => {
                settings.seed = number(&mut parser, SEED, 0, u64::MAX)?;
            }
            Value(word) => words.push(
                word.into_string()
                    .map_err(|word| format!("{word:?} is not UTF-8 text"))?,
            ),
            Long(flag) if own_flag(flag)? => {}
            Long(_) | Short(_) => {
                return Err(format!("{}; {FLAGS}", argument.unexpected()));
            }
        }
    }
    let allow = |command: &str, allowed: &[&str]| match given
        .iter()
        .find(|flag| !allowed.iter().any(|name| is(flag, name)))
    {
        Some(flag) => Err(format!("{command} does not take --{flag}: leave it out")),
        None => Ok(()),
    };
    let command = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bench"] => allow("bench", &[NODES, PARAMS]).map(|()| Command::Bench),
        ["bench", word, ..] => Err(unexpected(word)),
        #[cfg(not(single_file))]
        ["explain", position] => allow("explain", &[NODES, TIME_MS, SEED, PARAMS])
            .map(|()| Command::Explain(position.to_owned())),
        #[cfg(not(single_file))]
        ["explain"] => Err("explain needs a position: its text, - for stdin, or @FILE".to_owned()),
        #[cfg(not(single_file))]
        ["explain", ..] => Err("explain takes one position: put its text in quotes".to_owned()),
        _ => Ok(Command::Play(words)),
    };
    Ok((settings, command?))
}

/// Returns true if a flag, which the parser gives without its dashes, is this one.
pub fn is(flag: &str, name: &str) -> bool {
    name.strip_prefix("--") == Some(flag)
}

/// The error about an argument that is not a command.
pub fn unexpected(word: &str) -> String {
    format!("unexpected argument {word:?}; {COMMANDS}")
}

/// The available commands, for errors about unexpected arguments. In the bundler's file of plain Rust the only command
/// is `bench`, and there is no help.
#[cfg(not(single_file))]
const COMMANDS: &str = "the commands are bench and explain POSITION, see --help";
#[cfg(not(single_file))]
const FLAGS: &str = "the flags are listed by --help";
#[cfg(single_file)]
const COMMANDS: &str = "the only command is bench";
#[cfg(single_file)]
const FLAGS: &str = "the flags are --nodes, --time-ms, --seed, --params and those of the judge";

/// The value of a flag: a whole number within bounds.
fn number(parser: &mut lexopt::Parser, flag: &str, min: u64, max: u64) -> Result<u64, String> {
    let range = if max == u64::MAX {
        format!("of at least {min}")
    } else {
        format!("from {min} to {max}")
    };
    let cure = || format!("{flag} needs a whole number {range}, such as {flag} 1000");
    let text = parser.value().map_err(|_| cure())?;
    match text.to_str().and_then(|text| text.parse().ok()) {
        Some(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(format!("{}, not {text:?}", cure())),
    }
}

/// The text of the file that `--params` names.
fn params(parser: &mut lexopt::Parser) -> Result<&'static str, String> {
    let path = parser
        .value()
        .map_err(|_| "--params needs a file, such as --params params.json".to_owned())?;
    let text = fs::read_to_string(&path).map_err(|error| format!("{PARAMS} {path:?}: {error}"))?;
    Ok(Box::leak(text.into_boxed_str()))
}

/// The lines about the commands in a help text.
pub const HELP_COMMANDS: &str = "    \
    bench              search the bench positions: nodes, speed, signature
    explain POSITION   what the bot thinks, last line `move: M`; POSITION is its text, - for stdin, or @FILE
";

/// The lines about the shared flags in a help text, except for `--time-ms`, whose meaning depends on the judge.
pub const HELP_FLAGS: &str = "    \
    --nodes N          search N nodes a turn and never ask the clock: exactly repeatable
    --seed S           seed of the random numbers (default 1)
    --params FILE      replace the built-in parameters, in the format of the bot's params.json
    -h, --help         print this text
    -V, --version      print name and version
";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<(Settings, Command), String> {
        let words = line.split_whitespace().map(OsString::from).collect();
        parse(words, |flag| Ok(flag == "own"))
    }

    #[test]
    fn flags_and_words() {
        assert_eq!(read(""), Ok((Settings::DEFAULT, Command::Play(Vec::new()))));
        let settings = Settings {
            nodes: Some(10),
            limit: Duration::from_millis(20),
            seed: u64::MAX,
            params: None,
        };
        let all = "--own a --nodes 10 --time-ms=20 b --seed 18446744073709551615";
        let words = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(read(all), Ok((settings, Command::Play(words))));
    }

    #[test]
    fn commands() {
        let settings = Settings {
            nodes: Some(5),
            ..Settings::DEFAULT
        };
        assert_eq!(read("bench"), Ok((Settings::DEFAULT, Command::Bench)));
        assert_eq!(read("--nodes 5 bench"), Ok((settings, Command::Bench)));
        let explain = |position: &str| Command::Explain(position.to_owned());
        let zero = Settings {
            seed: 0,
            ..settings
        };
        assert_eq!(
            read("explain 4,4 --nodes 5 --seed 0"),
            Ok((zero, explain("4,4")))
        );
        assert_eq!(read("explain -"), Ok((Settings::DEFAULT, explain("-"))));
        assert_eq!(read("bench --help").map(|read| read.1), Ok(Command::Help));
        assert_eq!(read("-V").map(|read| read.1), Ok(Command::Version));
    }

    #[test]
    fn errors_name_the_cure() {
        for (line, cure) in [
            (
                "--nodes",
                "--nodes needs a whole number of at least 1, such as --nodes 1000",
            ),
            ("--nodes 0", "not \"0\""),
            ("--nodes -1", "--nodes needs"),
            ("--time-ms 3600001", "from 1 to 3600000"),
            ("--seed x", "--seed needs a whole number of at least 0"),
            ("--params", "--params needs a file"),
            (
                "--params no-such-file",
                "--params \"no-such-file\": No such file",
            ),
            ("--frobnicate", "listed by --help"),
            ("-x", "listed by --help"),
            ("bench 3", "the commands are bench and explain POSITION"),
            ("bench --seed 3", "bench does not take --seed: leave it out"),
            ("explain", "its text, - for stdin, or @FILE"),
            ("explain 4,4 5,5", "put its text in quotes"),
            ("explain 4,4 --own", "leave it out"),
            ("--own=yes", "unexpected argument"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(cure), "{}: {}", line, error);
        }
        let error = parse(vec!["--own".into()], |_| Err("not here".to_owned())).err();
        assert_eq!(error.as_deref(), Some("not here"));
    }
}
