//! Move times as text.

use std::fmt::Write;

/// Classes up to the limit.
const CLASSES: usize = 10;
/// Characters of the longest bar.
const WIDTH: usize = 40;

/// A histogram of times in milliseconds: ten classes up to the limit and one beyond it, a line each. Every class that
/// has a time has a bar.
pub fn histogram(times: &[f64], limit: f64) -> String {
    let mut counts = [0usize; CLASSES + 1];
    for time in times {
        // A limit of zero would put everything into the last class, which is where it belongs.
        let class = (time / limit * CLASSES as f64) as usize;
        counts[class.min(CLASSES)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut text = String::new();
    for (class, count) in counts.into_iter().enumerate() {
        let edge = |class: usize| limit * class as f64 / CLASSES as f64;
        let bar = "#".repeat((count * WIDTH).div_ceil(most));
        let line = if class == CLASSES {
            said!("{limit:>5.0} .. late ms {count:>5} {bar}")
        } else {
            let [from, to] = [edge(class), edge(class + 1)];
            format!("{from:>5.0} ..{to:>5.0} ms {count:>5} {bar}")
        };
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_in_its_class() {
        let times: Vec<f64> = [0.0, 99.9, 100.0, 999.9, 1000.0, 70_000.0]
            .into_iter()
            .chain(std::iter::repeat_n(950.0, 79))
            .collect();
        let text = histogram(&times, 1000.0);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], "    0 ..  100 ms     2 #");
        assert_eq!(lines[1], "  100 ..  200 ms     1 #");
        assert_eq!(lines[2], "  200 ..  300 ms     0");
        assert_eq!(
            lines[9],
            format!("  900 .. 1000 ms    80 {}", "#".repeat(40))
        );
        assert_eq!(lines[10], " 1000 .. late ms     2 #");
    }
}
