//! Positions as text.

use std::fmt;
use std::str::FromStr;

use games_common::{read_picture, split_side};

use crate::Color;
use crate::board::{Board, Swap};
use crate::cell_set::CellSet;
use crate::error::ParseError;
use crate::mv::Move;
use crate::{Cell, SIZE};

/// The word of the variant with the swap.
const SWAP: &str = "swap1";
/// The word that follows it after a swap.
const TAKEN: &str = "taken";

/// Prints 15 rows from y = 0 on, `X` for black, `O` for white, `.` for an empty cell; then the side to move, and in the variant with
/// the swap `swap1`, after a swap `swap1 taken`. `{}` puts the rows on lines of their own, `{:#}` on one line with `/` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in CellSet::FULL {
            if cell.x() == 0 && cell.y() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            f.write_str(match self.color_at(cell) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => ".",
            })?;
        }
        write!(f, " {}", self.to_move())?;
        match self.swap() {
            Swap::Never => Ok(()),
            Swap::Offered => write!(f, " {}", SWAP),
            Swap::Taken => write!(f, " {} {}", SWAP, TAKEN),
        }
    }
}

/// Reads what `Display` prints, in either form, or a list of moves from the start such as `h8 h9 i9`, in the variant with the
/// swap after the word `swap1`.
///
/// Without a side to move it is black's turn at an even number of stones; with another number of black and white stones than a game
/// has, the position is refused.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        if text.contains('.') || text.contains('/') || text.contains('X') {
            read_board(text)
        } else {
            read_moves(text)
        }
    }
}

fn read_moves(text: &str) -> Result<Board, ParseError> {
    let (board, moves) = match text.strip_prefix(SWAP) {
        Some(moves) => (Board::with_swap(), moves),
        None => (Board::new(), text),
    };
    games_common::read_moves(board, moves, |board, mv: Move| {
        let mover = board.to_move();
        let played = board.try_play(mv);
        played.map_err(|reason| format!("{mover} may not play {mv}: {reason}"))
    })
}

fn read_board(text: &str) -> Result<Board, ParseError> {
    let cut = |text: &str, word: &str| text.strip_suffix(word).map(|rest| rest.trim_end().len());
    let (text, is_taken) = match cut(text, TAKEN) {
        Some(end) => (&text[..end], true),
        None => (text, false),
    };
    let (text, swap) = match cut(text, SWAP) {
        Some(end) if is_taken => (&text[..end], Swap::Taken),
        Some(end) => (&text[..end], Swap::Offered),
        None if is_taken => return Err("`taken` follows `swap1`".into()),
        None => (text, Swap::Never),
    };
    let (picture, side) = split_side(text);
    let signs = read_picture::<SIZE>(picture, ".XO", "h8 h9")?;
    let stones = [1, 2].map(|sign| {
        let has_it = |cell: &Cell| signs[usize::from(cell.y())][usize::from(cell.x())] == sign;
        CellSet::FULL.iter().filter(has_it).collect::<CellSet>()
    });
    let to_move = match (stones[0].len(), stones[1].len()) {
        (black, white) if black == white => Color::Black,
        (black, white) if black == white + 1 => Color::White,
        (black, white) => {
            return Err(ParseError::new(format!(
                "{} black and {} white stones: black has as many as white, or one more",
                black, white
            )));
        }
    };
    if side.is_some_and(|side| side != to_move) {
        return Err(ParseError::new(format!(
            "with these stones {} is to move",
            to_move
        )));
    }
    if swap == Swap::Taken && stones[0].is_empty() {
        return Err("`swap1 taken` needs black's first stone".into());
    }
    Ok(Board::from_sets(stones, to_move, swap))
}
