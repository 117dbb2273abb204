//! Score and regret of records against pieces as an SVG picture.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use goose_tetris::LIMIT;

use crate::curve::{Point, points};
use crate::svg::{Line, Panel, picture};

/// The best published score and what it lost against the bound.
const PUBLISHED: (f64, f64) = (1_413_876.0, 68_828.0);
/// One point of a line for this many pieces.
const EVERY: usize = 20;

/// Draws all records into `out`: score above, regret below, the best published result as a dashed line.
///
/// # Errors
/// If a file cannot be read or written, or a record is not valid.
pub fn plot(records: &[PathBuf], out: &Path) -> Result<()> {
    let mut curves = Vec::new();
    for path in records {
        let name = path
            .file_stem()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        curves.push((name, points(path)?));
    }
    let panels = [
        Panel {
            title: "score after so many pieces",
            largest: (LIMIT as f64, 1_500_000.0),
            marks: (2_000.0, 300_000.0),
            reference: PUBLISHED.0,
            reference_name: "straight to the best published",
            lines: lines(&curves, |point| f64::from(point.score)),
        },
        Panel {
            title: "regret: points lost against the bound",
            largest: (LIMIT as f64, 80_000.0),
            marks: (2_000.0, 20_000.0),
            reference: PUBLISHED.1,
            reference_name: "straight to the best published",
            lines: lines(&curves, |point| f64::from(point.regret)),
        },
    ];
    fs::write(out, picture(&panels)).with_context(|| format!("cannot write {}", out.display()))
}

fn lines(curves: &[(String, Vec<Point>)], value: fn(&Point) -> f64) -> Vec<Line<'_>> {
    fn line<'a>((name, points): &'a (String, Vec<Point>), value: fn(&Point) -> f64) -> Line<'a> {
        let last = points.len();
        let drawn = points
            .iter()
            .filter(|point| point.pieces.is_multiple_of(EVERY) || point.pieces == last);
        Line {
            name,
            points: drawn
                .map(|point| (point.pieces as f64, value(point)))
                .collect(),
        }
    }
    curves.iter().map(|curve| line(curve, value)).collect()
}
