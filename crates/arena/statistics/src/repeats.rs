//! Games that repeat an earlier one move for move: players that leave nothing to chance, from starts that are alike. An
//! interval counts each of them as a separate trial.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use gameplay::record::{GameRecord, Verdict};

/// One repeated game in this many is worth a note.
const WORTH_A_NOTE: u32 = 20;

/// The number of games that repeat an earlier one.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// Hashes of the different games.
    seen: BTreeSet<u64>,
    games: u32,
}

impl Repeats {
    /// Counts a game between these two, A and B.
    pub fn add(&mut self, players: [usize; 2], game: &GameRecord) {
        // A program that fails at once does so every time, and its verdict says it.
        if game
            .replies
            .iter()
            .any(|reply| reply.verdict != Verdict::Ok)
        {
            return;
        }
        self.games += 1;
        let mut hash = DefaultHasher::new();
        let seated: Vec<usize> = game.seats.iter().map(|&player| players[player]).collect();
        seated.hash(&mut hash);
        game.init.to_string().hash(&mut hash);
        for turn in &game.moves {
            turn.to_string().hash(&mut hash);
        }
        self.seen.insert(hash.finish());
    }

    /// The note about repeated games; `None` if there are next to none.
    pub fn line(&self) -> Option<String> {
        let repeated = self.games - self.seen.len() as u32;
        (repeated * WORTH_A_NOTE > self.games).then(|| {
            said!("{repeated} of {} games repeat an earlier one move for move, so the intervals are too narrow: these players leave \
                 nothing to chance, and all games start alike; --openings FILE or --opening-plies N gives other starts", self.games)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::samples::game;

    #[test]
    fn games_are_the_same_by_players_start_and_moves() {
        let mut repeats = Repeats::default();
        let mut one = game(0, [1, 0]);
        one.replies.clear();
        repeats.add([0, 1], &one);
        repeats.add([1, 0], &one);
        let mut other = one.clone();
        other.init = serde_json::json!({"seed": 7});
        repeats.add([0, 1], &other);
        other.moves.pop();
        repeats.add([0, 1], &other);
        assert_eq!(repeats.line(), None);
        other.id = 9;
        repeats.add([0, 1], &other);
        let line = repeats.line().unwrap();
        assert!(line.starts_with("1 of 5 games repeat"), "{line}");
        let mut failed = game(1, [1, 0]);
        failed.replies.truncate(2);
        assert!(
            failed
                .replies
                .iter()
                .any(|reply| reply.verdict != Verdict::Ok)
        );
        repeats.add([0, 1], &failed);
        assert!(repeats.line().unwrap().starts_with("1 of 5 games"));
    }
}
