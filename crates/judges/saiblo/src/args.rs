//! The command line of a bot.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use judges_common::Settings;
use judges_common::args::{self, Command, unexpected};
#[cfg(not(single_file))]
use judges_common::args::{HELP_COMMANDS, HELP_FLAGS};

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
}

/// Reads a command line, given without the program's name, and the local judger's address if it has one.
///
/// # Errors
/// A description of the problem and of the correct form.
pub fn parse(arguments: Vec<OsString>) -> Result<(Settings, Command, Option<SocketAddr>), String> {
    let (settings, command) = args::parse(arguments, |_| Ok(false))?;
    let address = match &command {
        Command::Play(words) => match words.as_slice() {
            [] => None,
            [host, port] => Some(address(host, port)?),
            [word, ..] => {
                return Err(format!(
                    "{}; HOST PORT connects to a local judger",
                    unexpected(word)
                ));
            }
        },
        _ => None,
    };
    Ok((settings, command, address))
}

/// Host names are not resolved: that needs parts of the C library that a static program does not have.
fn address(host: &str, port: &str) -> Result<SocketAddr, String> {
    let ip = match host {
        "localhost" => IpAddr::V4(Ipv4Addr::LOCALHOST),
        _ => host.parse().map_err(|_| {
            format!("the host {host:?} is neither an address such as 127.0.0.1 nor localhost")
        })?,
    };
    match port.parse() {
        Ok(port @ 1..) => Ok(SocketAddr::new(ip, port)),
        _ => Err(format!(
            "the port {port:?} is not a whole number from 1 to 65535"
        )),
    }
}

/// The help text; `example` is a position of the game.
#[cfg(not(single_file))]
pub fn help(about: &About, example: &str) -> String {
    let About {
        name,
        version,
        description,
    } = about;
    format!(
        "\
{name} {version}: {description}

Without a command it talks to the Saiblo judge: raw bytes in, packets out. With HOST PORT it talks to a local judger.

Usage: {name} [FLAGS] [HOST PORT]
       {name} bench [--nodes N] [--params FILE]
       {name} explain POSITION [--nodes N | --time-ms T] [--seed S]

    HOST PORT          address of a local judger, such as 127.0.0.1 14285
{HELP_COMMANDS}
Flags:
    --time-ms T        the judge's limit in ms for all answers from one start of its clock to the next (default 1000)
{HELP_FLAGS}
Example:
  {name} explain '{example}' --nodes 10000
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<(Settings, Command, Option<SocketAddr>), String> {
        parse(line.split_whitespace().map(OsString::from).collect())
    }

    #[test]
    fn addresses_and_flags() {
        let play = |words: &[&str]| Command::Play(words.iter().map(|&w| w.to_owned()).collect());
        assert_eq!(read(""), Ok((Settings::DEFAULT, play(&[]), None)));
        let settings = Settings {
            nodes: Some(7),
            ..Settings::DEFAULT
        };
        for host in ["localhost", "127.0.0.1"] {
            assert_eq!(
                read(&format!("{host} 80 --nodes 7")),
                Ok((settings, play(&[host, "80"]), "127.0.0.1:80".parse().ok()))
            );
        }
        assert_eq!(
            read("::1 80").map(|read| read.2),
            Ok("[::1]:80".parse().ok())
        );
        assert_eq!(read("bench").map(|read| read.1), Ok(Command::Bench));
    }

    #[test]
    fn errors_name_the_cure() {
        for (line, cure) in [
            ("--keep-running", "listed by --help"),
            ("play", "HOST PORT connects to a local judger"),
            ("a b c", "the commands are bench and explain POSITION"),
            ("judge.example 80", "an address such as 127.0.0.1"),
            ("127.0.0.1 0", "from 1 to 65535"),
            ("127.0.0.1 65536", "from 1 to 65535"),
        ] {
            let error = read(line).err().unwrap_or_default();
            assert!(error.contains(cure), "{}: {}", line, error);
        }
    }

    #[test]
    fn the_help_names_every_flag() {
        let about = About {
            name: "bot",
            version: "1.2.3",
            description: "Has an idea.",
        };
        let help = help(&about, "seed=1");
        for word in [
            "bot 1.2.3: Has an idea.",
            "HOST PORT",
            "--nodes",
            "--time-ms",
            "--seed",
            "--params",
            "bench",
            "bot explain 'seed=1' --nodes 10000\n",
            "--help",
            "--version",
        ] {
            assert!(help.contains(word), "{}", word);
        }
    }
}
