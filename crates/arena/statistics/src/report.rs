//! The report of a match: its tables, and the text for people around them.

use std::fmt::Write as _;
use std::time::Duration;

use arena_common::foreign;
use arena_common::texts::{counted, tr};
use gameplay::Game;
use gameplay::game::TWO_SEATS;
use gameplay::record::Verdict;

use crate::cells;
use crate::matches::Matches;
use crate::sprt::{Decision, Sprt};
use crate::stats::{Estimate, elo, pair_interval};
use crate::table::{Cell, Column, Table};
use crate::tally::{Failure, Tally};
use crate::times::Times;

/// The players for a table that has no names as data.
const NOBODY: [&str; 2] = ["", ""];

/// The note about a player that prints text in another encoding, first in this game and turn.
pub fn not_utf8((game, turn): (u32, usize)) -> String {
    said!(
        "its output in game {game}, turn {turn} is not UTF-8: every invalid byte is read as U+FFFD, as on the site; \
         save the source as UTF-8"
    )
}

/// The whole report: score, endings, players, failures. `players` are the names of A and B.
pub fn report(tally: &Tally, players: &[String; 2], wall: Duration) -> String {
    let mut text = format!("{}\n", score(tally, NOBODY, players));
    if let Some(estimate) = tally.estimate() {
        let [mean, low, high] =
            [estimate.mean, estimate.low, estimate.high].map(|score| format!("{:+.0}", elo(score)));
        let elo = said!("Elo difference of A: {mean} (95 %: {low} .. {high})");
        let _ = writeln!(text, "{elo}\n");
    }
    if let Some(line) = tally.repeats.line() {
        let _ = writeln!(text, "{line}\n");
    }
    let _ = writeln!(
        text,
        "{}\n\n{}",
        endings(tally),
        conduct(tally, NOBODY, players)
    );
    for (name, player) in players.iter().zip(&tally.players) {
        if let Some(line) = player.saved.line() {
            let _ = writeln!(text, "\n{name}: {line}");
        }
        if let Some(first) = player.not_utf8 {
            let _ = writeln!(text, "\n{name}: {}", not_utf8(first));
        }
        for failure in &player.failures {
            let what = match failure.verdict {
                Verdict::Ok => tr("illegal move"),
                verdict => verdict.name(),
            };
            let Failure {
                game,
                turn,
                seat,
                text: why,
                ..
            } = failure;
            let at = said!("{what} in game {game}, turn {turn}, seat {seat}");
            let _ = writeln!(text, "\n{name}: {at}: {why}");
        }
        let bad: u32 = player
            .verdicts
            .iter()
            .filter(|(verdict, _)| **verdict != Verdict::Ok)
            .map(|(_, n)| n)
            .sum();
        let failures = bad + player.illegal;
        let shown = player.failures.len();
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

/// The tables of a match, and of a sequential test if it is one. `names` are those of A and B in full, `labels` those that
/// people read.
pub fn tables(
    tally: &Tally,
    matches: Option<&Matches>,
    test: Option<&Sprt>,
    names: [&str; 2],
    labels: &[String; 2],
) -> Vec<Table> {
    let matches = matches.map(|matches| whole_matches(matches, names, labels));
    let others = [
        score(tally, names, labels),
        endings(tally),
        conduct(tally, names, labels),
        failures(tally, names),
    ];
    let first = test.map(tested).into_iter().chain(matches);
    first.chain(others).collect()
}

/// [`tables`] without a game, of what is played.
pub fn empty(game: Option<&Game>, test: Option<&Sprt>) -> Vec<Table> {
    let labels = &[String::new(), String::new()];
    let matches = game.and_then(Matches::new);
    let tally = Tally::new(game.map_or(TWO_SEATS, |game| game.seatings));
    tables(&tally, matches.as_ref(), test, NOBODY, labels)
}

/// A sequential test as a table of one line.
pub fn tested(test: &Sprt) -> Table {
    let mut table = Table::new(
        "test",
        [
            Column::data("decision").note("H0, H1, or none"),
            Column::data("elo0"),
            Column::data("elo1"),
            Column::data("alpha"),
            Column::data("beta"),
            Column::data("llr"),
            Column::data("llr").interval(),
            Column::data("pairs"),
            Column::data("pairs_0"),
            Column::data("pairs_05"),
            Column::data("pairs_1"),
            Column::data("pairs_15"),
            Column::data("pairs_2").note("pairs by the points of A"),
            Column::data("elo"),
            Column::data("elo").interval(),
            Column::data("los").note("likelihood of superiority"),
        ],
    );
    let given = test.hypotheses();
    let pairs = test.pairs();
    let [ll, ld, dd, wd, ww] = pairs;
    let [elo, elos] = elos(pair_interval(&test.scores()));
    let log_likelihood = |value| Cell::Number(value, 3);
    table.add(cells![
        test.decision().map(|decision| match decision {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        }),
        given.elo0,
        given.elo1,
        given.alpha,
        given.beta,
        log_likelihood(test.llr()),
        Cell::interval(Some(given.bounds()), log_likelihood),
        pairs.iter().sum::<u32>(),
        ll,
        ld,
        dd,
        wd,
        ww,
        elo,
        elos,
        test.los().map(|los| Cell::Number(los, 4)),
    ]);
    table
}

/// Elo, and its interval.
fn elos(estimate: Option<Estimate>) -> [Cell; 2] {
    [
        estimate.map(|e| Cell::Elo(elo(e.mean))).into(),
        Cell::interval(estimate.map(Estimate::ends), |score| Cell::Elo(elo(score))),
    ]
}

/// The heading above the rows of A against B.
fn against([a, b]: &[String; 2]) -> Column {
    Column::people(said!("{a} against {b}")).left()
}

fn score(tally: &Tally, [a, b]: [&str; 2], labels: &[String; 2]) -> Table {
    let mut table = Table::new(
        "score",
        [
            against(labels),
            Column::data("player_a"),
            Column::data("player_b"),
            Column::data("seat").note("A's; none for all games"),
            Column::new("games", tr("games")),
            Column::new("won", tr("won")),
            Column::new("drawn", tr("drawn")),
            Column::new("lost", tr("lost")),
            Column::new("score", tr("score %")),
            Column::new("score", tr("95 % interval")).interval(),
            Column::data("elo"),
            Column::data("elo").interval(),
        ],
    );
    for seat in [None].into_iter().chain((0..tally.by_seat.len()).map(Some)) {
        let (label, wdl, estimate) = match seat {
            None => (tr("all games").to_owned(), tally.total, tally.estimate()),
            Some(seat) => (said!("A in seat {seat}"), tally.by_seat[seat], None),
        };
        let interval = Cell::interval(estimate.map(Estimate::ends), Cell::Share);
        let [elo, elos] = elos(estimate);
        table.add(cells![
            label,
            a,
            b,
            seat,
            wdl.games(),
            wdl.wins,
            wdl.draws,
            wdl.losses,
            wdl.score().map(Cell::Share),
            match seat {
                None => interval,
                Some(_) => interval.shown(""),
            },
            elo,
            elos,
        ]);
    }
    table
}

fn whole_matches(matches: &Matches, [a, b]: [&str; 2], labels: &[String; 2]) -> Table {
    let mut table = Table::new(
        "matches",
        [
            against(labels),
            Column::data("player_a"),
            Column::data("player_b"),
            Column::new("matches", tr("matches")),
            Column::new("won", tr("won")),
            Column::new("lost", tr("lost")),
            Column::new("score", tr("score %")),
            Column::new("score", tr("95 % interval")).interval(),
        ],
    )
    .note("SnakeGo");
    let points = matches.points();
    let won = points.iter().filter(|points| **points == 1.0).count();
    let estimate = pair_interval(&points);
    table.add(cells![
        tr("whole matches of two halves"),
        a,
        b,
        points.len(),
        won,
        points.len() - won,
        estimate.map(|e| Cell::Share(e.mean)),
        Cell::interval(estimate.map(Estimate::ends), Cell::Share),
    ]);
    table
}

/// The matches for people.
pub fn halves(matches: &Matches, labels: &[String; 2]) -> String {
    let note = tr(
        "A match is two halves with the same items and the seats swapped; in the tables below a game is a half.",
    );
    format!("{}\n{note}", whole_matches(matches, NOBODY, labels))
}

fn endings(tally: &Tally) -> Table {
    let mut table = Table::new(
        "endings",
        [
            Column::new("end", tr("end of the game")).left(),
            Column::new("games", tr("games")),
            Column::new("a_won", tr("A won")),
            Column::new("b_won", tr("B won")),
            Column::new("drawn", tr("drawn")),
        ],
    );
    for (reason, counts) in &tally.endings {
        let end = Cell::from(reason.as_str()).shown(foreign::translate(reason));
        let [a, b, drawn] = *counts;
        table.add(cells![end, a + b + drawn, a, b, drawn]);
    }
    table
}

fn conduct(tally: &Tally, names: [&str; 2], labels: &[String; 2]) -> Table {
    let mut columns = vec![
        Column::people(tr("turns by verdict")).left(),
        Column::data("player").note("A or B"),
        Column::data("name"),
    ];
    let keys = ["ok", "tle", "mle", "ole", "nj", "re"].into_iter();
    columns.extend(
        keys.zip(Verdict::ALL)
            .map(|(key, it)| Column::new(key, it.name())),
    );
    columns.extend([
        Column::data("illegal"),
        Column::new("fallback", tr("fallback")),
        Column::new("first_ms_median", tr("first ms: median")),
        Column::new("first_ms_max", tr("max")),
        Column::new("later_ms_median", tr("later ms: median")),
        Column::new("later_ms_max", tr("max")),
    ]);
    let mut table = Table::new("conduct", columns);
    for (i, player) in tally.players.iter().enumerate() {
        let mut row = cells![labels[i].as_str(), LETTERS[i], names[i]];
        let turns = |verdict| player.verdicts.get(&verdict).copied().unwrap_or(0);
        row.extend(Verdict::ALL.map(|verdict| turns(verdict).into()));
        row.extend(cells![player.illegal, player.saved.cell()]);
        for times in [&player.first_ms, &player.later_ms] {
            let ms = [Times::median, Times::max].map(|of| of(times).map(Cell::Milliseconds));
            row.extend(ms.map(Cell::from));
        }
        table.add(row);
    }
    table
}

/// The players as data.
const LETTERS: [&str; 2] = ["A", "B"];

fn failures(tally: &Tally, names: [&str; 2]) -> Table {
    let columns = ["player", "name", "game", "turn", "seat", "verdict", "text"];
    let mut table = Table::new("failures", columns.map(Column::data));
    for (i, player) in tally.players.iter().enumerate() {
        for failure in &player.failures {
            table.add(cells![
                LETTERS[i],
                names[i],
                failure.game,
                failure.turn,
                failure.seat,
                failure.verdict.name(),
                failure.text.english(),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests;
