//! The standings while a league is played.

use arena_common::texts::tr;
use statistics::cells;
use statistics::label;
use statistics::league::ratings::bradley_terry;
use statistics::league::standings::Standings;
use statistics::table::{Cell, Column, Table};

/// The players that a line names.
const NAMED: usize = 5;

/// The standings: so many rows of a table, or a line.
pub fn text(players: &[String], standings: &Standings, rows: Option<usize>) -> String {
    match rows {
        Some(rows) => table(players, standings, rows),
        None => line(players, standings),
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
    use journal::samples::league_game;

    #[test]
    fn the_standings_name_the_best_first() {
        let players: Vec<String> = (0..7).map(|n| format!("bot-{n}")).collect();
        let mut standings = Standings::new(7);
        assert_eq!(line(&players, &standings), "");
        for b in 1..7 {
            // Of the two games the later player wins one and draws the other.
            for (id, scores) in [(0, [0, 1]), (1, [1, 1])] {
                standings.add(&league_game(b - 1, b, id, scores));
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
