//! The state that one player of a match sees, and its text form.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::color::Color;
use crate::error::ParseError;
use crate::piece::Move;

/// One player's view: the whole board, because each player knows both wells, both pieces (it chose the opponent's
/// itself) and all choices so far. Between the player's answer and the next request it also holds that answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    color: Color,
    board: Board,
    own: Option<Move>,
}

impl State {
    /// The view of a color at the beginning of a turn.
    pub const fn new(color: Color, board: Board) -> Self {
        Self {
            color,
            board,
            own: None,
        }
    }

    /// The player's color.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// The position at the beginning of the turn.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Stores the player's own move in the turn.
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

    /// Plays the turn, which the opponent's move completes.
    pub(super) fn play(&mut self, theirs: Move) -> Result<(), String> {
        let own = self
            .own
            .ok_or("our own answer to the request before is missing")?;
        let moves = match self.color {
            Color::Zero => [own, theirs],
            Color::One => [theirs, own],
        };
        self.board
            .try_play(moves)
            .map_err(|(color, reason)| format!("illegal for color {color}: {reason}"))?;
        self.own = None;
        Ok(())
    }
}

/// `{:#}` prints one line `COLOR; PLAYER; PLAYER`, which `FromStr` reads; `{}` prints a picture of both wells and
/// the player's color. An answer whose turn is not complete yet is not printed.
impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "{}; {:#}", self.color, self.board)
        } else {
            write!(f, "{}\nown color: {}", self.board, self.color)
        }
    }
}

/// Reads the line that `{:#}` prints: the player's color, then the position in the form of [`Board`].
impl FromStr for State {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (color, board) = text.split_once(';').unwrap_or((text, ""));
        let color = match color.trim() {
            "0" => Color::Zero,
            "1" => Color::One,
            other => {
                return Err(ParseError::new(format!(
                    "a position begins with the own color `0;` or `1;`, not with `{other}`"
                )));
            }
        };
        Ok(Self::new(color, board.parse()?))
    }
}
