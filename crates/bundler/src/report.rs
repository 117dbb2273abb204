//! One line a step.

use anyhow::Result;
use arena_common::texts::tr;
use std::time::Instant;

/// Prints the steps of one bot as they end.
#[derive(Debug)]
pub struct Report {
    /// The text at the start of every line.
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
            Ok((_, detail)) => (tr("pass"), tr(detail)),
            Err(_) => (tr("FAIL"), tr("see below")),
        };
        println!(
            "{}{mark} {:6.2} s  {}: {detail}",
            self.margin,
            begin.elapsed().as_secs_f64(),
            tr(title)
        );
        result.map(|(value, _)| value)
    }

    /// A step that cannot be done here.
    pub fn skip(&mut self, title: &str, reason: &str) {
        let (title, reason) = (tr(title), tr(reason));
        println!("{}{}           {title}: {reason}", self.margin, tr("skip"));
    }
}
