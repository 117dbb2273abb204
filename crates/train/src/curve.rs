//! Learning curves as pictures.

use std::fmt::Write;

/// One line of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The name of the quantity shown.
    pub name: String,
    /// Its values, at even distances.
    pub values: Vec<f64>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;
const COLORS: [&str; 4] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd"];

/// The curves as an SVG file, with the range of their values at the left and their names at the right.
pub fn svg(title: &str, curves: &[Curve]) -> String {
    let all = || curves.iter().flat_map(|curve| curve.values.iter().copied());
    let low = all().fold(f64::INFINITY, f64::min);
    let high = all().fold(f64::NEG_INFINITY, f64::max);
    let range = if high > low { high - low } else { 1.0 };
    let most = curves
        .iter()
        .map(|curve| curve.values.len())
        .max()
        .unwrap_or(0);
    let x = |i: usize| {
        MARGIN + (WIDTH - 2.0 * MARGIN) * i as f64 / most.saturating_sub(1).max(1) as f64
    };
    let y = |value: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (value - low) / range;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\">{}</text>\n",
        escaped(title)
    );
    // Writing to a String cannot fail.
    if high >= low {
        for value in [low, high] {
            let _ = writeln!(
                text,
                "<text x=\"4\" y=\"{:.1}\">{value:.4}</text>",
                y(value) + 4.0
            );
        }
    }
    for (curve, (i, color)) in curves.iter().zip(COLORS.into_iter().cycle().enumerate()) {
        let points: Vec<String> = (curve.values.iter().enumerate())
            .map(|(i, &value)| format!("{:.1},{:.1}", x(i), y(value)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" text-anchor=\"end\">{}</text>",
            points.join(" "),
            WIDTH - MARGIN,
            44.0 + 18.0 * i as f64,
            escaped(&curve.name)
        );
    }
    text + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
