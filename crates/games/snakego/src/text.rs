//! The text of a position.
//!
//! Words in any order, separated by whitespace; a line that starts with `#` is a comment.
//!
//! ```text
//! round=9/512 acting=2 next=3 first=4:0 items=76L5@3,86R512@16
//! 0=0:2:-:4e4d5d 0=2:0:1:7778 1=1:0:-:e6e5 walls0=0001 walls1=ff ground=0
//! ```
//!
//! * `round=R/MAX`; `acting=ID`, the snake to act (`-` if the half-game is over); `next=ID`, the id of the next new
//!   snake;
//!   `first=R:P`, round and player of the first item taken; `enclosure=judge`, `adk` or `border`.
//! * `0=ID:BANK:RAY:CELLS`: a snake of player 0, in the order of the list; RAY is an item's id or `-`; a cell is two
//!   hexadecimal digits, x and y, and the head comes first. `1=` is a snake of player 1.
//! * `walls0`, `walls1`: cells. `ground`: ids of the items on the ground.
//! * `items`: all items of the half-game in the order of their ids, `CELL L LENGTH @ ROUND` or `CELL R NUMBER @ ROUND`.
//!   Or `seed=N`: the items that the judge makes from this seed.
//!
//! Only `round` and `acting` are required. Instead of everything but items, seed and enclosure there may be
//! `ops=1223...`, the operations since the start of the half-game (and `max=R` for the number of rounds).
//!
//! `{:#}` is one line; `{}` has a picture above it.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, MAX_SNAKES};
use crate::cell::{Cell, SIZE};
use crate::cell_set::CellSet;
use crate::error::ParseError;
use crate::item::{Gift, Item};
use crate::position::Position;
use crate::rules::Rules;

mod read;

/// The text form of the module `text`; with `{}` a picture in comment lines above it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { rules, board } = self;
        if !f.alternate() {
            for line in picture(self).lines() {
                writeln!(f, "# {line}")?;
            }
        }
        write!(f, "round={}/{}", board.round, rules.max_round())?;
        if board.is_over() {
            f.write_str(" acting=-")?;
        } else {
            write!(f, " acting={}", board.snake().id)?;
        }
        write!(f, " next={}", board.next_id)?;
        if let Some((round, player)) = board.first_item() {
            write!(f, " first={round}:{player}")?;
        }
        if rules.enclosure() != Default::default() {
            write!(f, " enclosure={}", rules.enclosure())?;
        }
        for player in 0..2 {
            for (snake, place) in board.snakes(player).iter().zip(0..) {
                let ray = snake.ray().map_or("-".to_owned(), |id| id.to_string());
                let cells = hexadecimal(board.cells(player, place));
                write!(f, " {player}={}:{}:{ray}:{cells}", snake.id, snake.bank)?;
            }
        }
        for (player, walls) in board.walls.iter().enumerate() {
            if !walls.is_empty() {
                write!(f, " walls{player}={}", hexadecimal(*walls))?;
            }
        }
        let ground: Vec<u16> = board.ground_items(rules).map(|(id, _)| id).collect();
        list(f, " ground=", &ground)?;
        let items: Vec<String> = rules.items().iter().map(item_text).collect();
        list(f, " items=", &items)
    }
}

/// The one-line text.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teams = [0, 1].map(|player| {
            let places = 0..self.snakes(player).len();
            let cells = places.map(|place| hexadecimal(self.cells(player, place)));
            self.snakes(player).iter().zip(cells).collect::<Vec<_>>()
        });
        f.debug_struct("Board")
            .field("round", &self.round)
            .field("player", &self.player)
            .field("acting", &self.acting)
            .field("over", &self.over)
            .field("next_id", &self.next_id)
            .field("first_item", &self.first_item())
            .field("teams", &teams)
            .field("walls", &self.walls)
            .field("ground", &self.ground)
            .finish_non_exhaustive()
    }
}

/// The board as 16 lines, the top row first: snakes of player 0 are a to d and those of player 1 w to z, heads in
/// upper case; walls are `#` (player 0) and `%`; items are their length (`9` for more) or `*`; a free cell is a dot.
pub fn picture(position: &Position) -> String {
    let Position { rules, board } = position;
    let mut text = String::new();
    for y in (0..SIZE).rev() {
        for cell in (0..SIZE).filter_map(|x| Cell::new(x, y)) {
            text.push(character(board, rules, cell));
        }
        text.push('\n');
    }
    text
}

fn character(board: &Board, rules: &Rules, cell: Cell) -> char {
    if let Some((player, place)) = board.snake_at(cell) {
        let letter = [b'a', b'w'][player] + place as u8;
        let is_head = board.snakes(player)[place].head == cell;
        return char::from(if is_head {
            letter.to_ascii_uppercase()
        } else {
            letter
        });
    }
    if board.walls[0].contains(cell) {
        return '#';
    }
    if board.walls[1].contains(cell) {
        return '%';
    }
    match board.item_at(rules, cell).map(|(_, item)| item.gift) {
        Some(Gift::Length(length)) => char::from_digit(u32::from(length.min(9)), 10).unwrap_or('9'),
        Some(Gift::Ray(_)) => '*',
        None => '.',
    }
}

fn hexadecimal(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}

/// The words with commas between them; nothing at all if there are none.
fn list(f: &mut fmt::Formatter<'_>, name: &str, words: &[impl ToString]) -> fmt::Result {
    if words.is_empty() {
        return Ok(());
    }
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    write!(f, "{name}{}", words.join(","))
}

fn item_text(item: &Item) -> String {
    let (letter, number) = match item.gift {
        Gift::Length(length) => ('L', length),
        Gift::Ray(number) => ('R', number),
    };
    format!("{}{letter}{number}@{}", item.cell, item.time)
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        read::position(text)
    }
}

const _: () = assert!(MAX_SNAKES == 4, "letters a to d, w to z");

/// The cells of a text of two digits each.
fn cells(text: &str) -> Result<Vec<Cell>, ParseError> {
    if !text.is_ascii() || text.len() % 2 != 0 {
        return Err(ParseError::new(format!(
            "{text:?} is not a list of cells: two hexadecimal digits each"
        )));
    }
    (0..text.len() / 2)
        .map(|i| text[2 * i..2 * i + 2].parse())
        .collect()
}

/// The cells of a text of two digits each, which must be different ones.
fn cell_set(text: &str) -> Result<CellSet, ParseError> {
    let cells = cells(text)?;
    let set: CellSet = cells.iter().copied().collect();
    if set.len() == cells.len() {
        Ok(set)
    } else {
        Err(ParseError::new(format!("a cell is given twice in {text}")))
    }
}
