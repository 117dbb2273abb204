//! The match log: JSON lines, one [`Header`], then one [`GameRecord`] a game, in the order in which games ended.
//!
//! ```text
//! {"format":"arena-match","version":1,"game":"nogo","mode":"restart","time_ms":1000,...,"players":["a","b"]}
//! {"id":0,"pair":0,"seats":[0,1],"bot_seeds":[..,..],"init":null,"opening":2,"moves":[[4,5],[2,7],...],
//!  "replies":[{"turn_no":3,"seat":0,"verdict":"OK","ms":3.25,"debug":"..."},...],
//!  "result":{"scores":[1,0],"turns":74,"winner":0,"err":null},"wall_ms":812.5}
//! ```
//!
//! A move has the game's short form (NoGo: `[x,y]`); one that has none is an object: `{"response":V}` of a program
//! that ran well, or `{"verdict":"TLE","response":null}`. In a turn in which both players move, the entry of `moves`
//! is the list of both. A log that was cut off in mid-line loses that game only. A game that was analysed has `analysis`,
//! the values of its positions.
//!
//! `sittings` of the first line says for each time that games were played when, by which executables and on which machine:
//! see [`Sitting`].

pub mod file;
pub mod lines;
pub mod reader;
pub mod resume;

use std::io::{BufRead, Write};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use referee::conduct::Mode;
use referee::record::GameRecord;

use crate::session::Sitting;
use players::identity::Identity;
pub use reader::Reader;

/// The value of [`Header::format`].
pub const FORMAT: &str = "arena-match";
/// The version this program writes and reads. It changes when an old reader would misread a new log.
pub const VERSION: u32 = 1;

/// The value of [`Header::judge`] in a log of matches that the site has played: nobody has planned them.
pub const SITE: &str = "botzone.org.cn";

/// The value of [`Header::arena`] that this program writes.
pub fn arena() -> Option<String> {
    Some(env!("CARGO_PKG_VERSION").to_owned())
}

/// The first line: the conditions of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Name of the game; null if only an official judge knew it.
    pub game: Option<String>,
    /// The official judge's command; null for the arena's own referee.
    pub judge: Option<String>,
    /// Restart or keep-running.
    pub mode: Mode,
    /// Whether the programs were spoken to in simple IO.
    pub simple_io: bool,
    /// Time limit of a turn in milliseconds; like the other limits and the seed none in the log of matches of the site
    /// that does not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// What the first turn's limit is multiplied by.
    pub first_turn_factor: u32,
    /// Memory limit in MiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    /// Output limit of a turn in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_bytes: Option<usize>,
    /// Node budget of a turn; null if the bots played by the clock.
    pub nodes: Option<u64>,
    /// What all openings and bot seeds come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Turns of random play at the start of a pair.
    pub opening_plies: u32,
    /// Whether only games of two bots of the workspace have these turns: so in a league where nobody gave their number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_openings: bool,
    /// The digest of the starts that were read from a file; none if they were random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Whether every start was played twice, with swapped seats.
    #[serde(default = "swapped", skip_serializing_if = "Clone::clone")]
    pub swap: bool,
    /// Games planned.
    pub games: u32,
    /// The players as named on the command line: A, B.
    pub players: [String; 2],
    /// Version of the arena; none in logs of arenas that did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arena: Option<String>,
    /// Rounds of a half of SnakeGo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_round: Option<u16>,
    /// What A and B are; empty where the log does not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<Identity>,
    /// When and where the games were played; empty where the log does not say it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sittings: Vec<Sitting>,
}

/// What headers mean that do not say it.
fn swapped() -> bool {
    true
}

