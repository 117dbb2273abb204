//! A field as an SVG picture.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use goose_tetris::{COLUMNS, ROWS};

use crate::curve::games;

/// Side of a cell.
const CELL: usize = 16;
/// Room for the numbers of columns.
const BELOW: usize = 20;

/// Draws the field of a record after `after` pieces.
///
/// # Errors
/// If a file cannot be read or written, the record is not valid or too short.
pub fn draw(record: &Path, after: usize, out: &Path) -> Result<()> {
    let (games, _) = games(record)?;
    let game = games
        .iter()
        .find(|game| game.index == after)
        .with_context(|| format!("the record has {} pieces, not {after}", games.len()))?;
    let (width, height) = (COLUMNS * CELL, ROWS * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" width=\"{width}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"{width}\" height=\"{}\" fill=\"white\"/>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#eee\"/>\n",
        height + BELOW,
        height + BELOW
    );
    for (y, row) in game.board.rows.iter().enumerate() {
        for x in (0..COLUMNS).filter(|x| row >> x & 1 == 1) {
            // Writing to a String cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#0b6e4f\"/>",
                x * CELL,
                y * CELL,
                CELL - 1,
                CELL - 1
            );
        }
    }
    for x in 0..COLUMNS {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{x}</text>",
            x * CELL + CELL / 2,
            height + 14
        );
    }
    svg.push_str("</svg>\n");
    fs::write(out, svg).with_context(|| format!("cannot write {}", out.display()))
}
