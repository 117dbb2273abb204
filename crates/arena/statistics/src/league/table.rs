//! A league as tables.

use std::fmt::Write as _;

use comfy_table::CellAlignment;
use serde_json::Value;

use super::standings::Standings;
use crate::report;
use crate::sheet::{Head, Sheet, number, number_of};
use arena_common::texts::{counted, tr};
use journal::header::Header;

/// Ratings, crosstable and conduct of a league.
pub fn table(header: &Header, standings: &Standings) -> String {
    let players = header.players.len();
    let ratings = standings.ratings(&header.players);
    let order = Standings::order(&header.players, &ratings);
    let Standings {
        points, bad, saved, ..
    } = standings;

    let mut columns = vec![
        tr("rank"),
        tr("bot"),
        tr("Elo"),
        tr("95 % interval"),
        tr("games"),
        tr("score %"),
        tr("bad verdicts"),
        tr("fallback"),
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<_>>();
    columns.extend((1..=players).map(|rank| format!("#{rank}")));
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = report::table(&names);
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    for (rank, &x) in order.iter().enumerate() {
        let (sum, games) = standings.total(x);
        let mut row = vec![
            format!("#{}", rank + 1),
            header.players[x].clone(),
            format!("{:+.0}", ratings[x].elo),
            format!("{:+.0} .. {:+.0}", ratings[x].low, ratings[x].high),
            games.to_string(),
            if games > 0 {
                format!("{:.1}", 100.0 * sum / f64::from(games))
            } else {
                "-".to_owned()
            },
            bad[x].to_string(),
            saved[x].column(),
        ];
        row.extend(order.iter().map(|&y| match points[x][y] {
            (_, 0) => String::new(),
            (sum, _) => format!("{sum}"),
        }));
        table.add_row(row);
    }
    let mut text = format!("{table}\n");
    text += &said!(
        "{}; Elo against the mean of all; a column #k holds the points against the bot of rank k",
        counted(standings.games, "game", "games")
    );
    if let Some(line) = standings.repeats.line() {
        let _ = write!(text, "\n\n{line}");
    }
    for &x in &order {
        if let Some(line) = saved[x].line() {
            let _ = write!(text, "\n\n{}: {line}", header.players[x]);
        }
    }
    text
}

/// The ratings of a league, the best first.
pub const RATINGS: Head = Head {
    name: "ratings",
    columns: &[
        "rank",
        "bot",
        "elo",
        "elo_low",
        "elo_high",
        "games",
        "points",
        "score",
        "bad_verdicts",
        "fallback",
    ],
};

/// The points of every bot against every other one that it has met.
pub const CROSSTABLE: Head = Head {
    name: "crosstable",
    columns: &["bot", "opponent", "games", "points", "score"],
};

/// The tables that a league has.
pub const ALL: [&Head; 2] = [&RATINGS, &CROSSTABLE];

/// The tables of a league as data.
pub fn sheets(header: &Header, standings: &Standings) -> Vec<Sheet> {
    let players = &header.players;
    let ratings = standings.ratings(players);
    let order = Standings::order(players, &ratings);
    let name = |player: usize| Value::from(players[player].as_str());
    let score =
        |points: f64, games: u32| number_of((games > 0).then(|| points / f64::from(games)), 4);
    let (mut table, mut cross) = (Sheet::new(&RATINGS), Sheet::new(&CROSSTABLE));
    for (place, &x) in order.iter().enumerate() {
        let (points, games) = standings.total(x);
        table.add([
            (place + 1).into(),
            name(x),
            number(ratings[x].elo, 1),
            number(ratings[x].low, 1),
            number(ratings[x].high, 1),
            games.into(),
            points.into(),
            score(points, games),
            standings.bad[x].into(),
            standings.saved[x].answers.into(),
        ]);
        for &y in &order {
            let (points, games) = standings.points[x][y];
            if games > 0 {
                cross.add([
                    name(x),
                    name(y),
                    games.into(),
                    points.into(),
                    score(points, games),
                ]);
            }
        }
    }
    vec![table, cross]
}
