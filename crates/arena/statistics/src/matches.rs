//! Halves put together to matches, for a game of which a match is two games with swapped seats.

use std::collections::BTreeMap;
use std::fmt;

use gameplay::Game;
use gameplay::record::GameRecord;

/// The winners of the matches so far.
#[derive(Clone)]
pub struct Matches {
    winner: fn([&GameRecord; 2]) -> usize,
    /// The first half that was played of each match until there is the second.
    open: BTreeMap<u32, GameRecord>,
    /// The winner of each whole match.
    winners: BTreeMap<u32, usize>,
}

impl fmt::Debug for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {} open", self.winners, self.open.len())
    }
}

impl Matches {
    /// No match yet; `None` if the games of this game are matches themselves.
    pub fn new(game: &Game) -> Option<Self> {
        Some(Matches {
            winner: game.match_winner?,
            open: BTreeMap::new(),
            winners: BTreeMap::new(),
        })
    }

    /// Counts a half.
    pub fn add(&mut self, half: &GameRecord) {
        match self.open.remove(&half.pair) {
            Some(other) if other.id != half.id => {
                let halves = if other.id < half.id {
                    [&other, half]
                } else {
                    [half, &other]
                };
                self.winners.insert(half.pair, (self.winner)(halves));
            }
            _ => {
                self.open.insert(half.pair, half.clone());
            }
        }
    }

    /// The winner (0 = A, 1 = B) of each match of which both halves have been played.
    pub fn winners(&self) -> Vec<usize> {
        self.winners.values().copied().collect()
    }

    /// A's points of each match of which both halves have been played.
    pub fn points(&self) -> Vec<f64> {
        let winners = self.winners.values();
        winners
            .map(|&winner| if winner == 0 { 1.0 } else { 0.0 })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::samples::game;

    fn snakego() -> Matches {
        Matches::new(gameplay::games::standard().find("snakego").unwrap()).unwrap()
    }

    #[test]
    fn two_halves_make_a_match_in_any_order() {
        let mut matches = snakego();
        // A wins 30:20 in both, in seat 0 and in seat 1.
        for (id, scores) in [(1, [20, 30]), (0, [30, 20])] {
            matches.add(&game(id, scores));
        }
        assert_eq!(matches.winners(), [0]);
    }

    #[test]
    fn half_a_match_does_not_count() {
        let mut matches = snakego();
        matches.add(&game(2, [1, 0]));
        assert!(matches.winners().is_empty());
        assert!(Matches::new(gameplay::games::standard().find("nogo").unwrap()).is_none());
    }
}
