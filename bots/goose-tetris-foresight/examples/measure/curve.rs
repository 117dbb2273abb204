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
    /// The loss for good against the geometry-free bound.
    pub regret: i32,
}

/// The games of a record, one after each lock that counts; the bound of the whole sequence.
///
/// # Errors
/// If the file cannot be read or is not a valid record.
pub fn games(path: &Path) -> Result<(Vec<Game>, Bound)> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let record = parse_record(text.trim_end())
        .with_context(|| format!("{} is not valid", path.display()))?;
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let mut games = vec![];
    replay_with(&record, |game: &Game| {
        if game.index <= SCORING_PIECES && game.board.rows[0] == 0 {
            games.push(*game);
        }
    });
    Ok((games, Bound::hard(&pieces)))
}

/// All points of a record, one for each piece.
///
/// # Errors
/// If the file cannot be read or is not a valid record.
pub fn points(path: &Path) -> Result<Vec<Point>> {
    let (games, bound) = games(path)?;
    let point = |game: &Game| {
        let left = game.score as i32 + bound.value(game.index, game.board.cells());
        Point {
            pieces: game.index,
            score: game.score,
            regret: bound.value(0, 0) - left,
        }
    };
    Ok(games.iter().map(point).collect())
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
