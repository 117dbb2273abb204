//! Board pictures and move lists.

use std::fmt;
use std::str::FromStr;

use crate::Color;
use crate::board::Board;
use crate::error::ParseError;
use crate::point::{Point, SIZE};
use crate::point_set::PointSet;

/// Prints 9 rows, row `r` for `x = r`, column = `y`: `.` empty, `X` black, `O` white. `{}` puts the rows on
/// lines of their own (no newline after the last one), `{:#}` on one line with `/` between them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.stones(Color::Black), self.stones(Color::White));
        for point in PointSet::FULL {
            if point.y() == 0 && point.x() > 0 {
                f.write_str(if f.alternate() { "/" } else { "\n" })?;
            }
            f.write_str(match (black.contains(point), white.contains(point)) {
                (true, _) => "X",
                (_, true) => "O",
                _ => ".",
            })?;
        }
        Ok(())
    }
}

/// Reads a board picture or a list of moves from the empty board such as `4,4 0,8 3,3`.
///
/// A picture has the form that `Display` prints; rows end with a newline or `/`, whitespace and empty rows
/// are ignored. The side to move follows from the numbers of stones.
impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.contains(',') {
            read_moves(text)
        } else {
            read_board(text)
        }
    }
}

fn read_moves(text: &str) -> Result<Board, ParseError> {
    games_common::read_moves(Board::new(), text, |board, mv: Point| {
        let mover = board.to_move();
        let played = board.try_play(mv);
        played.map_err(|reason| format!("{mover} may not play {mv}: {reason}"))
    })
}

fn read_board(text: &str) -> Result<Board, ParseError> {
    let signs = games_common::read_picture::<SIZE>(text, ".XO", "4,4 0,8")?;
    let stones = [1, 2].map(|sign| {
        let points = PointSet::FULL.into_iter();
        let has_it = |point: &Point| signs[usize::from(point.x())][usize::from(point.y())] == sign;
        points.filter(has_it).collect::<PointSet>()
    });
    let [black, white] = stones.map(PointSet::len);
    if black != white && black != white + 1 {
        return Err(ParseError::new(format!(
            "{black} black and {white} white stones: black moves first, so there are as many black stones as white ones or one more"
        )));
    }
    Board::from_stones(stones).map_err(|(color, stone)| {
        ParseError::new(format!("the {color} group at {stone} has no liberty"))
    })
}
