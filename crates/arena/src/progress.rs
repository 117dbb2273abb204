//! How far a match is: a bar on a terminal, now and then a line elsewhere. All on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::tally::Tally;

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Progress of one match.
pub enum Progress {
    /// A bar on a terminal.
    Bar(ProgressBar),
    /// Lines: games planned, start of the match, time of the last line.
    Lines(u32, Instant, Instant),
    /// Nothing: the games themselves are shown.
    Quiet,
}

impl Progress {
    /// Progress of a match of so many games; `quiet` for none.
    pub fn new(games: u32, quiet: bool) -> Self {
        if quiet {
            return Progress::Quiet;
        }
        if !stderr().is_terminal() {
            return Progress::Lines(games, Instant::now(), Instant::now());
        }
        let bar = ProgressBar::new(u64::from(games));
        if let Ok(style) = ProgressStyle::with_template(
            "{wide_bar} {pos}/{len} games, {msg}, {elapsed} (eta {eta})",
        ) {
            bar.set_style(style);
        }
        bar.set_message("no result yet");
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress::Bar(bar)
    }

    /// Another game is counted in `tally`; `note` stands after the score.
    pub fn update(&mut self, tally: &Tally, note: &str) {
        let total = tally.total();
        let score = 100.0 * total.score().unwrap_or_default();
        let text = format!(
            "A +{} ={} -{} ({score:.1} %){note}",
            total.wins, total.draws, total.losses
        );
        self.tell(total.games(), &text);
    }

    /// So many games are played; `text` says how they went.
    pub fn tell(&mut self, played: u32, text: &str) {
        match self {
            Progress::Bar(bar) => {
                bar.set_position(u64::from(played));
                bar.set_message(text.to_owned());
            }
            Progress::Lines(games, start, last) if last.elapsed() >= LINE_EVERY => {
                let (played, spent) = (f64::from(played), start.elapsed().as_secs_f64());
                let left = spent / played * (f64::from(*games) - played);
                eprintln!("{played}/{games} games, {text}, {spent:.0} s (eta {left:.0} s)");
                *last = Instant::now();
            }
            _ => {}
        }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
