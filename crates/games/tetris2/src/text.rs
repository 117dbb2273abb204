//! Positions as text: a line that can be read back, and a picture.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, Player};
use crate::color::Color;
use crate::error::ParseError;
use crate::piece::Piece;
use crate::rules::Rules;
use crate::well::{HEIGHT, WIDTH, Well};

/// Prints the rows from the lowest to the highest non-empty one, three hexadecimal digits each, bit 0 being
/// column 1; `-` for the empty well.
impl fmt::Display for Well {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.height() == 0 {
            return f.write_str("-");
        }
        self.rows()[..self.height()]
            .iter()
            .try_for_each(|row| write!(f, "{row:03x}"))
    }
}

/// Reads what `Display` prints.
impl FromStr for Well {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "-" {
            return Ok(Self::new());
        }
        let no_well = |why: &str| Err(ParseError::new(format!("`{text}` is not a well: {why}")));
        if !text.bytes().all(|c| c.is_ascii_hexdigit())
            || text.is_empty()
            || !text.len().is_multiple_of(3)
        {
            return no_well("three hexadecimal digits a row, `-` if all rows are empty");
        }
        if text.len() > 3 * HEIGHT {
            return no_well("more than 20 rows");
        }
        let mut rows = [0; HEIGHT];
        for (i, digit) in text.chars().enumerate() {
            rows[i / 3] = rows[i / 3] << 4 | digit.to_digit(16).unwrap_or(0) as u16;
        }
        match Self::from_rows(rows) {
            Some(well) => Ok(well),
            None => no_well("a row is 000 to 3fe, bit 0 for column 1, and never full"),
        }
    }
}

/// Prints `WELL PIECE GIVEN COMBO TOTAL HEIGHT SENT`: the fields in order, separated by spaces.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} {} {} {} {}",
            self.well, self.piece, self.given, self.combo, self.total, self.height, self.sent
        )
    }
}

/// Reads what `Display` prints.
impl FromStr for Player {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [well, piece, given, combo, total, height, sent] = words[..] else {
            return Err(ParseError::new(format!(
                "`{}` is not a player: WELL PIECE GIVEN COMBO TOTAL HEIGHT SENT, e.g. `1ff003 T 0010000 1 3 2 1`",
                text.trim()
            )));
        };
        Ok(Self {
            well: well.parse()?,
            piece: piece.parse()?,
            given: given.parse()?,
            combo: number(combo, "combo", 1_000_000)?,
            total: number(total, "total", 1_000_000)?,
            height: number(height, "height", HEIGHT as u32)? as u8,
            sent: number(sent, "sent", 5)? as u8,
        })
    }
}

fn number(word: &str, what: &str, most: u32) -> Result<u32, ParseError> {
    match word.parse() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(ParseError::new(format!(
            "{what} is `{word}`, not a number from 0 to {most}"
        ))),
    }
}

/// `{:#}` prints one line `PLAYER; PLAYER`, color 0 first, which `FromStr` reads; the older game has `tetris1;`
/// before it. `{}` prints a picture of both wells. Neither says that a game is over.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [zero, one] = Color::ALL.map(|color| self.player(color));
        if !f.alternate() {
            return picture(f, [zero, one]);
        }
        if self.rules() == Rules::Tetris {
            f.write_str("tetris1; ")?;
        }
        write!(f, "{zero}; {one}")
    }
}

/// Reads the line that `{:#}` prints. Both players must have room for their pieces: else the game is over.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.split(';').map(str::trim).collect();
        let (rules, players) = match parts[..] {
            ["tetris1", zero, one] => (Rules::Tetris, [zero, one]),
            [zero, one] => (Rules::Tetris2, [zero, one]),
            _ => {
                return Err(ParseError::new(format!(
                    "`{}` is not a position: two players with `;` between them, color 0 first",
                    text.trim()
                )));
            }
        };
        let players: [Player; 2] = [players[0].parse()?, players[1].parse()?];
        for (player, color) in players.iter().zip(Color::ALL) {
            if !player.well.has_room(player.piece) {
                return Err(ParseError::new(format!(
                    "color {color} has no room for its {}: the game is over",
                    player.piece
                )));
            }
        }
        Ok(Self::from_players(players, rules))
    }
}

fn picture(f: &mut fmt::Formatter<'_>, players: [&Player; 2]) -> fmt::Result {
    for y in (0..HEIGHT).rev() {
        write!(f, "{:2}", y + 1)?;
        for player in players {
            f.write_str(" |")?;
            for x in 0..WIDTH {
                f.write_str(if player.well.rows()[y] >> x & 1 == 1 {
                    "#"
                } else {
                    "."
                })?;
            }
            f.write_str("|")?;
        }
        f.write_str("\n")?;
    }
    for (player, color) in players.iter().zip(Color::ALL) {
        if color == Color::One {
            f.write_str("\n")?;
        }
        write!(
            f,
            "color {color}: {} to place, combo {}, total {}, may give",
            player.piece, player.combo, player.total
        )?;
        for piece in Piece::ALL
            .iter()
            .copied()
            .filter(|&piece| player.given.allows(piece))
        {
            write!(f, " {piece}")?;
        }
    }
    Ok(())
}
