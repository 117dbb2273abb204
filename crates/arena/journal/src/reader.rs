//! A file of games, read game by game.

use std::collections::BTreeSet;
use std::io::BufRead;

use anyhow::{Context, Result};
use gameplay::record::GameRecord;
use serde_json::Value;

use crate::header::{FORMAT, Header, VERSION};
use crate::lines::{Cut, Line, Lines};
use crate::schedule::{Slot, slot};

/// The most games that a match may have: what `arena match --games` takes.
pub const MOST_GAMES: u32 = 1_000_000;
/// The most players that a league may have: what it keeps of each two of them stays small.
pub const MOST_PLAYERS: usize = 256;
/// The most seats of a game.
const MOST_SEATS: usize = 4;
/// The last commit that reads the forms of files from before the first release.
const READS_OLD: &str = "ec8510c";

/// Reads a file: first the header, then every game with its place, so that a file of any length takes the memory of one
/// game. Every game is checked: its players, seats and turns are numbers of players, seats and turns that there are, and in
/// a league it is one of the plan's.
///
/// A last line that was cut off is left out, and [`cut`](Self::cut) tells of it then.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    header: Header,
    cut: Option<Cut>,
    whole: u64,
    rounds: Option<u64>,
}

/// A game and where it is in its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Number of its line, from 1.
    pub line: u64,
    /// Bytes before its line.
    pub offset: u64,
    /// Bytes of its line, the newline included.
    pub length: usize,
    /// The game.
    pub game: GameRecord,
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    /// If it is no header, or one of another version.
    pub fn new(input: R) -> Result<Self> {
        let mut lines = Lines::new(input);
        let first = lines.first()?;
        let header = header(first)?;
        let whole = first.bytes.len() as u64 + 1;
        Ok(Self {
            lines,
            rounds: header.max_round.map(u64::from),
            header,
            cut: None,
            whole,
        })
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rounds of a half of SnakeGo, by the header or the games so far.
    pub fn rounds(&self) -> Option<u64> {
        self.rounds
    }

    /// The games must be of this many rounds, if the header does not say it.
    pub fn expect_rounds(&mut self, rounds: Option<u64>) {
        self.rounds = self.rounds.or(rounds);
    }

    /// The last line, if it was cut off; known at the end.
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Bytes of all whole lines that were read.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// The game of a line of this file.
    ///
    /// # Errors
    /// Names what no game of the file has.
    pub fn game(&self, line: &[u8]) -> Result<GameRecord> {
        game(&self.header, line)
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is damaged; the text names it.
    pub fn next_game(&mut self) -> Result<Option<Placed>> {
        self.next_line()?.transpose()
    }

    /// The next game, or what is wrong with its line; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn next_line(&mut self) -> Result<Option<Result<Placed>>> {
        let Some(line) = self.lines.next_line()? else {
            return Ok(None);
        };
        if !line.whole {
            self.cut = Some(line.cut());
            return Ok(None);
        }
        let length = line.bytes.len() + 1;
        self.whole = line.offset + length as u64;
        let game = game(&self.header, line.bytes)
            .and_then(|game| check_rounds(&mut self.rounds, &game).map(|()| game))
            .with_context(|| msg!("line {} is damaged", line.number));
        Ok(Some(game.map(|game| Placed {
            line: line.number,
            offset: line.offset,
            length,
            game,
        })))
    }
}

fn check_rounds(rounds: &mut Option<u64>, game: &GameRecord) -> Result<()> {
    if let Some(played) = game.init["max_round"].as_u64() {
        let rounds = *rounds.get_or_insert(played);
        require!(
            played == rounds,
            "it is a half of {played} rounds, but the others are of {rounds} (--max-round)"
        );
    }
    Ok(())
}

/// The header of a file.
fn header(line: Line) -> Result<Header> {
    let value = serde_json::from_slice(line.bytes)
        .context("this is not a games file: line 1 is no header")?;
    check_format(&value)?;
    require!(line.whole, "this is not a games file: line 1 has no end");
    let damaged = "line 1 is a damaged header";
    let header: Header = serde_json::from_value(value).context(damaged)?;
    check_header(&header).context(damaged)?;
    Ok(header)
}

/// Checks that a header is one of a file that this arena reads. Files from before the first release had the formats
/// `arena-match` and `arena-league`.
fn check_format(header: &Value) -> Result<()> {
    let (format, version) = (&header["format"], &header["version"]);
    match format.as_str().unwrap_or_default() {
        FORMAT => {}
        old @ ("arena-match" | "arena-league") => fail!(
            "{old} version {version} is a form from before arena 0.1.0, which this arena does not read: the arena of commit \
             {READS_OLD} does, and its `arena merge FILE --out NEW` writes today's"
        ),
        _ => fail!("this is not a games file: line 1 has no \"format\":\"{FORMAT}\""),
    }
    let known = version
        .as_u64()
        .filter(|number| (1..=u64::from(VERSION)).contains(number));
    known.map(|_| ()).with_context(|| match header["arena"].as_str() {
        Some(arena) => msg!(
            "{FORMAT} version {version}; this arena reads up to version {VERSION}: read it with arena {arena}, which wrote it, or \
             a later one"
        ),
        None => msg!(
            "{FORMAT} version {version}; this arena reads up to version {VERSION}: read it with the arena that wrote it, or a \
             later one"
        ),
    })
}

