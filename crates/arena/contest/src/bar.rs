//! A bar on a terminal for what is no match: how far it is.

use arena_common::texts::tr;
use indicatif::{ProgressBar, ProgressStyle};

/// The bar. Without a terminal nothing is shown.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for so many of something, named in the plural.
    pub fn counting(total: u64, what: &str) -> Self {
        let numbers = format!("{{pos}}/{{len}} {}", tr(what));
        Self::new(total, &numbers)
    }

    /// A bar for so many bytes.
    pub fn of_bytes(total: u64) -> Self {
        Self::new(total, "{percent} %")
    }

    fn new(total: u64, numbers: &str) -> Self {
        let bar = ProgressBar::new(total);
        let template = tr("{wide_bar} {0}, {msg}, {elapsed} (eta {eta})").replace("{0}", numbers);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// What is done now.
    pub fn tell(&self, text: String) {
        self.0.set_message(text);
    }

    /// So much more is done.
    pub fn advance(&self, by: u64) {
        self.0.inc(by);
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
