//! Score and regret against pieces as an SVG picture.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use goose_tetris::SCORING_PIECES;

use crate::curve::{Point, points};

const COLOURS: [&str; 6] = [
    "#0b6e4f", "#c8553d", "#2e5aac", "#8f5aa8", "#b58900", "#555555",
];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 40.0;
/// Distance from the top of one panel to the top of the next.
const PANEL: f64 = 370.0;
/// The best published score and what it lost against the bound.
const PUBLISHED: (f64, f64) = (1_413_876.0, 68_828.0);
/// One point of a line for so many pieces.
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
    fs::write(out, picture(&curves)).with_context(|| format!("cannot write {}", out.display()))
}

fn picture(curves: &[(String, Vec<Point>)]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        LEFT + WIDTH + 30.0,
        TOP + 2.0 * PANEL
    );
    let score: fn(&Point) -> f64 = |point| f64::from(point.score);
    let regret: fn(&Point) -> f64 = |point| f64::from(point.regret);
    panel(
        &mut svg,
        "score after so many pieces",
        TOP,
        (1_500_000.0, 300_000.0),
        PUBLISHED.0,
        curves,
        score,
    );
    panel(
        &mut svg,
        "regret: points lost against the bound",
        TOP + PANEL,
        (80_000.0, 20_000.0),
        PUBLISHED.1,
        curves,
        regret,
    );
    svg.push_str("</svg>\n");
    svg
}

/// One set of axes with a line for each record. `scale`: largest value and distance of the grid lines.
fn panel(
    svg: &mut String,
    title: &str,
    top: f64,
    scale: (f64, f64),
    published: f64,
    curves: &[(String, Vec<Point>)],
    value: fn(&Point) -> f64,
) {
    let x = |pieces: f64| LEFT + WIDTH * pieces / SCORING_PIECES as f64;
    let y = |value: f64| top + HEIGHT * (1.0 - value / scale.0);
    let mut line = |text: std::fmt::Arguments| {
        let _ = svg.write_fmt(text);
        svg.push('\n');
    };
    line(format_args!(
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{title}</text>",
        top - 12.0
    ));
    let mut mark = 0.0;
    while mark <= scale.0 {
        let at = y(mark);
        line(format_args!(
            "<path d=\"M{LEFT} {at:.1}h{WIDTH}\" stroke=\"#ddd\"/>"
        ));
        line(format_args!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{mark}</text>",
            LEFT - 8.0,
            at + 4.0
        ));
        mark += scale.1;
    }
    for pieces in (0..=10_000).step_by(2_000) {
        let at = x(f64::from(pieces));
        line(format_args!(
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{pieces}</text>",
            top + HEIGHT + 18.0
        ));
    }
    let end = (x(SCORING_PIECES as f64), y(published));
    line(format_args!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#999\" stroke-dasharray=\"6 4\"/>",
        x(0.0),
        y(0.0),
        end.0,
        end.1
    ));
    let legend = |at: usize| top + 18.0 + 18.0 * at as f64;
    line(format_args!(
        "<text x=\"{}\" y=\"{}\" fill=\"#777\">dashed: straight to the best published {published}</text>",
        LEFT + 16.0,
        legend(0)
    ));
    for (at, (name, points)) in curves.iter().enumerate() {
        let colour = COLOURS[at % COLOURS.len()];
        let mut path = format!("M{:.1} {:.1}", x(0.0), y(0.0));
        let last = points.len();
        for point in points
            .iter()
            .filter(|point| point.pieces.is_multiple_of(EVERY) || point.pieces == last)
        {
            let _ = write!(
                path,
                "L{:.1} {:.1}",
                x(point.pieces as f64),
                y(value(point))
            );
        }
        line(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
        ));
        let end = points.last().map_or(0.0, value);
        line(format_args!(
            "<text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}: {end}</text>",
            LEFT + 16.0,
            legend(at + 1)
        ));
    }
}
