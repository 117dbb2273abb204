//! How far a match is: a bar on a terminal, now and then a line elsewhere. All on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use arena_common::texts::tr;
use indicatif::{ProgressBar, ProgressStyle};

use statistics::sprt::Expected;
use statistics::tally::Tally;

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Progress of one match.
pub struct Progress {
    /// Games planned.
    games: u32,
    /// Games that were played before.
    before: u32,
    start: Instant,
    output: Output,
}

enum Output {
    /// A bar on a terminal.
    Bar(ProgressBar),
    /// Lines; the time of the last one.
    Lines(Instant),
    /// Nothing: the games themselves are shown.
    Quiet,
}

impl Progress {
    /// Progress of a match of so many games, of which some were played `before`; `quiet` for none.
    pub fn new(games: u32, before: u32, quiet: bool) -> Self {
        let output = if quiet {
            Output::Quiet
        } else if stderr().is_terminal() {
            Output::Bar(bar(games))
        } else {
            Output::Lines(Instant::now())
        };
        Progress {
            games,
            before,
            start: Instant::now(),
            output,
        }
    }

    /// Another game is counted in `tally`; `note` stands after the score.
    pub fn update(&mut self, tally: &Tally, note: &str, expected: Expected) {
        let total = tally.total();
        let score = 100.0 * total.score().unwrap_or_default();
        let text = format!(
            "A +{} ={} -{} ({score:.1} %){note}",
            total.wins, total.draws, total.losses
        );
        self.tell(total.games(), &text, expected);
    }

    /// So many games are played; `text` says how they went.
    pub fn tell(&mut self, played: u32, text: &str, expected: Expected) {
        let spent = self.start.elapsed();
        let eta = || {
            let played = played.saturating_sub(self.before);
            let left = left(spent, [self.before, played], self.games, expected);
            left.map_or_else(String::new, |left| {
                said!(" (eta {:.0} s)", left.as_secs_f64())
            })
        };
        match &mut self.output {
            Output::Bar(bar) => {
                bar.set_position(u64::from(played));
                bar.set_message(text.to_owned());
                bar.set_prefix(eta());
            }
            Output::Lines(last) if last.elapsed() >= LINE_EVERY => {
                let games = self.games;
                let spent = spent.as_secs_f64();
                notice!("{played}/{games} games, {text}, {spent:.0} s{}", eta());
                *last = Instant::now();
            }
            _ => {}
        }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        if let Output::Bar(bar) = &self.output {
            bar.finish_and_clear();
        }
    }
}

fn bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(games));
    let style =
        ProgressStyle::with_template(tr("{wide_bar} {pos}/{len} games, {msg}, {elapsed}{prefix}"));
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(tr("no result yet"));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// The time to go after so much time for the second number of games, the first being those from before; `None` where it
/// cannot be told.
fn left(
    spent: Duration,
    [before, played]: [u32; 2],
    planned: u32,
    expected: Expected,
) -> Option<Duration> {
    let total = match expected {
        Expected::Planned => planned,
        Expected::Games(games) => games.min(planned),
        Expected::Unknown => return None,
    };
    let more = total.saturating_sub(before.saturating_add(played));
    (played > 0).then(|| spent.mul_f64(f64::from(more) / f64::from(played)))
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
        // What was played before took none of the time.
        let after = super::left(Duration::from_secs(60), [500, 100], 1000, Expected::Planned);
        assert_eq!(after, Some(Duration::from_secs(240)));
    }
}
