//! Lines in panels, one above the other, as an SVG picture. The meaning of the lines is left to the caller.

use std::fmt::Write as _;

const COLORS: [&str; 6] = [
    "#0b6e4f", "#c8553d", "#2e5aac", "#8f5aa8", "#b58900", "#555555",
];
const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 40.0;
/// Distance from the top of one panel to the top of the next.
const PANEL: f64 = 370.0;

/// A line with its name in the legend, beginning at (0, 0).
pub struct Line<'a> {
    /// The name.
    pub name: &'a str,
    /// Points from the left to the right.
    pub points: Vec<(f64, f64)>,
}

/// One set of axes.
pub struct Panel<'a> {
    /// The title.
    pub title: &'a str,
    /// The largest x and y; both axes begin at 0.
    pub largest: (f64, f64),
    /// Distance between the marks of x and of y.
    pub marks: (f64, f64),
    /// The y at which a dashed line from (0, 0) ends at the right.
    pub reference: f64,
    /// The name of that line.
    pub reference_name: &'a str,
    /// The lines.
    pub lines: Vec<Line<'a>>,
}

/// Draws the panels.
pub fn picture(panels: &[Panel]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        LEFT + WIDTH + 30.0,
        TOP + panels.len() as f64 * PANEL
    );
    for (at, panel) in panels.iter().enumerate() {
        draw(&mut svg, panel, TOP + at as f64 * PANEL);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, panel: &Panel, top: f64) {
    let x = |value: f64| LEFT + WIDTH * value / panel.largest.0;
    let y = |value: f64| top + HEIGHT * (1.0 - value / panel.largest.1);
    let legend = |at: usize| top + 18.0 + 18.0 * at as f64;
    let mut line = |text: std::fmt::Arguments| {
        let _ = svg.write_fmt(text);
        svg.push('\n');
    };
    line(format_args!(
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{}</text>",
        top - 12.0,
        panel.title
    ));
    for mark in marks(panel.largest.1, panel.marks.1) {
        let at = y(mark);
        line(format_args!(
            "<path d=\"M{LEFT} {at:.1}h{WIDTH}\" stroke=\"#ddd\"/>"
        ));
        line(format_args!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{mark}</text>",
            LEFT - 8.0,
            at + 4.0
        ));
    }
    for mark in marks(panel.largest.0, panel.marks.0) {
        line(format_args!(
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
            x(mark),
            top + HEIGHT + 18.0
        ));
    }
    line(format_args!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#999\" stroke-dasharray=\"6 4\"/>",
        x(0.0),
        y(0.0),
        x(panel.largest.0),
        y(panel.reference)
    ));
    line(format_args!(
        "<text x=\"{}\" y=\"{}\" fill=\"#777\">dashed: {} {}</text>",
        LEFT + 16.0,
        legend(0),
        panel.reference_name,
        panel.reference
    ));
    for (at, Line { name, points }) in panel.lines.iter().enumerate() {
        let color = COLORS[at % COLORS.len()];
        let mut path = format!("M{:.1} {:.1}", x(0.0), y(0.0));
        for point in points {
            let _ = write!(path, "L{:.1} {:.1}", x(point.0), y(point.1));
        }
        line(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>"
        ));
        let end = points.last().map_or(0.0, |point| point.1);
        line(format_args!(
            "<text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}: {end}</text>",
            LEFT + 16.0,
            legend(at + 1)
        ));
    }
}

/// From 0 to the largest value.
fn marks(largest: f64, distance: f64) -> impl Iterator<Item = f64> {
    let count = (largest / distance) as u32;
    (0..=count).map(move |at| f64::from(at) * distance)
}