/// Writes one line and flushes it, so that a killed match loses no finished game.
///
/// # Errors
/// If the line cannot be written; the text does not name the file.
pub fn write(output: &mut dyn Write, line: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string(line).context("cannot encode a line of the log")?;
    text.push('\n');
    // In one piece: killed in between, there would be a game without an end of its line.
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Reads a whole log into memory. A last line that was cut off is left out; [`Reader`] tells of it.
///
/// # Errors
/// If it is no log, one of another version, or a line is damaged.
pub fn read(input: &mut dyn BufRead) -> Result<(Header, Vec<GameRecord>)> {
    let mut reader = Reader::new(input)?;
    let games: Result<Vec<GameRecord>> = reader
        .by_ref()
        .map(|game| game.map(|(_, game)| game))
        .collect();
    Ok((reader.header().clone(), games?))
}

#[cfg(test)]
mod tests {
    use referee::record::Saved;

    use super::*;
    use crate::samples::{game, header};

    fn text() -> Vec<u8> {
        let mut text = Vec::new();
        write(&mut text, &header()).unwrap();
        write(&mut text, &game(0, [1, 0])).unwrap();
        write(&mut text, &game(1, [1, 1])).unwrap();
        text
    }

    #[test]
    fn what_is_written_is_read() {
        let (header_read, games) = read(&mut text().as_slice()).unwrap();
        assert_eq!(header_read, header());
        assert_eq!(games, [game(0, [1, 0]), game(1, [1, 1])]);
    }

    #[test]
    fn a_saved_answer_is_written_and_old_logs_read_as_before() {
        let mut saved = game(0, [1, 0]);
        saved.replies[0].saved = Some(Saved {
            answers: 2,
            more: false,
            cause: "why".to_owned(),
        });
        let mut text = Vec::new();
        write(&mut text, &header()).unwrap();
        write(&mut text, &saved).unwrap();
        assert_eq!(read(&mut text.as_slice()).unwrap().1, [saved]);
        let text = String::from_utf8(text).unwrap();
        let field = r#","saved":{"answers":2,"cause":"why"}"#;
        assert!(text.contains(field), "{text}");
        let old = text.replace(field, "");
        assert_eq!(read(&mut old.as_bytes()).unwrap().1, [game(0, [1, 0])]);
    }

    #[test]
    fn a_cut_line_loses_that_game_only() {
        let text = text();
        let (_, games) = read(&mut &text[..text.len() - 20]).unwrap();
        assert_eq!(games.len(), 1);
        let damaged = String::from_utf8(text)
            .unwrap()
            .replacen("\"pair\"", "\"pear\"", 1);
        assert!(
            read(&mut damaged.as_bytes())
                .unwrap_err()
                .to_string()
                .contains("line 2")
        );
    }

    #[test]
    fn games_come_one_by_one_with_the_numbers_of_their_lines() {
        let mut text = text();
        text.extend("{\"id\":2,\"debug\":\"\u{601d}".as_bytes());
        text.pop();
        let mut reader = Reader::new(text.as_slice()).unwrap();
        assert_eq!(reader.header(), &header());
        let games: Vec<(u64, u32)> = reader
            .by_ref()
            .map(|game| game.map(|(line, game)| (line, game.id)).unwrap())
            .collect();
        assert_eq!(games, [(2, 0), (3, 1)]);
        let cut = reader.cut().unwrap();
        assert_eq!((cut.line, cut.bytes), (4, 19));
    }

    #[test]
    fn seats_and_turns_that_are_not_there_are_refused() {
        let game = game(0, [1, 0]);
        let mut wrong = [game.clone(), game.clone(), game.clone(), game];
        wrong[0].seats = [0, 0];
        wrong[1].result.winner = Some(2);
        wrong[2].replies[1].seat = 2;
        wrong[3].replies[0].turn = 3;
        for (game, want) in wrong
            .iter()
            .zip(["\"seats\"", "\"winner\"", "seat 2", "turn 4"])
        {
            let mut text = Vec::new();
            write(&mut text, &header()).unwrap();
            write(&mut text, game).unwrap();
            let error = format!("{:#}", read(&mut text.as_slice()).unwrap_err());
            assert!(error.contains("line 2") && error.contains(want), "{error}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for (text, want) in [
            ("", "line 1"),
            ("{\"format\":\"else\"}\n", "no match log"),
            (
                "{\"format\":\"arena-match\",\"version\":99}\n",
                "version 99",
            ),
        ] {
            let error = read(&mut text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(want), "{error}");
        }
    }
}
