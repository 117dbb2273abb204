//! One line a step.

use anyhow::Result;
use std::time::Instant;

/// Prints the steps of one bot as they end.
#[derive(Debug)]
pub struct Report {
    /// What every line begins with.
    margin: String,
}

impl Report {
    /// Begins with a title line. If other reports are printed at the same time, every line names its `bot`.
    pub fn new(title: &str, bot: Option<&str>) -> Self {
        println!("{title}");
        let margin = bot.map_or_else(|| "  ".to_owned(), |bot| format!("{bot}: "));
        Self { margin }
    }

    /// Does a step and prints whether it passed, how long it took, and its detail.
    ///
    /// # Errors
    /// The step's own.
    pub fn step<T>(
        &mut self,
        title: &str,
        step: impl FnOnce() -> Result<(T, String)>,
    ) -> Result<T> {
        let begin = Instant::now();
        let result = step();
        let (mark, detail) = match &result {
            Ok((_, detail)) => ("pass", detail.as_str()),
            Err(_) => ("FAIL", "see below"),
        };
        println!(
            "{}{mark} {:6.2} s  {title}: {detail}",
            self.margin,
            begin.elapsed().as_secs_f64()
        );
        result.map(|(value, _)| value)
    }

    /// A step that cannot be done here.
    pub fn skip(&mut self, title: &str, reason: &str) {
        println!("{}skip           {title}: {reason}", self.margin);
    }
}

/// A number with its noun: `1 turn`, `2 turns`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    let noun = if number == 1 { one } else { many };
    format!("{number} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        let said = [0, 1, 2].map(|number| counted(number, "turn", "turns"));
        assert_eq!(said, ["0 turns", "1 turn", "2 turns"]);
    }
}
