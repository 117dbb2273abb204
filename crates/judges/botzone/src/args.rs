//! The command line of a bot.

use std::ffi::OsString;

use judges_common::args::{self, Command, HELP_COMMANDS, HELP_FLAGS, unexpected};

use self::flags::{KEEP_RUNNING, NO_KEEP_RUNNING, SIMPLE_IO};
use crate::options::Options;

/// The flags that only the bots of this judge take, as they are written on a command line.
pub mod flags {
    /// Ask the judge to keep the program running.
    pub const KEEP_RUNNING: &str = "--keep-running";
    /// End after one answer.
    pub const NO_KEEP_RUNNING: &str = "--no-keep-running";
    /// Speak simple IO.
    pub const SIMPLE_IO: &str = "--simple-io";
}

/// The description of a bot, taken from its Cargo.toml by [`entry_point!`](crate::entry_point!).
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Package name.
    pub name: &'static str,
    /// Package version.
    pub version: &'static str,
    /// Package description: the idea in one line.
    #[cfg(not(single_file))]
    pub description: &'static str,
    /// A position of the game, as an example of the text that `explain` reads.
    #[cfg(not(single_file))]
    pub example: &'static str,
    /// True if keep-running is the default of this build.
    pub keep_running: bool,
}

/// Reads a command line, given without the program's name. Arguments of [`Command::Play`] are an error here.
///
/// # Errors
/// A description of the problem and of the correct form.
pub fn parse(
    about: &About,
    simple_io: bool,
    arguments: Vec<OsString>,
) -> Result<(Options, Command), String> {
    let mut options = Options {
        keep_running: about.keep_running,
        ..Options::DEFAULT
    };
    let (settings, command) = args::parse(arguments, |flag| {
        match flag {
            _ if args::is(flag, KEEP_RUNNING) => options.keep_running = true,
            _ if args::is(flag, NO_KEEP_RUNNING) => options.keep_running = false,
            _ if !args::is(flag, SIMPLE_IO) => return Ok(false),
            _ if simple_io => options.simple_io = true,
            _ => {
                return Err(format!(
                    "this game has no simple IO on Botzone: leave {SIMPLE_IO} out"
                ));
            }
        }
        Ok(true)
    })?;
    match &command {
        Command::Play(words) if !words.is_empty() => return Err(unexpected(&words[0])),
        _ => {}
    }
    let options = Options {
        settings,
        ..options
    };
    Ok((options, command))
}

/// The help text.
#[cfg(not(single_file))]
pub fn help(about: &About, simple_io: bool) -> String {
    let About {
        name,
        version,
        description,
        example,
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

Without a command it talks to the Botzone judge: one line of JSON in, one line out.

Usage: {name} [FLAGS]
       {name} bench [--nodes N] [--params FILE]
       {name} explain POSITION [--nodes N | --time-ms T] [--seed S]

{HELP_COMMANDS}
Flags:
    --keep-running     ask the judge not to end the program after an answer ({default})
    --no-keep-running  end after one answer
{simple}    --time-ms T        the judge's limit for a turn in ms; the first turn has twice that (default 1000)
{HELP_FLAGS}
Example:
  {name} explain '{example}' --nodes 10000
"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use judges_common::Settings;

    use super::*;

    const ABOUT: About = About {
        name: "bot",
        version: "1.2.3",
        description: "Has an idea.",
        example: "4,4 0,8",
        keep_running: false,
    };

    fn read(line: &str) -> Result<(Options, Command), String> {
        parse(
            &ABOUT,
            true,
            line.split_whitespace().map(OsString::from).collect(),
        )
    }

    const PLAY: Command = Command::Play(Vec::new());

    #[test]
    fn flags_say_how_to_play() {
        assert_eq!(read(""), Ok((Options::DEFAULT, PLAY)));
        let options = Options {
            settings: Settings {
                nodes: Some(10),
                limit: Duration::from_millis(20),
                seed: u64::MAX,
                params: None,
            },
            keep_running: true,
            simple_io: true,
            ..Options::DEFAULT
        };
        let all = "--keep-running --simple-io --nodes 10 --time-ms=20 --seed 18446744073709551615";
        assert_eq!(read(all), Ok((options, PLAY)));
        assert_eq!(
            read("--keep-running --no-keep-running"),
            Ok((Options::DEFAULT, PLAY))
        );
        let settings = Settings {
            nodes: Some(5),
            ..Settings::DEFAULT
        };
        let options = Options {
            settings,
            ..Options::DEFAULT
        };
        assert_eq!(read("--nodes 5 bench"), Ok((options, Command::Bench)));
    }

    #[test]
    fn a_build_can_keep_running_by_default() {
        let about = About {
            keep_running: true,
            ..ABOUT
        };
        let keep = |arguments: Vec<OsString>| match parse(&about, true, arguments) {
            Ok((options, _)) => Some(options.keep_running),
            Err(_) => None,
        };
        assert_eq!(keep(Vec::new()), Some(true));
        assert_eq!(keep(vec!["--no-keep-running".into()]), Some(false));
        assert!(help(&about, true).contains("(on in this build)"));
    }

    #[test]
    fn errors_name_the_cure() {
        for (line, cure) in [
            ("--nodes 0", "not \"0\""),
            ("--frobnicate", "listed by --help"),
            ("play", "the commands are bench and explain POSITION"),
            (
                "127.0.0.1 80",
                "the commands are bench and explain POSITION",
            ),
            ("explain 4,4 --keep-running", "leave it out"),
            ("--keep-running=yes", "unexpected argument"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(cure), "{}: {}", line, error);
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
        assert!(
            help.contains("bot explain '4,4 0,8' --nodes 10000\n"),
            "{}",
            help
        );
        for word in [
            "bot 1.2.3: Has an idea.",
            "--keep-running",
            "--no-keep-running",
            "--simple-io",
            "--nodes",
            "--time-ms",
            "--seed",
            "--params",
            "bench",
            "explain",
            "--help",
            "--version",
        ] {
            assert!(help.contains(word), "{}", word);
        }
        assert!(!super::help(&ABOUT, false).contains("--simple-io"));
    }
}