/// Checks a header for the callers that allocate for its players and games.
fn check_header(header: &Header) -> Result<()> {
    require!(
        header.games <= MOST_GAMES,
        "{} games; a match has at most {MOST_GAMES}",
        header.games
    );
    let seats = header.seatings.first().map_or(0, Vec::len);
    let fits =
        |seated: &Vec<usize>| seated.len() == seats && seated.iter().all(|&player| player < 2);
    require!(
        (1..=MOST_SEATS).contains(&seats) && header.seatings.iter().all(fits),
        "\"seatings\" must be lists of players 0 and 1, in each of 1 to {MOST_SEATS} seats"
    );
    let players = header.players.len();
    if header.league {
        require!(
            (2..=MOST_PLAYERS).contains(&players),
            "{players} players; a league has 2 to {MOST_PLAYERS}"
        );
        let mut seen = BTreeSet::new();
        for name in &header.players {
            require!(seen.insert(name), "player `{name}` is in it twice");
        }
    } else {
        require!(players == 2, "{players} players; a match has 2");
    }
    require!(
        header.specs.is_empty() || header.specs.len() == players,
        "\"specs\" does not name each of {players} players"
    );
    let identities = &header.identities;
    require!(
        identities.is_empty() || identities.len() == players,
        "\"identities\" does not name each of {players} players"
    );
    if let Some(shard) = header.shard {
        require!(
            1 <= shard.index && shard.index <= shard.count,
            "\"shard\" is [{},{}]; the first is from 1 to the second",
            shard.index,
            shard.count
        );
    }
    Ok(())
}

/// A game of a file, checked.
fn game(header: &Header, line: &[u8]) -> Result<GameRecord> {
    let game: GameRecord = serde_json::from_slice(line)?;
    check(header, &game)?;
    check_shard(header, &game)?;
    if header.league {
        check_fixture(header, &game)?;
    }
    Ok(game)
}

/// Checks that a game belongs to the file's shard.
fn check_shard(header: &Header, game: &GameRecord) -> Result<()> {
    if let Some(shard) = header.shard {
        require!(
            header.shard_of(game.a, game.b, game.pair, shard.count) == shard,
            "the game is not of shard {}/{}",
            shard.index,
            shard.count
        );
    }
    Ok(())
}

/// Checks that a game belongs to a league's plan.
fn check_fixture(header: &Header, game: &GameRecord) -> Result<()> {
    let GameRecord { a, b, .. } = game;
    require!(
        header.players[*a] < header.players[*b],
        "it names players {a} and {b}; the one with the earlier name comes first"
    );
    check_planned(header, game)
}

/// Checks that a game belongs to the schedule. Callers that continue a schedule rely on it.
///
/// # Errors
/// Names the part that no planned game has.
pub fn check_planned(header: &Header, game: &GameRecord) -> Result<()> {
    let games = header.games.next_multiple_of(header.games_of_pair());
    let Slot { pair, seats, .. } = slot(game.id, header.deal());
    let id = game.id;
    require!(
        id < games,
        "it is game {id}; there are {games} games, numbered from 0"
    );
    require!(
        game.pair == pair,
        "game {id} is in pair {pair}, not in {}",
        game.pair
    );
    require!(
        game.seats == seats,
        "\"seats\" of game {id} must be {seats:?}, not {:?}",
        game.seats
    );
    Ok(())
}

