//! The totals from which the tables of a league are made, added up game by game, in any order.

use std::collections::BTreeMap;

use super::ratings::{PairResult, Rating, ratings};
use crate::repeats::Repeats;
use crate::tally::SavedTally;
use gameplay::record::{GameRecord, Verdict};
use journal::header::Header;
use journal::plan::by_name;

/// Totals of a league.
#[derive(Clone, Debug)]
pub struct Standings {
    /// `points[x][y]`: the points of `x` against `y`, and their games.
    pub points: Vec<Vec<(f64, u32)>>,
    /// Turns of each player that were not well.
    pub bad: Vec<u32>,
    /// Answers of each player that the fallback move has saved.
    pub saved: Vec<SavedTally>,
    /// Games counted.
    pub games: u32,
    /// Games that were played before.
    pub repeats: Repeats,
    /// Points of the first player and games of each pair of games, by players and number of the pair.
    pairs: BTreeMap<(usize, usize, u32), (f64, u32)>,
}

impl Standings {
    /// Totals of no game.
    pub fn new(players: usize) -> Self {
        Self {
            points: vec![vec![(0.0, 0); players]; players],
            bad: vec![0; players],
            saved: vec![SavedTally::default(); players],
            games: 0,
            repeats: Repeats::default(),
            pairs: BTreeMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let score = game.score();
        self.games += 1;
        self.repeats.add([game.a, game.b], game);
        for (x, y, score) in [(game.a, game.b, score), (game.b, game.a, 1.0 - score)] {
            self.points[x][y].0 += score;
            self.points[x][y].1 += 1;
        }
        for (number, player) in [game.a, game.b].into_iter().enumerate() {
            self.saved[player].add(game, number);
        }
        for reply in &game.replies {
            if reply.verdict != Verdict::Ok {
                self.bad[[game.a, game.b][game.seats[reply.seat]]] += 1;
            }
        }
        let key = (game.a, game.b, game.pair);
        let pair = self.pairs.entry(key).or_default();
        pair.0 += score;
        pair.1 += 1;
    }

    /// Counts a game of a file with this header, which says how many players there are: with the first game they are known.
    pub fn count(standings: &mut Option<Self>, header: &Header, game: &GameRecord) {
        let none = || Self::new(header.players.len());
        standings.get_or_insert_with(none).add(game);
    }

    /// Points and games of a player.
    pub fn total(&self, player: usize) -> (f64, u32) {
        let cells = self.points[player].iter();
        cells.fold((0.0, 0), |(sum, games), cell| {
            (sum + cell.0, games + cell.1)
        })
    }

    /// The results of all matches, one for each: enough for ratings without intervals.
    pub fn matches(&self) -> Vec<PairResult> {
        let mut results = Vec::new();
        for (a, row) in self.points.iter().enumerate() {
            let played = row.iter().enumerate().skip(a + 1);
            results.extend(
                played
                    .filter(|(_, cell)| cell.1 > 0)
                    .map(|(b, (points, games))| PairResult {
                        a,
                        b,
                        score: points / f64::from(*games),
                        games: f64::from(*games),
                    }),
            );
        }
        results
    }

    /// The results of all pairs of games, those of a match together.
    pub fn pairs(&self) -> Vec<PairResult> {
        self.pairs.iter().map(result).collect()
    }

    /// The rating of each player, always the same for the same results: the order in which the games came or the players
    /// are listed does not matter, only their names.
    pub fn ratings(&self, players: &[String]) -> Vec<Rating> {
        let (_, rank) = by_name(players);
        let named = self.pairs.iter();
        let named: BTreeMap<(usize, usize, u32), (f64, u32)> = named
            .map(|(&(a, b, pair), &(points, games))| {
                let (a, b) = (rank[a], rank[b]);
                // In a match, A may have the later name.
                if a < b {
                    ((a, b, pair), (points, games))
                } else {
                    ((b, a, pair), (f64::from(games) - points, games))
                }
            })
            .collect();
        let by_rank = ratings(players.len(), &named.iter().map(result).collect::<Vec<_>>());
        rank.iter().map(|&place| by_rank[place]).collect()
    }

    /// The players, the best first; those of the same rating by their names. Behind them those that have not played: nothing
    /// is known of these.
    pub fn order(&self, players: &[String], ratings: &[Rating]) -> Vec<usize> {
        let (mut order, _) = by_name(players);
        order.sort_by(|x, y| ratings[*y].elo.total_cmp(&ratings[*x].elo));
        order.sort_by_key(|&player| self.total(player).1 == 0);
        order
    }
}

fn result((&(a, b, _), &(points, games)): (&(usize, usize, u32), &(f64, u32))) -> PairResult {
    let games = f64::from(games);
    PairResult {
        a,
        b,
        score: points / games,
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Form;
    use journal::samples::league_game;

    #[test]
    fn a_match_is_rated_by_whatever_names() {
        let rated = |names: [&str; 2]| {
            let mut standings = Standings::new(2);
            // A wins, from either seat.
            for id in 0..8 {
                let scores = [i32::from(id % 2 == 0), i32::from(id % 2 == 1)];
                standings.add(&league_game(0, 1, id, scores));
            }
            let names = names.map(str::to_owned);
            standings.ratings(&names)
        };
        let [a, b] = rated(["a", "b"])[..] else {
            panic!("two players")
        };
        assert!(a.elo > 50.0 && b.elo < -50.0, "{a:?} {b:?}");
        let mirrored = rated(["b", "a"]);
        assert!((mirrored[0].elo - a.elo).abs() < 1e-6, "{mirrored:?}");
        assert!((mirrored[1].elo - b.elo).abs() < 1e-6, "{mirrored:?}");
    }

    #[test]
    fn who_has_not_played_has_no_rank() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut standings = Standings::new(3);
        for id in 0..4 {
            // C loses every game to A: its rating is below that of B, who has none.
            let scores = [i32::from(id % 2 == 0), i32::from(id % 2 == 1)];
            standings.add(&league_game(0, 2, id, scores));
        }
        let ratings = standings.ratings(&names);
        assert!(ratings[2].elo < ratings[1].elo);
        assert_eq!(standings.order(&names, &ratings), [0, 2, 1]);
        let tables = crate::league::table::tables(&names, &standings);
        let csv = crate::table::write(&tables, Form::Csv, Some("ratings")).unwrap();
        let lines: Vec<&str> = csv.lines().collect();
        assert!(lines[2].starts_with("2,c,-"), "{csv}");
        assert!(lines[3].starts_with(",b,,,,0,0.0,,"), "{csv}");
    }

    #[test]
    fn neither_the_list_nor_the_order_of_games_matters() {
        let names = ["c", "a", "b"].map(str::to_owned);
        // The same league with the players in this order and by their names.
        let other = ["a", "b", "c"].map(str::to_owned);
        let (mut one, mut two) = (Standings::new(3), Standings::new(3));
        let mut games = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            for id in 0..6 {
                let scores = [[1, 0], [0, 1], [1, 1], [1, 0]][(id as usize + a + 2 * b) % 4];
                let mut game = league_game(a, b, id, scores);
                game.replies[1].saved = Some(gameplay::record::Saved {
                    answers: 1,
                    more: false,
                    cause: format!("against {}", other[1 - a.min(1)]),
                });
                games.push(game);
            }
        }
        for game in &games {
            two.add(game);
        }
        games.reverse();
        for mut game in games {
            [game.a, game.b] = [game.a, game.b].map(|player| (player + 1) % 3);
            one.add(&game);
        }
        let [first, second] = [(&one, &names), (&two, &other)].map(|(standings, names)| {
            let ratings = standings.ratings(names);
            let order = standings.order(names, &ratings);
            let line = |player: usize| {
                let saved = standings.saved[player].line();
                (names[player].clone(), ratings[player], saved)
            };
            order.into_iter().map(line).collect::<Vec<_>>()
        });
        assert_eq!(first, second);
        assert!(first[0].1.elo > first[2].1.elo, "{first:?}");
    }
}
