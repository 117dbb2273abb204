//! A league as tables.

use std::fmt::Write as _;

use super::standings::Standings;
use crate::cells;
use crate::table::{Cell, Column, Table};
use arena_common::texts::{counted, tr};

/// Ratings, crosstable and conduct of a league, for people.
pub fn text(players: &[String], standings: &Standings) -> String {
    let (order, [ratings, _]) = made(players, standings);
    let mut text = format!("{ratings}\n");
    text += &said!(
        "{}; Elo against the mean of all; a column #k holds the points against the bot of rank k",
        counted(standings.games, "game", "games")
    );
    if let Some(line) = standings.repeats.line() {
        let _ = write!(text, "\n\n{line}");
    }
    for x in order {
        if let Some(line) = standings.saved[x].line() {
            let _ = write!(text, "\n\n{}: {line}", players[x]);
        }
    }
    text
}

/// The tables of a league: the ratings, the best first; the points of every bot against every other one that it has
/// met, which people read in a column of the ratings for each.
pub fn tables(players: &[String], standings: &Standings) -> [Table; 2] {
    made(players, standings).1
}

/// The players by their ratings, and the tables.
fn made(players: &[String], standings: &Standings) -> (Vec<usize>, [Table; 2]) {
    let ratings = standings.ratings(players);
    let order = standings.order(players, &ratings);
    let mut columns = vec![
        Column::new("rank", tr("rank")).left(),
        Column::new("bot", tr("bot")).left(),
        Column::new("elo", tr("Elo")),
        Column::new("elo", tr("95 % interval")).interval(),
        Column::new("games", tr("games")),
        Column::data("points"),
        Column::new("score", tr("score %")),
        Column::new("bad_verdicts", tr("bad verdicts")),
        Column::new("fallback", tr("fallback")),
    ];
    columns.extend((1..=players.len()).map(|rank| Column::people(format!("#{rank}"))));
    let mut table = Table::new("ratings", columns);
    let columns = ["bot", "opponent", "games", "points", "score"];
    let mut cross = Table::new("crosstable", columns.map(Column::data))
        .note("a row for every two that met, seen from each");
    let score = |points, games| (games > 0).then(|| Cell::Share(points / f64::from(games)));
    for (rank, &x) in (1_usize..).zip(&order) {
        let name = players[x].as_str();
        let (points, games) = standings.total(x);
        let played = |cell: Cell| (games > 0).then_some(cell);
        let mut row = cells![
            played(Cell::from(rank).shown(format!("#{rank}"))),
            name,
            played(Cell::Elo(ratings[x].elo)),
            Cell::interval(
                (games > 0).then_some([ratings[x].low, ratings[x].high]),
                Cell::Elo
            ),
            games,
            points,
            score(points, games),
            standings.bad[x],
            standings.saved[x].cell(),
        ];
        for &y in &order {
            let (points, games) = standings.points[x][y];
            if games == 0 {
                row.push("".into());
                continue;
            }
            row.push(points.to_string().into());
            let score = score(points, games);
            cross.add(cells![name, players[y].as_str(), games, points, score]);
        }
        table.add(row);
    }
    (order, [table, cross])
}