/// Checks that the players, seats and turns that a game names exist. Every user of a game relies on it.
fn check(header: &Header, game: &GameRecord) -> Result<()> {
    let seat = |seat: usize, what: &str| {
        require!(
            seat < game.seats.len(),
            "{what} names seat {seat}; the seats are 0 to {}",
            game.seats.len() - 1
        );
        Ok(())
    };
    let time = |ms: Option<f64>| {
        let ms = ms.unwrap_or_default();
        require!(ms >= 0.0, "{ms} is not a time in milliseconds");
        Ok(())
    };
    let GameRecord { a, b, .. } = game;
    require!(
        a.max(b) < &header.players.len() && a != b,
        "it names players {a} and {b}; players are numbered 0 to {}",
        header.players.len() - 1
    );
    require!(
        header.seatings.contains(&game.seats) && game.result.scores.len() == game.seats.len(),
        "\"seats\" must be one of {:?} with a score for each, not {:?}",
        header.seatings,
        game.seats
    );
    if let Some(winner) = game.result.winner {
        seat(winner, "\"winner\"")?;
    }
    let turns = game.moves.len();
    require!(
        game.opening <= turns,
        "\"opening\" is {}; there are {turns} moves",
        game.opening
    );
    time(game.wall_ms)?;
    for reply in &game.replies {
        // A seat that fails in SnakeGo has a reply and no move.
        seat(reply.seat, "a reply")?;
        require!(
            reply.turn <= turns,
            "a reply names turn {}; there are {turns} moves",
            reply.turn + 1
        );
        time(reply.ms)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use gameplay::record::Saved;

    use super::*;
    use crate::lines::write;
    use crate::samples::{game, header};

    fn text(games: &[GameRecord]) -> Vec<u8> {
        let mut text = Vec::new();
        write(&mut text, &header()).unwrap();
        for game in games {
            write(&mut text, game).unwrap();
        }
        text
    }

    fn read(text: &[u8]) -> Result<Vec<GameRecord>> {
        let mut reader = Reader::new(text)?;
        let mut games = Vec::new();
        while let Some(placed) = reader.next_game()? {
            games.push(placed.game);
        }
        Ok(games)
    }

    #[test]
    fn what_is_written_is_read() {
        let games = [game(0, [1, 0]), game(1, [1, 1])];
        let text = text(&games);
        assert_eq!(Reader::new(text.as_slice()).unwrap().header(), &header());
        assert_eq!(read(&text).unwrap(), games);
    }

    #[test]
    fn a_saved_answer_is_written_and_read() {
        let mut saved = game(0, [1, 0]);
        saved.replies[0].saved = Some(Saved {
            answers: 2,
            more: false,
            cause: "why".to_owned(),
        });
        let text = String::from_utf8(text(std::slice::from_ref(&saved))).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), [saved]);
        let field = r#","saved":{"answers":2,"cause":"why"}"#;
        assert!(text.contains(field), "{text}");
        let without = text.replace(field, "");
        assert_eq!(read(without.as_bytes()).unwrap(), [game(0, [1, 0])]);
    }

    /// The arena of commit ec8510c wrote failures as texts.
    #[test]
    fn a_log_of_an_earlier_arena_is_read() {
        let games = read(include_bytes!("../tests/data/ec8510c.jsonl")).unwrap();
        let failures = games.iter().flat_map(|game| &game.replies);
        let failures: Vec<_> = failures
            .filter_map(|reply| reply.failure.as_ref())
            .collect();
        assert_eq!(failures.len(), 2);
        for failure in failures {
            let text = failure.english();
            assert!(
                text.ends_with("end of standard error:\nabout to crash"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_cut_line_loses_that_game_only() {
        let text = text(&[game(0, [1, 0]), game(1, [1, 1])]);
        assert_eq!(read(&text[..text.len() - 20]).unwrap().len(), 1);
        let damaged = String::from_utf8(text)
            .unwrap()
            .replacen("\"pair\"", "\"pear\"", 1);
        let error = read(damaged.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn games_come_one_by_one_with_their_places() {
        let mut text = text(&[game(0, [1, 0]), game(1, [1, 1])]);
        text.extend("{\"id\":2,\"debug\":\"\u{601d}".as_bytes());
        text.pop();
        let mut reader = Reader::new(text.as_slice()).unwrap();
        let mut games = Vec::new();
        while let Some(placed) = reader.next_game().unwrap() {
            let line = &text[placed.offset as usize..][..placed.length];
            assert_eq!(
                serde_json::from_slice::<GameRecord>(line).unwrap(),
                placed.game
            );
            games.push((placed.line, placed.game.id));
        }
        assert_eq!(games, [(2, 0), (3, 1)]);
        let cut = reader.cut().unwrap();
        assert_eq!((cut.line, cut.bytes), (4, 19));
    }

    #[test]
    fn players_seats_and_turns_that_are_not_there_are_refused() {
        let game = game(0, [1, 0]);
        let mut wrong = [game.clone(), game.clone(), game.clone(), game.clone(), game];
        wrong[0].seats = vec![0, 0];
        wrong[1].result.winner = Some(2);
        wrong[2].replies[1].seat = 2;
        wrong[3].replies[0].turn = 3;
        wrong[4].b = 2;
        let wants = [
            "\"seats\"",
            "\"winner\"",
            "seat 2",
            "turn 4",
            "players 0 and 2",
        ];
        for (game, want) in wrong.iter().zip(wants) {
            let error = format!("{:#}", read(&text(std::slice::from_ref(game))).unwrap_err());
            assert!(error.contains("line 2") && error.contains(want), "{error}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        for (text, want) in [
            ("", "line 1"),
            ("{\"format\":\"else\"}\n", "not a games file"),
            (
                "{\"format\":\"arena-games\",\"version\":99,\"arena\":\"7\"}\n",
                "version 99; this arena reads up to version 1: read it with arena 7,",
            ),
            (
                "{\"format\":\"arena-games\"}\n",
                "version null; this arena reads up to version 1: read it with the arena that wrote it",
            ),
            (
                "{\"format\":\"arena-match\",\"version\":1,\"game\":\"nogo\"}\n",
                "arena-match version 1 is a form from before arena 0.1.0, which this arena does not read: the arena of commit \
                 ec8510c does, and its `arena merge FILE --out NEW` writes today's",
            ),
            (
                "{\"format\":\"arena-league\",\"version\":2}\n",
                "arena of commit ec8510c",
            ),
        ] {
            let error = format!("{:#}", read(text.as_bytes()).unwrap_err());
            assert!(error.contains(want), "{error}");
        }
    }
}
