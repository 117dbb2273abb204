//! The standings while a league is played: a table that is drawn again and again on a terminal, now and then a line
//! elsewhere. All on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use arena_common::texts::tr;
use indicatif::{ProgressBar, ProgressStyle};
use rustix::termios::tcgetwinsize;

use statistics::cells;
use statistics::label;
use statistics::league::ratings::bradley_terry;
use statistics::league::standings::Standings;
use statistics::table::{Cell, Column, Table};

/// Time between two lines where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// Time between two tables on a terminal.
const TABLE_EVERY: Duration = Duration::from_millis(500);
/// The players that a line names.
const NAMED: usize = 5;
/// Lines of a table that are no player's, and of the bar below it.
const FRAME: usize = 6;

/// The standings of one league.
pub struct Live {
    /// Games that were there before.
    before: u64,
    /// Games of the league.
    total: u64,
    start: Instant,
    /// When something was shown last.
    shown: Instant,
    /// `None` where there is no terminal.
    bar: Option<ProgressBar>,
}

impl Live {
    /// A league of so many games, of which some were played before.
    pub fn new(total: u64, before: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(before);
            let style = ProgressStyle::with_template(tr(
                "{msg}{wide_bar} {pos}/{len} games, {elapsed} (eta {eta})",
            ));
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self {
            before,
            total,
            start: Instant::now(),
            shown: Instant::now(),
            bar,
        }
    }

    /// Another game is counted in the standings.
    pub fn update(&mut self, players: &[String], standings: &Standings) {
        let played = u64::from(standings.games);
        let every = match &self.bar {
            Some(bar) => {
                bar.set_position(played);
                TABLE_EVERY
            }
            None => LINE_EVERY,
        };
        if self.shown.elapsed() < every {
            return;
        }
        self.shown = Instant::now();
        match &self.bar {
            Some(bar) => {
                let rows = tcgetwinsize(stderr()).map_or(24, |size| usize::from(size.ws_row));
                let rows = rows.saturating_sub(FRAME).max(1);
                bar.set_message(format!("{}\n", table(players, standings, rows)));
            }
            None => {
                let spent = self.start.elapsed().as_secs_f64();
                let new = played.saturating_sub(self.before).max(1);
                let left = self.total.saturating_sub(played) as f64 * spent / new as f64;
                notice!(
                    "{played}/{} games, {spent:.0} s (eta {left:.0} s): {}",
                    self.total,
                    line(players, standings)
                );
            }
        }
    }

    /// Takes the table off the screen.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The players who have played, the best first, with their Elo.
fn order(standings: &Standings) -> Vec<(usize, f64)> {
    let elos = bradley_terry(standings.points.len(), &standings.matches());
    let mut order: Vec<(usize, f64)> = elos
        .into_iter()
        .enumerate()
        .filter(|(player, _)| standings.total(*player).1 > 0)
        .collect();
    order.sort_by(|x, y| y.1.total_cmp(&x.1));
    order
}

/// The first of the standings in a line.
fn line(players: &[String], standings: &Standings) -> String {
    let order = order(standings);
    let named = order.iter().take(NAMED);
    let mut parts: Vec<String> = named
        .map(|(player, elo)| format!("{} {elo:+.0}", label::short(&players[*player])))
        .collect();
    if order.len() > NAMED {
        parts.push("...".to_owned());
    }
    parts.join(", ")
}

/// The first so many of the standings as a table.
fn table(players: &[String], standings: &Standings, rows: usize) -> String {
    let columns = [
        Column::people(tr("rank")).left(),
        Column::people(tr("bot")).left(),
        Column::people(tr("Elo")),
        Column::people(tr("games")),
        Column::people(tr("score %")),
    ];
    let mut table = Table::new("", columns);
    let order = order(standings);
    for (place, (player, elo)) in order.iter().enumerate().take(rows) {
        let (points, games) = standings.total(*player);
        table.add(cells![
            format!("#{}", place + 1),
            label::short(&players[*player]),
            Cell::Elo(*elo),
            games,
            Cell::Share(points / f64::from(games)),
        ]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::league::record::LeagueGame;
    use journal::samples::game;

    #[test]
    fn the_standings_name_the_best_first() {
        let players: Vec<String> = (0..7).map(|n| format!("bot-{n}")).collect();
        let mut standings = Standings::new(7);
        assert_eq!(line(&players, &standings), "");
        for b in 1..7 {
            // Of the two games the later player wins one and draws the other.
            for (id, scores) in [(0, [0, 1]), (1, [1, 1])] {
                let record = game(id, scores);
                standings.add(&LeagueGame {
                    a: b - 1,
                    b,
                    record,
                });
            }
        }
        let text = line(&players, &standings);
        assert!(
            text.starts_with("bot-6 +") && text.ends_with(", ..."),
            "{text}"
        );
        assert_eq!(text.matches("bot-").count(), NAMED);
        let text = table(&players, &standings, 3);
        assert!(text.contains("#3") && !text.contains("#4"), "{text}");
        assert!(text.contains("75.0"), "{text}");
    }
}
