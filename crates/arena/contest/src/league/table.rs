//! A league as tables.

use std::fmt::Write as _;

use comfy_table::CellAlignment;

use super::ratings::ratings;
use super::record::LeagueHeader;
use super::standings::Standings;
use crate::report;
use arena_common::texts::{counted, fill, tr};

/// Ratings, crosstable and conduct of a league.
pub fn table(header: &LeagueHeader, standings: &Standings) -> String {
    let players = header.players.len();
    let ratings = ratings(players, &standings.pairs());
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|x, y| ratings[*y].elo.total_cmp(&ratings[*x].elo));
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
        let (sum, games) = points[x].iter().fold((0.0, 0), |(sum, games), cell| {
            (sum + cell.0, games + cell.1)
        });
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
    text += &fill(
        "{0}; Elo against the mean of all; a column #k holds the points against the bot of rank k",
        &[&counted(standings.games, "game", "games")],
    );
    for &x in &order {
        if let Some(line) = saved[x].line() {
            let _ = write!(text, "\n\n{}: {line}", header.players[x]);
        }
    }
    text
}
