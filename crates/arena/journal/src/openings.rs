//! Starts from a file, in place of random ones.
//!
//! One start a line, in the form in which a log has them: `init`, what the game is made from, and `moves`, the first
//! turns.
//!
//! ```text
//! {"init":null,"moves":[[4,4],[0,8]]}
//! {"init":{"seed":7}}
//! ```
//!
//! Both may be left out, but not both of them. With `opening` only that many of the moves count; so a log is such a
//! file, too: it has the openings of its games. Its header, empty lines and lines with `#` are skipped, and a start
//! counts once.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use gameplay::Game;
use gameplay::opening::Start;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::lines::Lines;

/// The most starts of a file that are kept.
const MOST: usize = 100_000;

/// Starts, at least one of them.
#[derive(Clone, Debug)]
pub struct Openings {
    starts: Arc<[Start]>,
    /// A hash of them, for a log.
    pub digest: String,
}

impl Openings {
    /// The start of a pair: each in turn, and from the first again after the last.
    pub fn of_pair(&self, pair: u32) -> Start {
        self.starts[pair as usize % self.starts.len()].clone()
    }

    /// Reads a file of starts of this game. Each of them is played by our own referee.
    ///
    /// # Errors
    /// If the file cannot be read or has no start, the game has none, or a line is none of its starts; the text names it.
    pub fn read(path: &Path, game: &Game) -> Result<Self> {
        let name = path.display();
        let file = File::open(path).with_context(|| msg!("cannot open --openings {name}"))?;
        let starts = read(BufReader::new(file), game)
            .with_context(|| msg!("cannot use --openings {name}"))?;
        Ok(Self::of(starts))
    }

    /// The even starts that the game has of its own, in an order by the seed.
    ///
    /// # Errors
    /// Never: a test reads them.
    pub fn own(game: &Game, seed: u64) -> Result<Option<Self>> {
        let text = game.botzone().map_or("", |botzone| botzone.starts);
        if text.is_empty() {
            return Ok(None);
        }
        let mut starts = read(text.as_bytes(), game)?;
        starts.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        Ok(Some(Self::of(starts)))
    }

    fn of(starts: Vec<Start>) -> Self {
        let mut hash = Sha256::new();
        for start in &starts {
            hash.update(json!([start.initdata, start.opening]).to_string());
        }
        let mut digest = format!("{:x}", hash.finalize());
        digest.truncate(16);
        Self {
            starts: starts.into(),
            digest,
        }
    }
}

fn read(input: impl std::io::BufRead, game: &Game) -> Result<Vec<Start>> {
    let botzone = game.botzone().with_context(|| {
        msg!(
            "{} has no openings: both games of a pair have the same items, from --seed; leave it out",
            game.name
        )
    })?;
    let (mut starts, mut seen) = (Vec::new(), BTreeSet::new());
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next_line()? {
        let text = line.bytes.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        let number = line.number;
        let written: Value = serde_json::from_slice(text).with_context(|| {
            msg!("line {number} is not JSON; write {{\"init\":...,\"moves\":[...]}}")
        })?;
        if written.get("format").is_some() {
            check_game(&written, game).with_context(|| msg!("line {number}"))?;
            continue;
        }
        let moves = first_moves(&written).with_context(|| msg!("line {number}"))?;
        let start = match botzone.start(game, &written["init"], moves) {
            Ok(start) => start,
            Err(why) => fail!("line {number} is not a start of {}: {why}", game.name),
        };
        if seen.insert(json!([start.initdata, start.opening]).to_string()) {
            starts.push(start);
        }
        require!(starts.len() <= MOST, "it has more than {MOST} starts");
    }
    require!(
        !starts.is_empty(),
        "there is no start in it; write lines {{\"init\":...,\"moves\":[...]}}, or name a log"
    );
    Ok(starts)
}

/// The header of a log must be of this game.
fn check_game(header: &Value, game: &Game) -> Result<()> {
    let conditions = header.get("match").unwrap_or(header);
    let named = conditions["game"].as_str().unwrap_or(game.name);
    require!(
        named == game.name,
        "it is a log of {named}, but the match is {}",
        game.name
    );
    Ok(())
}

