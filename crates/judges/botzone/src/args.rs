//! The command line that every bot has.

use std::ffi::OsString;
use std::time::Duration;

use lexopt::Arg::{Long, Short, Value};

use crate::door::About;
use crate::session::Options;

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Talk to the judge.
    Play(Options),
    /// Run the bench positions.
    Bench {
        /// Node budget per position, if not the bot's own.
        nodes: Option<u64>,
    },
    /// Say what the bot thinks about a position.
    Explain {
        /// A position's text, `-` or `@FILE`.
        position: String,
        /// Budget and seed.
        options: Options,
    },
    /// Print the help text.
    Help,
    /// Print name and version.
    Version,
}

/// Longest time limit that can be asked for, in milliseconds (an hour).
const MAX_TIME: u64 = 3_600_000;

/// Reads a command line, given without the program's name.
///
/// # Errors
/// What is wrong and what to write instead.
pub fn parse(about: &About, simple_io: bool, arguments: Vec<OsString>) -> Result<Command, String> {
    let mut options = Options {
        keep_running: about.keep_running,
        ..Options::DEFAULT
    };
    let mut words = Vec::new();
    let mut flags = Vec::new();
    let mut parser = lexopt::Parser::from_args(arguments);
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        if let Long(flag) = argument {
            flags.push(flag.to_owned());
        }
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("keep-running") => options.keep_running = true,
            Long("no-keep-running") => options.keep_running = false,
            Long("simple-io") if simple_io => options.simple_io = true,
            Long("simple-io") => {
                return Err(
                    "this game has no simple IO on Botzone: leave --simple-io out".to_owned(),
                );
            }
            Long("nodes") => options.nodes = Some(number(&mut parser, "--nodes", 1, u64::MAX)?),
            Long("time-ms") => {
                options.limit =
                    Duration::from_millis(number(&mut parser, "--time-ms", 1, MAX_TIME)?)
            }
            Long("seed") => options.seed = number(&mut parser, "--seed", 0, u64::MAX)?,
            Value(word) => words.push(
                word.into_string()
                    .map_err(|word| format!("{word:?} is not UTF-8 text"))?,
            ),
            Long(_) | Short(_) => {
                return Err(format!(
                    "{}; the flags are listed by --help",
                    argument.unexpected()
                ));
            }
        }
    }
    let allow = |command: &str, allowed: &[&str]| match flags
        .iter()
        .find(|flag| !allowed.contains(&flag.as_str()))
    {
        Some(flag) => Err(format!("{command} knows no --{flag}: leave it out")),
        None => Ok(()),
    };
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(Command::Play(options)),
        ["bench"] => allow("bench", &["nodes"]).map(|()| Command::Bench {
            nodes: options.nodes,
        }),
        ["explain", position] => {
            allow("explain", &["nodes", "time-ms", "seed"]).map(|()| Command::Explain {
                position: position.to_owned(),
                options,
            })
        }
        ["explain"] => Err("explain needs a position: its text, - for stdin, or @FILE".to_owned()),
        ["explain", ..] => Err("explain takes one position: put its text in quotes".to_owned()),
        ["bench", word, ..] | [word, ..] => Err(format!(
            "{word:?} makes no sense here; the commands are bench and explain POSITION, see --help"
        )),
    }
}

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

