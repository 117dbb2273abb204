//! What one player of a match knows.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Color};
use crate::piece::Move;
use crate::text::ParseError;

/// One player's view: the whole board, for each player knows both wells, both pieces (the opponent's it chose
/// itself) and all choices so far. Between the own answer and the next request it also holds that answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seat {
    color: Color,
    board: Board,
    own: Option<Move>,
}

impl Seat {
    /// The view of a colour at the beginning of a turn.
    pub const fn new(color: Color, board: Board) -> Self {
        Self {
            color,
            board,
            own: None,
        }
    }

    /// The own colour.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The position at the beginning of the turn.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The own half of the turn.
    pub(super) fn choose(&mut self, own: Move) -> Result<(), String> {
        if self.own.is_some() {
            return Err("a second answer to one request".to_string());
        }
        self.board
            .check(self.color, own)
            .map_err(|reason| format!("illegal: {reason}"))?;
        self.own = Some(own);
        Ok(())
    }

    /// The opponent's half, which completes the turn.
    pub(super) fn play(&mut self, theirs: Move) -> Result<(), String> {
        let own = self.own.ok_or("no answer of ours came before it")?;
        let moves = match self.color {
            Color::Zero => [own, theirs],
            Color::One => [theirs, own],
        };
        self.board
            .try_play(moves)
            .map_err(|(color, reason)| format!("illegal for colour {color}: {reason}"))?;
        self.own = None;
        Ok(())
    }
}

/// `{:#}` prints one line `COLOR; PLAYER; PLAYER`, which `FromStr` reads; `{}` prints a picture of both wells and
/// the own colour. An answer that waits for the opponent's half is not printed.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "{}; {:#}", self.color, self.board)
        } else {
            write!(f, "{}\nown colour: {}", self.board, self.color)
        }
    }
}

/// Reads the line that `{:#}` prints: the own colour, then the position as [`Board`] has it.
impl FromStr for Seat {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (color, board) = text.split_once(';').unwrap_or((text, ""));
        let color = match color.trim() {
            "0" => Color::Zero,
            "1" => Color::One,
            other => {
                return Err(ParseError::new(format!(
                    "a position begins with the own colour `0;` or `1;`, not with `{other}`"
                )));
            }
        };
        Ok(Self::new(color, board.parse()?))
    }
}