/// The moves of a start's line.
fn first_moves(written: &Value) -> Result<&[Value]> {
    require!(
        written.get("init").is_some() || written.get("moves").is_some(),
        "it has neither `init` nor `moves`; write {{\"init\":...,\"moves\":[...]}}"
    );
    let moves = match &written["moves"] {
        Value::Null => &[][..],
        Value::Array(moves) => moves,
        other => fail!("`moves` is {other}; it is a list, as in a log"),
    };
    match &written["opening"] {
        Value::Null => Ok(moves),
        count => {
            let count = count.as_u64().and_then(|count| usize::try_from(count).ok());
            let count = count.filter(|&count| count <= moves.len());
            let count = count.with_context(|| {
                msg!(
                    "`opening` is {}; there are {} moves",
                    written["opening"],
                    moves.len()
                )
            })?;
            Ok(&moves[..count])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(game: &str, text: &str) -> Result<Vec<Start>> {
        read(text.as_bytes(), gameplay::games::standard().find(game)?)
    }

    #[test]
    fn a_line_is_a_start() {
        let text =
            "# two\n\n{\"init\":null,\"moves\":[[4,4],[0,8]]}\n{\"moves\":[]}\n{\"init\":null}\n";
        let starts = of("nogo", text).unwrap();
        assert_eq!(starts.len(), 2, "the last two are the same");
        assert_eq!(
            json!([starts[0].initdata, starts[0].opening]).to_string(),
            r#"["",[[[0,{"x":4,"y":4}]],[[1,{"x":0,"y":8}]]]]"#
        );
        assert!(starts[1].opening.is_empty());
        let starts = of("snake", "{\"init\":{\"seed\":7},\"moves\":[[1,3]]}\n").unwrap();
        let both = json!(starts[0].opening).to_string();
        assert_eq!(both, r#"[[[0,{"direction":1}],[1,{"direction":3}]]]"#);
        let amazons = of("amazons", "{\"moves\":[[0,2,0,3,0,2]]}").unwrap();
        assert_eq!(amazons[0].opening.len(), 1);
    }

    #[test]
    fn a_log_has_the_openings_of_its_games() {
        let mut text = Vec::new();
        crate::lines::write(&mut text, &crate::samples::header()).unwrap();
        let mut game = crate::samples::game(0, [1, 0]);
        for opening in [1, 0, 1] {
            game.opening = opening;
            crate::lines::write(&mut text, &game).unwrap();
        }
        let text = String::from_utf8(text).unwrap();
        let starts = of("nogo", &text).unwrap();
        let plies: Vec<usize> = starts.iter().map(|start| start.opening.len()).collect();
        assert_eq!(plies, [1, 0]);
        let error = format!("{:#}", of("amazons", &text).unwrap_err());
        assert!(error.contains("line 1: it is a log of nogo"), "{error}");
    }

    #[test]
    fn what_is_no_start_is_named() {
        for (game, text, want) in [
            ("nogo", "", "there is no start in it"),
            ("nogo", "\nhello\n", "line 2 is not JSON"),
            ("nogo", "{}", "line 1: it has neither `init` nor `moves`"),
            ("nogo", "{\"moves\":5}", "line 1: `moves` is 5"),
            (
                "nogo",
                "{\"moves\":[[4,4]],\"opening\":2}",
                "`opening` is 2; there are 1 moves",
            ),
            (
                "nogo",
                "{\"moves\":[[4,4],[4,4]]}",
                "line 1 is not a start of nogo: turn 2, [4,4]: the game ends with it INVALID_MOVE",
            ),
            (
                "snake",
                "{\"init\":{\"seed\":7},\"moves\":[1]}",
                "turn 1, 1: all players move in a turn",
            ),
            (
                "snake",
                "{\"init\":{\"obstacle\":3}}",
                "`init` makes no game",
            ),
            ("snakego", "{\"init\":null}", "snakego has no openings"),
        ] {
            let error = format!("{:#}", of(game, text).unwrap_err());
            assert!(error.contains(want), "{text}: {error}");
        }
    }

    #[test]
    fn even_starts_of_a_game_come_in_the_order_of_the_seed() {
        let games = gameplay::games::standard();
        for (name, count, plies) in [
            ("ataxx", 100, 4..=4),
            ("gomoku", 50, 3..=8),
            ("reversi", 100, 8..=8),
        ] {
            let game = games.find(name).unwrap();
            let own = |seed| Openings::own(game, seed).unwrap().unwrap();
            let first = own(1);
            assert_eq!(first.starts.len(), count, "{name}");
            let mut lengths = first.starts.iter().map(|start| start.opening.len());
            assert!(lengths.all(|length| plies.contains(&length)));
            assert_eq!(first.digest, own(1).digest);
            assert_ne!(first.digest, own(2).digest);
        }
        let nogo = games.find("nogo").unwrap();
        assert!(Openings::own(nogo, 1).unwrap().is_none());
    }

    #[test]
    fn pairs_take_the_starts_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("starts.jsonl");
        let game = gameplay::games::standard().find("nogo").unwrap();
        std::fs::write(&path, "{\"moves\":[[4,4]]}\n{\"moves\":[]}\n").unwrap();
        let openings = Openings::read(&path, game).unwrap();
        let plies = [0, 1, 2].map(|pair| openings.of_pair(pair).opening.len());
        assert_eq!(plies, [1, 0, 1]);
        assert_eq!((openings.starts.len(), openings.digest.len()), (2, 16));
        std::fs::write(&path, "{\"moves\":[]}\n{\"moves\":[[4,4]]}\n").unwrap();
        assert_ne!(Openings::read(&path, game).unwrap().digest, openings.digest);
        let none = Openings::read(&folder.path().join("none"), game).unwrap_err();
        assert!(format!("{none:#}").contains("cannot open --openings"));
    }
}
