//! A match log, read game by game.

use std::io::BufRead;

use anyhow::{Context, Result};
use serde_json::Value;

use super::lines::{Cut, Line, Lines};
use super::{FORMAT, Header, VERSION};
use referee::record::GameRecord;

/// The most games that a match may have: what `arena match --games` takes.
pub const MOST_GAMES: u32 = 1_000_000;

/// Reads a match log: first the header, then as an iterator every game with the number of its line (from 1), so that
/// a log of any length takes the memory of one game. Every game is checked: its seats and turns are numbers of seats
/// and turns that there are.
///
/// A last line that was cut off is left out, and [`cut`](Self::cut) tells of it then. After an error nothing comes.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    header: Header,
    cut: Option<Cut>,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line.
    ///
    /// # Errors
    /// If it is no header of a match log, or one of another version.
    pub fn new(input: R) -> Result<Self> {
        let mut lines = Lines::new(input);
        let header = header(lines.first()?.bytes)?;
        Ok(Self {
            lines,
            header,
            cut: None,
            over: false,
        })
    }

    /// The conditions of the match.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The last line, if it was cut off; known when the iterator is at its end.
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// The next game with the number of its line; `None` at the end.
    ///
    /// # Errors
    /// If the log cannot be read, or a line is damaged; the text names it.
    pub fn next_game(&mut self) -> Result<Option<(u64, GameRecord)>> {
        let Some(line) = self.lines.next_line()? else {
            return Ok(None);
        };
        match game(line) {
            Err(_) if !line.whole => {
                self.cut = Some(line.cut());
                Ok(None)
            }
            game => game.map(|game| Some((line.number, game))),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(u64, GameRecord)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let game = self.next_game().transpose();
        self.over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The header of a match log.
///
/// # Errors
/// If the line is none, or one of another version.
pub fn header(line: &[u8]) -> Result<Header> {
    let header: Value =
        serde_json::from_slice(line).context("line 1 is no header of a match log")?;
    ensure!(
        header["format"] == FORMAT,
        "this is no match log: line 1 has no \"format\":\"{FORMAT}\""
    );
    ensure!(
        header["version"] == VERSION,
        "log version {}; this arena reads version {VERSION}: {}",
        header["version"],
        other_arena(&header)
    );
    let header: Header = serde_json::from_value(header).context("line 1 is a damaged header")?;
    check_header(&header).context("line 1 is a damaged header")?;
    Ok(header)
}

/// What to read a file with that is of another version.
pub(crate) fn other_arena(header: &Value) -> String {
    match header["arena"].as_str() {
        Some(arena) => said!("read it with arena {arena}, which wrote it, or a later one"),
        None => said!("read it with the arena that wrote it, or a later one"),
    }
}

/// What everybody relies on who makes room for the games of a header.
///
/// # Errors
/// Names what no header has.
pub fn check_header(header: &Header) -> Result<()> {
    ensure!(
        header.games <= MOST_GAMES,
        "{} games; a match has at most {MOST_GAMES}",
        header.games
    );
    Ok(())
}

/// A game of a match log, checked.
///
/// # Errors
/// If the line is none; the text names it.
pub fn game(line: Line) -> Result<GameRecord> {
    let game = match serde_json::from_slice(line.bytes) {
        Ok(game) => game,
        Err(error) => bail!("line {} of the log is damaged: {error}", line.number),
    };
    check(&game).with_context(|| msg!("line {} of the log is damaged", line.number))?;
    Ok(game)
}

/// What everybody relies on who uses a game: seats and turns are numbers of seats and turns that there are.
///
/// # Errors
/// Names what no game has.
pub fn check(game: &GameRecord) -> Result<()> {
    let seat = |seat: usize, what: &str| {
        ensure!(
            seat < 2,
            "{what} names seat {seat}; there are seats 0 and 1"
        );
        Ok(())
    };
    let time = |ms: Option<f64>| {
        let ms = ms.unwrap_or_default();
        ensure!(ms >= 0.0, "{ms} is no time in milliseconds");
        Ok(())
    };
    ensure!(
        matches!(game.seats, [0, 1] | [1, 0]),
        "\"seats\" must be [0,1] or [1,0], not {:?}",
        game.seats
    );
    if let Some(winner) = game.result.winner {
        seat(winner, "\"winner\"")?;
    }
    let turns = game.moves.len();
    ensure!(
        game.opening <= turns,
        "\"opening\" is {}; there are {turns} moves",
        game.opening
    );
    time(game.wall_ms)?;
    for reply in &game.replies {
        // A seat that fails in SnakeGo has a reply and no move.
        seat(reply.seat, "a reply")?;
        ensure!(
            reply.turn <= turns,
            "a reply names turn {}; there are {turns} moves",
            reply.turn + 1
        );
        time(reply.ms)?;
    }
    Ok(())
}
