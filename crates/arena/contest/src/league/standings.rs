//! What the tables of a league are made from, added up game by game.

use std::collections::BTreeMap;

use super::ratings::PairResult;
use super::record::LeagueGame;
use crate::tally::SavedTally;
use referee::conduct::Verdict;

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
            pairs: BTreeMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &LeagueGame) {
        let record = &game.record;
        let score = record.score();
        self.games += 1;
        for (x, y, score) in [(game.a, game.b, score), (game.b, game.a, 1.0 - score)] {
            self.points[x][y].0 += score;
            self.points[x][y].1 += 1;
        }
        for (number, player) in [game.a, game.b].into_iter().enumerate() {
            self.saved[player].add(record, number);
        }
        for reply in &record.replies {
            if reply.verdict != Verdict::Ok {
                self.bad[[game.a, game.b][record.seats[reply.seat]]] += 1;
            }
        }
        let key = (game.a, game.b, record.pair);
        let pair = self.pairs.entry(key).or_default();
        pair.0 += score;
        pair.1 += 1;
    }

    /// The results of all pairs of games, those of a match together.
    pub fn pairs(&self) -> Vec<PairResult> {
        let pairs = self.pairs.iter();
        pairs
            .map(|(&(a, b, _), &(points, games))| {
                let games = f64::from(games);
                PairResult {
                    a,
                    b,
                    score: points / games,
                    games,
                }
            })
            .collect()
    }
}
