//! Positions as text.

use std::fmt;
use std::str::FromStr;

use crate::Color;
use crate::board::{Board, Swap};
use crate::cell::{Cell, SIZE};
use crate::cell_set::CellSet;
use crate::error::ParseError;
use crate::mv::Move;

/// The word of the variant with the swap.
const SWAP: &str = "swap1";
/// What follows it after a swap.
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
            read_picture(text)
        } else {
            read_moves(text)
        }
    }
}

fn read_moves(text: &str) -> Result<Board, ParseError> {
    let (mut board, moves) = match text.strip_prefix(SWAP) {
        Some(moves) => (Board::with_swap(), moves),
        None => (Board::new(), text),
    };
    for (i, word) in moves.split_whitespace().enumerate() {
        let mv: Move = word
            .parse()
            .map_err(|error| ParseError::new(format!("move {}: {}", i + 1, error)))?;
        board.try_play(mv).map_err(|reason| {
            let mover = board.to_move();
            ParseError::new(format!(
                "move {}: {} may not play {}: {}",
                i + 1,
                mover,
                mv,
                reason
            ))
        })?;
    }
    Ok(board)
}

fn read_picture(text: &str) -> Result<Board, ParseError> {
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
    let (picture, side) = match (cut(text, "black"), cut(text, "white")) {
        (Some(end), _) => (&text[..end], Some(Color::Black)),
        (_, Some(end)) => (&text[..end], Some(Color::White)),
        _ => (text, None),
    };
    let stones = read_rows(picture)?;
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

fn read_rows(picture: &str) -> Result<[CellSet; 2], ParseError> {
    let rows: Vec<Vec<char>> = picture
        .split(['\n', '/'])
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    if rows.len() != SIZE {
        return Err(ParseError::new(format!(
            "a position is a picture of 15 rows or a list of moves such as `h8 h9`, but this picture has {} rows",
            rows.len()
        )));
    }
    let mut stones = [CellSet::EMPTY; 2];
    for (y, row) in rows.iter().enumerate() {
        if row.len() != SIZE {
            return Err(ParseError::new(format!(
                "row {} has {} cells, not 15",
                y + 1,
                row.len()
            )));
        }
        for (x, c) in row.iter().enumerate() {
            let set = match c {
                '.' => continue,
                'X' => &mut stones[0],
                'O' => &mut stones[1],
                _ => {
                    return Err(ParseError::new(format!(
                        "`{}` in row {}, column {} is not one of `.`, `X`, `O`",
                        c,
                        y + 1,
                        x + 1
                    )));
                }
            };
            if let Some(cell) = Cell::new(x as u8, y as u8) {
                set.insert(cell);
            }
        }
    }
    Ok(stones)
}