/// The help text.
pub fn help(about: &About, simple_io: bool) -> String {
    let About {
        name,
        version,
        description,
        keep_running,
    } = about;
    let default = if *keep_running {
        "on in this build"
    } else {
        "off in this build"
    };
    let simple = if simple_io {
        "    --simple-io        speak simple IO (default: JSON if the input begins with {)\n"
    } else {
        ""
    };
    format!(
        "\
{name} {version}: {description}

Without a command it talks to the Botzone judge: one line of JSON in, one out.

Usage: {name} [FLAGS]
       {name} bench [--nodes N]
       {name} explain POSITION [--nodes N | --time-ms T] [--seed S]

    bench              run the fixed positions: nodes, speed, signature of the play
    explain POSITION   what the bot thinks, last line `move: M`; POSITION is a text, - for stdin, or @FILE

Flags:
    --keep-running     ask the judge not to end the program after an answer ({default})
    --no-keep-running  end after one answer
{simple}    --time-ms T        the judge's limit of a turn in ms, the first has twice that (default 1000)
    --nodes N          search N nodes a turn and never ask the clock: exactly repeatable
    --seed S           seed of the random numbers (default 1)
    -h, --help         this text
    -V, --version      name and version

Examples:
    echo '{{\"requests\":[R],\"responses\":[]}}' | {name}    answer R, the first request of a match
    {name} --keep-running --nodes 10000               play on, repeatably
    {name} explain @position.txt --time-ms 5000       five seconds for one position
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: About = About {
        name: "bot",
        version: "1.2.3",
        description: "Has an idea.",
        keep_running: false,
    };

    fn read(line: &str) -> Result<Command, String> {
        parse(
            &ABOUT,
            true,
            line.split_whitespace().map(OsString::from).collect(),
        )
    }

    #[test]
    fn flags_say_how_to_play() {
        assert_eq!(read(""), Ok(Command::Play(Options::DEFAULT)));
        let options = Options {
            keep_running: true,
            simple_io: true,
            nodes: Some(10),
            limit: Duration::from_millis(20),
            seed: u64::MAX,
        };
        let all = "--keep-running --simple-io --nodes 10 --time-ms=20 --seed 18446744073709551615";
        assert_eq!(read(all), Ok(Command::Play(options)));
        assert_eq!(
            read("--keep-running --no-keep-running"),
            Ok(Command::Play(Options::DEFAULT))
        );
    }

    #[test]
    fn a_build_can_keep_running_by_default() {
        let about = About {
            keep_running: true,
            ..ABOUT
        };
        let keep = |arguments: Vec<OsString>| match parse(&about, true, arguments) {
            Ok(Command::Play(options)) => Some(options.keep_running),
            _ => None,
        };
        assert_eq!(keep(Vec::new()), Some(true));
        assert_eq!(keep(vec!["--no-keep-running".into()]), Some(false));
        assert!(help(&about, true).contains("(on in this build)"));
    }

    #[test]
    fn commands() {
        assert_eq!(read("bench"), Ok(Command::Bench { nodes: None }));
        assert_eq!(
            read("--nodes 5 bench"),
            Ok(Command::Bench { nodes: Some(5) })
        );
        let options = Options {
            nodes: Some(5),
            seed: 0,
            ..Options::DEFAULT
        };
        assert_eq!(
            read("explain 4,4 --nodes 5 --seed 0"),
            Ok(Command::Explain {
                position: "4,4".to_owned(),
                options
            })
        );
        assert_eq!(
            read("explain -"),
            Ok(Command::Explain {
                position: "-".to_owned(),
                options: Options::DEFAULT
            })
        );
        assert_eq!(read("bench --help"), Ok(Command::Help));
        assert_eq!(read("-V"), Ok(Command::Version));
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
            ("--frobnicate", "listed by --help"),
            ("-x", "listed by --help"),
            ("play", "the commands are bench and explain POSITION"),
            ("bench 3", "the commands are bench and explain POSITION"),
            ("bench --seed 3", "bench knows no --seed: leave it out"),
            ("explain", "its text, - for stdin, or @FILE"),
            ("explain 4,4 5,5", "put its text in quotes"),
            ("explain 4,4 --keep-running", "leave it out"),
            ("--keep-running=yes", "unexpected argument"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(cure), "{line}: {error}");
        }
        let error = parse(&ABOUT, false, vec!["--simple-io".into()]).err();
        assert_eq!(
            error.as_deref(),
            Some("this game has no simple IO on Botzone: leave --simple-io out")
        );
    }

    #[test]
    fn the_help_names_every_flag_that_works() {
        let help = help(&ABOUT, true);
        for word in [
            "bot 1.2.3: Has an idea.",
            "--keep-running",
            "--no-keep-running",
            "--simple-io",
            "--nodes",
            "--time-ms",
            "--seed",
            "bench",
            "explain",
            "--help",
            "--version",
        ] {
            assert!(help.contains(word), "{word}");
        }
        assert!(!super::help(&ABOUT, false).contains("--simple-io"));
    }
}
