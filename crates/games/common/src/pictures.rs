//! Positions as text: pictures and moves.

use std::str::FromStr;

use crate::{Color, ParseError};

/// Plays the moves of a text, separated by whitespace, on a position; `play` says why one is illegal.
///
/// # Errors
/// The number of the first word that is no move, or an illegal one, and why.
pub fn read_moves<P, M: FromStr<Err = ParseError>>(
    mut position: P,
    text: &str,
    play: impl Fn(&mut P, M) -> Result<(), String>,
) -> Result<P, ParseError> {
    for (i, word) in text.split_whitespace().enumerate() {
        let mv: Result<M, String> = word.parse().map_err(String::from);
        mv.and_then(|mv| play(&mut position, mv))
            .map_err(|error| ParseError::new(format!("move {}: {error}", i + 1)))?;
    }
    Ok(position)
}

/// Splits a text into a picture and the side to move, if that stands behind it.
pub fn split_side(text: &str) -> (&str, Option<Color>) {
    let text = text.trim();
    let sides = [("black", Color::Black), ("white", Color::White)];
    let found = sides
        .iter()
        .find_map(|&(name, color)| Some((text.strip_suffix(name)?.trim_end(), Some(color))));
    found.unwrap_or((text, None))
}

/// Reads a picture of `SIZE` rows and columns: by row and column, the place of the cell's sign in `signs`. Rows end with a
/// newline or `/`; whitespace and empty rows are ignored.
///
/// ```
/// let read = games_common::read_picture::<2>("X. / .O", ".XO", "00 11");
/// assert_eq!(read, Ok([[1, 0], [0, 2]]));
/// ```
///
/// # Errors
/// Another number of rows or cells, or another sign. `moves` is an example of the other way to write a position.
pub fn read_picture<const SIZE: usize>(
    text: &str,
    signs: &str,
    moves: &str,
) -> Result<[[usize; SIZE]; SIZE], ParseError> {
    let rows: Vec<Vec<char>> = text
        .split(['\n', '/'])
        .map(|row| row.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    if rows.len() != SIZE {
        return Err(ParseError::new(format!(
            "a position is a picture of {SIZE} rows or a list of moves such as `{moves}`, but this has {} rows",
            rows.len()
        )));
    }
    let mut cells = [[0; SIZE]; SIZE];
    for (y, row) in rows.iter().enumerate() {
        if row.len() != SIZE {
            return Err(ParseError::new(format!(
                "row {y} has {} cells, not {SIZE}",
                row.len()
            )));
        }
        for (x, &c) in row.iter().enumerate() {
            cells[y][x] = signs.chars().position(|sign| sign == c).ok_or_else(|| {
                ParseError::new(format!(
                    "`{c}` in row {y}, column {x} is none of the signs `{signs}`"
                ))
            })?;
        }
    }
    Ok(cells)
}
