//! A league as tables.

use std::fmt::Write as _;

use comfy_table::CellAlignment;

use super::file::{LeagueGame, LeagueHeader};
use super::ratings::{PairResult, ratings};
use crate::conduct::Verdict;
use crate::report;
use crate::words::counted;

/// Ratings, crosstable and conduct of a league.
pub fn table(header: &LeagueHeader, games: &[LeagueGame]) -> String {
    let players = header.players.len();
    let pairs = pairs(games);
    let ratings = ratings(players, &pairs);
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|x, y| ratings[*y].elo.total_cmp(&ratings[*x].elo));

    let mut points = vec![vec![(0.0, 0_u32); players]; players];
    let mut bad = vec![0_u32; players];
    for game in games {
        let record = &game.record;
        let score = record.score();
        for (x, y, score) in [(game.a, game.b, score), (game.b, game.a, 1.0 - score)] {
            points[x][y].0 += score;
            points[x][y].1 += 1;
        }
        for reply in &record.replies {
            if reply.verdict != Verdict::Ok {
                bad[[game.a, game.b][record.seats[reply.seat]]] += 1;
            }
        }
    }

    let mut columns = vec![
        "rank",
        "bot",
        "Elo",
        "95 % interval",
        "games",
        "score %",
        "bad verdicts",
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
        ];
        row.extend(order.iter().map(|&y| match points[x][y] {
            (_, 0) => String::new(),
            (sum, _) => format!("{sum}"),
        }));
        table.add_row(row);
    }
    let mut text = format!("{table}\n");
    let _ = write!(
        text,
        "{}; Elo against the mean of all; a column #k holds the points against the bot of rank k",
        counted(games.len(), "game", "games")
    );
    text
}

/// The results of all pairs of games, those of a match together.
fn pairs(games: &[LeagueGame]) -> Vec<PairResult> {
    let mut sorted: Vec<&LeagueGame> = games.iter().collect();
    sorted.sort_by_key(|game| game.fixture());
    let same =
        |x: &&LeagueGame, y: &&LeagueGame| (x.a, x.b, x.record.pair) == (y.a, y.b, y.record.pair);
    sorted
        .chunk_by(same)
        .map(|pair| {
            let games = pair.len() as f64;
            PairResult {
                a: pair[0].a,
                b: pair[0].b,
                score: pair.iter().map(|game| game.record.score()).sum::<f64>() / games,
                games,
            }
        })
        .collect()
}
