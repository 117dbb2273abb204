//! A match's totals as tables.

use std::fmt::Write as _;
use std::io::stdout;
use std::time::Duration;

use arena_common::translate::translate;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use rustix::termios::tcgetwinsize;

use crate::stats::elo;
use crate::tally::{PlayerTally, Tally, Trouble, Wdl};
use arena_common::texts::{counted, tr};
use referee::conduct::Verdict;

/// What is said of a player that prints a text in another encoding, first in this game and turn.
pub fn not_utf8((game, turn): (u32, usize)) -> String {
    said!(
        "its output in game {game}, turn {turn} is not UTF-8: every byte that is none is read as U+FFFD, as on the site; \
         save the source as UTF-8"
    )
}

/// The whole report: score, endings, players, failures. `players` are the names of A and B.
pub fn report(tally: &Tally, players: &[String; 2], wall: Duration) -> String {
    let mut text = format!("{}\n", scores(tally, players));
    if let Some(estimate) = tally.estimate() {
        let [mean, low, high] =
            [estimate.mean, estimate.low, estimate.high].map(|score| format!("{:+.0}", elo(score)));
        let elo = said!("Elo difference of A: {mean} (95 %: {low} .. {high})");
        let _ = writeln!(text, "{elo}\n");
    }
    if let Some(line) = tally.repeats.line() {
        let _ = writeln!(text, "{line}\n");
    }
    let _ = writeln!(text, "{}\n\n{}", endings(tally), conduct(tally, players));
    for (name, player) in players.iter().zip(&tally.players) {
        if let Some(line) = player.saved.line() {
            let _ = writeln!(text, "\n{name}: {line}");
        }
        if let Some(first) = player.not_utf8 {
            let _ = writeln!(text, "\n{name}: {}", not_utf8(first));
        }
        for trouble in &player.troubles {
            let what = match trouble.verdict {
                Verdict::Ok => tr("illegal move"),
                verdict => verdict.name(),
            };
            let Trouble {
                game,
                turn,
                seat,
                text: words,
                ..
            } = trouble;
            let at = said!("{what} in game {game}, turn {turn}, seat {seat}");
            let _ = writeln!(text, "\n{name}: {at}: {}", translate(words));
        }
        let bad: u32 = player
            .verdicts
            .iter()
            .filter(|(verdict, _)| **verdict != Verdict::Ok)
            .map(|(_, n)| n)
            .sum();
        let failures = bad + player.illegal;
        let shown = player.troubles.len();
        if failures as usize > shown {
            let more = counted(failures as usize - shown, "more failure", "more failures");
            let said = said!("{more}; --log FILE keeps them all");
            let _ = writeln!(text, "{name}: {said}");
        }
    }
    let seconds = format!("{:.1}", wall.as_secs_f64());
    let _ = write!(text, "\n{}", said!("wall time {seconds} s"));
    text
}

/// An empty table in the arena's style: the first column to the left, numbers to the right. The headings are said in the
/// language of the reader.
pub fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic);
    // Long texts are wrapped on a terminal and nowhere else.
    if let Ok(size) = tcgetwinsize(stdout())
        && size.ws_col > 0
    {
        table.set_width(size.ws_col);
    }
    table.set_header(columns.iter().map(|column| tr(column)));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn scores(tally: &Tally, players: &[String; 2]) -> Table {
    let [a, b] = players;
    let mut table = table(&[
        &said!("{a} against {b}"),
        "games",
        "won",
        "drawn",
        "lost",
        "score %",
        "95 % interval",
    ]);
    let interval = tally.estimate().map_or_else(
        || "-".to_owned(),
        |e| format!("{:.1} .. {:.1}", 100.0 * e.low, 100.0 * e.high),
    );
    let mut add = |label: &str, wdl: Wdl, interval: String| {
        let score = wdl
            .score()
            .map_or_else(|| "-".to_owned(), |score| format!("{:.1}", 100.0 * score));
        let [games, wins, draws, losses] =
            [wdl.games(), wdl.wins, wdl.draws, wdl.losses].map(|n| n.to_string());
        table.add_row([
            label.to_owned(),
            games,
            wins,
            draws,
            losses,
            score,
            interval,
        ]);
    };
    add(tr("all games"), tally.total(), interval);
    add(tr("A in seat 0"), tally.by_seat[0], String::new());
    add(tr("A in seat 1"), tally.by_seat[1], String::new());
    table
}

fn endings(tally: &Tally) -> Table {
    let mut table = table(&["end of the game", "games", "A won", "B won", "drawn"]);
    for (reason, counts) in &tally.endings {
        let total = counts.iter().sum::<u32>();
        let [a, b, drawn] = counts.map(|n| n.to_string());
        table.add_row([translate(reason), total.to_string(), a, b, drawn]);
    }
    table
}

fn conduct(tally: &Tally, players: &[String; 2]) -> Table {
    let mut columns = vec![tr("turns by verdict")];
    columns.extend(Verdict::ALL.map(Verdict::name));
    columns.extend([
        tr("fallback"),
        tr("first ms: median"),
        tr("max"),
        tr("later ms: median"),
        tr("max"),
    ]);
    let mut table = table(&columns);
    for (name, player) in players.iter().zip(&tally.players) {
        table.add_row(conduct_row(name, player));
    }
    table
}

fn conduct_row(name: &str, player: &PlayerTally) -> Vec<String> {
    let mut row = vec![name.to_owned()];
    row.extend(Verdict::ALL.map(|verdict| {
        player
            .verdicts
            .get(&verdict)
            .copied()
            .unwrap_or(0)
            .to_string()
    }));
    row.push(player.saved.column());
    for times in [&player.first_ms, &player.later_ms] {
        for value in [times.median(), times.max()] {
            row.push(value.map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1}")));
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::samples::game;

    #[test]
    fn a_report_says_it_all() {
        let mut tally = Tally::default();
        for id in 0..4 {
            tally.add(&game(id, [1, 0]));
        }
        let text = report(
            &tally,
            &["A good".to_owned(), "B late".to_owned()],
            Duration::from_millis(1500),
        );
        for part in [
            "A good against B late",
            "50.0",
            "Elo difference of A: +0",
            "INVALID_MOVE  (x,y) is not empty",
            "A good: TLE in game 1, turn 2, seat 1: late",
            "wall time 1.5 s",
        ] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
    }

    #[test]
    fn a_single_failure_that_is_not_shown() {
        let mut late = game(0, [1, 0]);
        late.replies.extend(vec![late.replies[1].clone(); 3]);
        let mut tally = Tally::default();
        tally.add(&late);
        let names = ["A a".to_owned(), "B b".to_owned()];
        let text = report(&tally, &names, Duration::ZERO);
        assert!(text.contains("B b: 1 more failure; "), "{text}");
    }

    #[test]
    fn a_match_without_games_has_a_report() {
        let text = report(
            &Tally::default(),
            &["A a".to_owned(), "B b".to_owned()],
            Duration::ZERO,
        );
        assert!(
            text.contains("all games") && !text.contains("Elo"),
            "{text}"
        );
    }
}
