//! Who plays: a bot of the workspace, a command, or a person.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use botzone::flags;
use judges_common::args::flags::{NODES, SEED, TIME_MS};
use referee::conduct::Mode;

use crate::revision;
use crate::workspace::{self, Bot, Judge};

/// A player as it can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A bot of the workspace, today's or an earlier commit's, built.
    Bot {
        /// Package name, for an earlier commit's `NAME@REV`.
        name: String,
        /// Its executable.
        program: PathBuf,
    },
    /// Any program; words may hold placeholders, see [`Player::argv`].
    Command {
        /// The command as the user wrote it.
        text: String,
        /// Its words.
        words: Vec<String>,
    },
    /// A person at the terminal.
    Human,
}

/// What bots are told on their command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Restart or keep-running; `None` where the platform has no modes.
    pub mode: Option<Mode>,
    /// Whether they are spoken to in simple IO.
    pub simple_io: bool,
    /// The plain time limit in milliseconds.
    pub time_ms: u64,
    /// Node budget of a turn.
    pub nodes: Option<u64>,
}

impl Player {
    /// Name for tables.
    pub fn name(&self) -> &str {
        match self {
            Player::Bot { name, .. } => name,
            Player::Command { text, .. } => text,
            Player::Human => "human",
        }
    }

    /// The command line of the player's program; empty for a human. A bot of the workspace gets all flags; in a
    /// command only the placeholders `{seed}`, `{time-ms}` and `{nodes}` are replaced.
    ///
    /// # Errors
    /// If a command wants `{nodes}` and there is no node budget.
    pub fn argv(&self, told: &Flags, seed: u64) -> Result<Vec<String>> {
        match self {
            Player::Human => Ok(Vec::new()),
            Player::Bot { program, .. } => {
                let mut argv = vec![program.to_string_lossy().into_owned()];
                let keep = told.mode.map(|mode| match mode {
                    Mode::KeepRunning => flags::KEEP_RUNNING.to_owned(),
                    Mode::Restart => flags::NO_KEEP_RUNNING.to_owned(),
                });
                argv.extend(keep);
                if told.simple_io {
                    argv.push(flags::SIMPLE_IO.to_owned());
                }
                argv.extend([TIME_MS.to_owned(), told.time_ms.to_string()]);
                argv.extend([SEED.to_owned(), seed.to_string()]);
                if let Some(nodes) = told.nodes {
                    argv.extend([NODES.to_owned(), nodes.to_string()]);
                }
                Ok(argv)
            }
            Player::Command { text, words } => {
                let nodes = told.nodes.map(|nodes| nodes.to_string());
                ensure!(
                    nodes.is_some() || !text.contains("{nodes}"),
                    "`{text}` wants {{nodes}}; give --nodes N"
                );
                let fill = |word: &String| {
                    word.replace("{seed}", &seed.to_string())
                        .replace("{time-ms}", &told.time_ms.to_string())
                        .replace("{nodes}", nodes.as_deref().unwrap_or_default())
                };
                Ok(words.iter().map(fill).collect())
            }
        }
    }
}

/// The players named on the command line, built, and the game they play: that of the workspace bots among them, or
/// `game` where it is given.
///
/// # Errors
/// If a name is unknown or malformed, the players play different games or none is known, a bot does not talk to
/// Botzone, or a build fails.
pub fn prepare(names: &[String], game: Option<&str>) -> Result<(Vec<Player>, Option<String>)> {
    let today = if names.iter().any(|name| is_today(name)) {
        workspace::bots()?
    } else {
        Vec::new()
    };
    let named = names
        .iter()
        .map(|name| find(name, &today))
        .collect::<Result<Vec<_>>>()?;
    let mut found = game.map(str::to_owned);
    for bot in named.iter().filter_map(Named::bot) {
        ensure!(
            bot.judge != Judge::None,
            "`{}` talks to no judge (`{}`); `arena match` plays Botzone's and Saiblo's games",
            bot.name,
            bot.judge
        );
        match &found {
            None => found = Some(bot.game.clone()),
            Some(game) if *game != bot.game => {
                bail!(
                    "`{}` plays {}, but this match is {game}; name bots of one game (see `arena list`)",
                    bot.name,
                    bot.game
                )
            }
            Some(_) => {}
        }
    }
    let used: Vec<&Bot> = named
        .iter()
        .filter_map(|named| match named {
            Named::Today(bot) => Some(*bot),
            _ => None,
        })
        .collect();
    if !used.is_empty() {
        let mut once = used.clone();
        once.dedup();
        eprintln!(
            "building {} ...",
            once.iter()
                .map(|bot| bot.name.as_str())
                .collect::<Vec<_>>()
                .join(" and ")
        );
    }
    let mut programs = workspace::build(&used)?.into_iter();
    let player = |(name, named): (&String, &Named)| {
        let program = match named {
            Named::Human => return Ok(Player::Human),
            Named::Command(text) => return command(text),
            Named::Today(_) => programs.next().context("a bot without a program")?,
            Named::Earlier(bot, revision) => revision::build(&bot.name, revision)?,
        };
        Ok(Player::Bot {
            name: name.clone(),
            program,
        })
    };
    let players = names
        .iter()
        .zip(&named)
        .map(player)
        .collect::<Result<_>>()?;
    Ok((players, found))
}

