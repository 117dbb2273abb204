//! Score and regret of a record along the game.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use goose_tetris::{Bound, Game, Piece, SCORING_PIECES, parse_record, replay_with, sequence};

/// Pieces that the reference curves are given at.
pub const MARKS: [usize; 12] = [
    50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 7000, 9000, 9999,
];

/// A game after some pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Pieces locked.
    pub pieces: usize,
    /// Score.
    pub score: u32,
    /// What is lost against the geometry-free bound for good.
    pub regret: i32,
}

/// All points of a record, one for each piece.
///
/// # Errors
/// If the file cannot be read or is not a valid record.
pub fn points(path: &Path) -> Result<Vec<Point>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let record = parse_record(text.trim_end())
        .with_context(|| format!("{} is not valid", path.display()))?;
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let bound = Bound::hard(&pieces);
    let mut points = vec![];
    replay_with(&record, |state: &Game| {
        if state.index <= SCORING_PIECES && state.board.rows[0] == 0 {
            let left = state.score as i32 + bound.value(state.index, state.board.cells());
            points.push(Point {
                pieces: state.index,
                score: state.score,
                regret: bound.value(0, 0) - left,
            });
        }
    });
    Ok(points)
}

/// Prints the points at [`MARKS`] as a table.
///
/// # Errors
/// If the file cannot be read or is not a valid record.
pub fn print(path: &Path) -> Result<()> {
    println!("| pieces | score | regret | per piece |\n|---:|---:|---:|---:|");
    let points = points(path)?;
    let last = points.len();
    for point in points
        .iter()
        .filter(|point| MARKS.contains(&point.pieces) || point.pieces == last)
    {
        let per_piece = f64::from(point.regret) / point.pieces as f64;
        println!(
            "| {} | {} | {} | {per_piece:.2} |",
            point.pieces, point.score, point.regret
        );
    }
    Ok(())
}
