//! When games were played, by which executables and on which machine: what a log says of each session.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::SystemTime;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use arena_common::Cancel;
use players::player::{Player, Program};
use players::{identity, pack};

/// From which ratio of speeds on machines are unlike.
const UNLIKE: f64 = 1.1;

/// One run of the arena that played games into a log. What follows it up to the next session was played in it; a league
/// that was merged has its games in another order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Session {
    /// When it began: UTC, in the format of RFC 3339.
    pub date: String,
    /// Games that were in the log before.
    pub games: u64,
    /// Version of the arena.
    pub arena: String,
    /// Games at a time.
    pub jobs: usize,
    /// A player's name -> SHA-256 of its executable, of those that have one.
    pub executables: BTreeMap<String, String>,
    /// The machine that it ran on.
    pub machine: Machine,
    /// The speed of the bots of a pack on that machine before the games: nodes per second by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub speeds: BTreeMap<String, u64>,
}

/// The properties of a machine on which move times depend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// Model of the processor, as the system names it; empty where it does not.
    pub cpu: String,
    /// Processors that the arena may use.
    pub cores: usize,
    /// Memory in MiB; 0 where the system does not tell.
    pub memory_mb: u64,
    /// The system with its version.
    pub os: String,
}

impl Session {
    /// A session that begins now. Bots of a pack are tried: they must play as they did where it was made. `cancel` ends that.
    ///
    /// # Errors
    /// If an executable cannot be read, or a bot of a pack plays differently here.
    pub fn begin(players: &[Player], jobs: usize, cancel: &Cancel) -> Result<Self> {
        let mut executables = BTreeMap::new();
        for player in players {
            if let Some(digest) = identity::executable(player)? {
                executables.insert(player.name().to_owned(), digest);
            }
        }
        Ok(Self {
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            games: 0,
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            jobs,
            executables,
            machine: Machine::this(),
            speeds: try_packed(players, cancel)?,
        })
    }

    /// The ratio of the speeds of the same bots here and in another session: the geometric mean over the bots of both;
    /// `None` if there are none.
    fn speed_against(&self, other: &Self) -> Option<f64> {
        let both = self.speeds.iter().filter_map(|(name, here)| {
            let there = other.speeds.get(name)?;
            Some((*here as f64 / *there as f64).ln())
        });
        let logarithms: Vec<f64> = both.collect();
        let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
        (!logarithms.is_empty()).then(|| mean.exp())
    }
}

/// Makes sure that bots of a pack play here as they did where it was made, and says how fast: nodes per second by name. Empty
/// outside a pack. `cancel` ends it.
///
/// # Errors
/// Names the bot that plays differently.
pub fn try_packed(players: &[Player], cancel: &Cancel) -> Result<BTreeMap<String, u64>> {
    let Some(pack) = pack::here()? else {
        return Ok(BTreeMap::new());
    };
    let names = players.iter().filter_map(|player| match &player.program {
        Program::Bot { package, .. } => Some(package.as_str()),
        _ => None,
    });
    pack.check(&names.collect::<Vec<_>>(), cancel)
}

/// Says that machines on which games were played by the clock differ in speed by more than a tenth; `None` if they do not.
pub fn unlike(sessions: &[Session]) -> Option<String> {
    let timed = || sessions.iter().filter(|session| !session.speeds.is_empty());
    let first = timed().next()?;
    let against = |session: &Session| session.speed_against(first).unwrap_or(1.0);
    let slowest = timed().min_by(|x, y| against(x).total_cmp(&against(y)))?;
    let fastest = timed().max_by(|x, y| against(x).total_cmp(&against(y)))?;
    let ratio = fastest.speed_against(slowest)?;
    (ratio > UNLIKE).then(|| {
        said!(
            "the machines differ in speed by {:.0} %: {} at {} was the fastest, {} at {} the slowest; games by the clock are \
             not equal there, those with --nodes are",
            100.0 * (ratio - 1.0),
            fastest.machine.cpu,
            fastest.date,
            slowest.machine.cpu,
            slowest.date
        )
    })
}

impl Machine {
    /// The machine that this runs on.
    pub fn this() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let system = rustix::system::uname();
        let kernel = [system.sysname(), system.release(), system.machine()]
            .map(|part| part.to_string_lossy().into_owned())
            .join(" ");
        let name = field(&read("/etc/os-release"), "PRETTY_NAME=");
        let memory = field(&read("/proc/meminfo"), "MemTotal:");
        let kib = memory.split(' ').next().and_then(|kib| kib.parse().ok());
        Self {
            cpu: field(&read("/proc/cpuinfo"), "model name\t:"),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory_mb: kib.unwrap_or(0_u64) >> 10,
            os: if name.is_empty() {
                kernel
            } else {
                format!("{name} ({kernel})")
            },
        }
    }
}

/// The text behind `key` at the beginning of the first line that has it, without quotes; empty if there is no such
/// line.
fn field(text: &str, key: &str) -> String {
    let value = text.lines().find_map(|line| line.strip_prefix(key));
    value
        .unwrap_or_default()
        .trim()
        .trim_matches('"')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_says_when_by_what_and_where() {
        let sh = Player::command("the shell", vec!["sh".to_owned()]);
        let nobody = Player::command("nobody", vec!["no-such-program".to_owned()]);
        let session =
            Session::begin(&[sh, nobody, Player::human()], 2, &Cancel::default()).unwrap();
        let date = humantime::parse_rfc3339(&session.date).unwrap();
        assert!(date.elapsed().unwrap().as_secs() < 100);
        assert_eq!(
            session.executables.keys().collect::<Vec<_>>(),
            ["the shell"]
        );
        assert_eq!(session.executables["the shell"].len(), 64);
        assert!(session.machine.cores > 0 && !session.machine.os.is_empty());
        let text = serde_json::to_string(&session).unwrap();
        assert_eq!(serde_json::from_str::<Session>(&text).unwrap(), session);
    }

    #[test]
    fn machines_are_unlike_from_a_tenth_on() {
        let session = |speeds: &[(&str, u64)]| Session {
            speeds: (speeds.iter())
                .map(|(name, speed)| ((*name).to_owned(), *speed))
                .collect(),
            ..Session::begin(&[], 1, &Cancel::default()).unwrap()
        };
        let base = session(&[("a", 1000), ("b", 10)]);
        for (other, text) in [
            (session(&[("a", 1090), ("b", 11)]), None),
            (session(&[("a", 1300), ("b", 13)]), Some("by 30 %")),
            (session(&[("a", 800)]), Some("by 25 %")),
            (session(&[("c", 1)]), None),
            (session(&[]), None),
        ] {
            let said = unlike(&[base.clone(), other]);
            assert_eq!(said.is_some(), text.is_some(), "{said:?}");
            assert!(said.unwrap_or_default().contains(text.unwrap_or_default()));
        }
    }

    #[test]
    fn fields_of_the_systems_files_are_found() {
        let text = "NAME=x\nPRETTY_NAME=\"Debian 12\"\nmodel name\t: A CPU\n";
        assert_eq!(field(text, "PRETTY_NAME="), "Debian 12");
        assert_eq!(field(text, "model name\t:"), "A CPU");
        assert_eq!(field(text, "none"), "");
    }
}