/// What a name of the command line stands for.
enum Named<'a> {
    Human,
    /// The text behind `cmd:`.
    Command(&'a str),
    /// A bot as the workspace has it.
    Today(&'a Bot),
    /// A bot as a commit has it, and how that was named.
    Earlier(Bot, &'a str),
}

impl Named<'_> {
    fn bot(&self) -> Option<&Bot> {
        match self {
            Named::Human | Named::Command(_) => None,
            Named::Today(bot) => Some(bot),
            Named::Earlier(bot, _) => Some(bot),
        }
    }
}

fn is_today(name: &str) -> bool {
    name != "human" && !name.starts_with("cmd:") && revision::split(name).is_none()
}

fn find<'a>(name: &'a str, today: &'a [Bot]) -> Result<Named<'a>> {
    if name == "human" {
        return Ok(Named::Human);
    }
    if let Some(text) = name.strip_prefix("cmd:") {
        return Ok(Named::Command(text));
    }
    match revision::split(name) {
        Some((bot, revision)) => Ok(Named::Earlier(revision::find(bot, revision)?, revision)),
        None => match workspace::find(today, name) {
            Ok(bot) => Ok(Named::Today(bot)),
            Err(error) => bail!(
                "{error}\nA player is also `BOT@REV` (a bot as it was in an earlier commit), `human`, or\n`cmd:COMMAND` for any other program."
            ),
        },
    }
}

fn command(text: &str) -> Result<Player> {
    let words =
        shell_words::split(text).with_context(|| format!("`cmd:{text}`: check the quotes"))?;
    ensure!(
        !words.is_empty(),
        "`cmd:` without a command; write for example 'cmd:python3 bot.py'"
    );
    Ok(Player::Command {
        text: text.to_owned(),
        words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: Flags = Flags {
        mode: Some(Mode::KeepRunning),
        simple_io: false,
        time_ms: 500,
        nodes: Some(70),
    };

    #[test]
    fn a_workspace_bot_gets_flags() {
        let bot = Player::Bot {
            name: "b".to_owned(),
            program: PathBuf::from("/b"),
        };
        let argv = bot.argv(&FLAGS, 9).unwrap();
        assert_eq!(
            argv.join(" "),
            "/b --keep-running --time-ms 500 --seed 9 --nodes 70"
        );
        let flags = Flags {
            mode: Some(Mode::Restart),
            simple_io: true,
            nodes: None,
            ..FLAGS
        };
        let argv = bot.argv(&flags, 9).unwrap();
        assert_eq!(
            argv.join(" "),
            "/b --no-keep-running --simple-io --time-ms 500 --seed 9"
        );
    }

    #[test]
    fn a_command_gets_what_it_asks_for() {
        let player = command("python3 'my bot.py' --s={seed} {nodes}").unwrap();
        assert_eq!(
            player.argv(&FLAGS, 9).unwrap(),
            ["python3", "my bot.py", "--s=9", "70"]
        );
        let flags = Flags {
            nodes: None,
            ..FLAGS
        };
        assert!(
            player
                .argv(&flags, 9)
                .unwrap_err()
                .to_string()
                .contains("--nodes N")
        );
        assert!(command("'open").unwrap_err().to_string().contains("quotes"));
        assert!(command(" ").is_err());
    }

    #[test]
    fn commands_need_no_workspace() {
        let names = ["human".to_owned(), "cmd:x".to_owned()];
        let (players, game) = prepare(&names, Some("nogo")).unwrap();
        assert_eq!(
            (players[0].name(), players[1].name(), game.as_deref()),
            ("human", "x", Some("nogo"))
        );
    }
}
