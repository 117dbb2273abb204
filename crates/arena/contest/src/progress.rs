//! Progress: a bar on a terminal, now and then a line elsewhere. All on standard error.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arena_common::texts::tr;
use indicatif::{ProgressBar, ProgressStyle};
use rustix::termios::tcgetwinsize;

use statistics::sprt::Expected;
use statistics::tally::Tally;

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Time between two messages on a terminal.
const MESSAGE_EVERY: Duration = Duration::from_millis(500);
/// Lines of the screen that are no row of a table above the bar.
const FRAME: usize = 6;

/// Progress of what takes time, for any number of threads.
#[derive(Debug)]
pub struct Progress {
    /// The number planned, and the name of the things counted.
    total: u64,
    what: String,
    /// The number done before.
    before: u64,
    start: Instant,
    /// The number done, and the time of the last report.
    done: Mutex<(u64, Instant)>,
    /// `None` where there is no terminal: then lines are printed.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress with so many of something, named in the plural, of which some were done `before`.
    pub fn counting(total: u64, before: u64, what: &str) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(before);
            let template = tr("{prefix}{wide_bar} {pos}/{len} {0}, {elapsed}{msg}");
            if let Ok(style) = ProgressStyle::with_template(&template.replace("{0}", what)) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self {
            total,
            what: what.to_owned(),
            before,
            start: Instant::now(),
            done: Mutex::new((before, Instant::now())),
            bar,
        }
    }

    /// Another game is counted in `tally`; `note` stands after the score.
    pub fn update(&self, tally: &Tally, note: &str, expected: Expected) {
        let total = tally.total;
        self.tell(total.games().into(), expected, |_| {
            let score = 100.0 * total.score().unwrap_or_default();
            let [won, drawn, lost] = [total.wins, total.draws, total.losses];
            format!("A +{won} ={drawn} -{lost} ({score:.1} %){note}")
        });
    }

    /// Counts `by` more as done; `message` says what.
    pub fn advance(&self, by: u64, message: impl FnOnce() -> String) {
        self.count(|done| done + by, Expected::Planned, |_| message());
    }

    /// Sets the number done. `message`, called only when it is shown, returns the state: a line, or given the rows that
    /// there are on a terminal, a table above the bar.
    pub fn tell(
        &self,
        done: u64,
        expected: Expected,
        message: impl FnOnce(Option<usize>) -> String,
    ) {
        self.count(|_| done, expected, message);
    }

    fn count(
        &self,
        done: impl FnOnce(u64) -> u64,
        expected: Expected,
        message: impl FnOnce(Option<usize>) -> String,
    ) {
        let mut state = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let done = done(state.0);
        state.0 = done;
        let every = match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                MESSAGE_EVERY
            }
            None => LINE_EVERY,
        };
        if state.1.elapsed() < every {
            return;
        }
        state.1 = Instant::now();
        let spent = self.start.elapsed();
        let played = [self.before, done.saturating_sub(self.before)];
        let eta = left(spent, played, self.total, expected).map_or_else(String::new, |left| {
            said!(" (eta {:.0} s)", left.as_secs_f64())
        });
        match &self.bar {
            Some(bar) => {
                let rows = tcgetwinsize(stderr()).map_or(24, |size| usize::from(size.ws_row));
                let text = message(Some(rows.saturating_sub(FRAME).max(1)));
                if text.contains('\n') {
                    bar.set_prefix(text + "\n");
                    bar.set_message(eta);
                } else {
                    bar.set_message(format!("{eta}: {text}"));
                }
            }
            None => {
                let (total, what, spent) = (self.total, &self.what, spent.as_secs_f64());
                notice!(
                    "{done}/{total} {what}, {spent:.0} s{eta}: {}",
                    message(None)
                );
            }
        }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The time to go after so much time for the second number of games, the first being those from before; `None` where it
/// cannot be told.
fn left(
    spent: Duration,
    [before, played]: [u64; 2],
    planned: u64,
    expected: Expected,
) -> Option<Duration> {
    let total = match expected {
        Expected::Planned => planned,
        Expected::Games(games) => planned.min(games.into()),
        Expected::Unknown => return None,
    };
    let more = total.saturating_sub(before.saturating_add(played));
    (played > 0).then(|| spent.mul_f64(more as f64 / played as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_go_is_never_that_of_more_games_than_planned() {
        let left = |played, expected| left(Duration::from_secs(60), [0, played], 1000, expected);
        assert_eq!(left(0, Expected::Planned), None);
        assert_eq!(left(200, Expected::Unknown), None);
        for (played, expected, seconds) in [
            (200, Expected::Planned, 240),
            (200, Expected::Games(300), 30),
            (200, Expected::Games(u32::MAX), 240),
            (200, Expected::Games(100), 0),
        ] {
            let want = Duration::from_secs(seconds);
            assert_eq!(left(played, expected), Some(want), "{expected:?}");
        }
        // Games that were played before took none of the time.
        let after = super::left(Duration::from_secs(60), [500, 100], 1000, Expected::Planned);
        assert_eq!(after, Some(Duration::from_secs(240)));
    }
}
