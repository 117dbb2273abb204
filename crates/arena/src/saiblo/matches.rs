//! Halves put together to matches, in the order of the contest's criteria: whose opponent was to blame for an early
//! end; who won more halves; who has the larger total score; who took the first item of half 1; who moved second in it.

use std::collections::BTreeMap;

use serde_json::Value;
use snakego::{Operation, Position, Rules};

use crate::log::GameRecord;
use crate::report::table;
use crate::stats::pair_interval;

/// What counts of a half.
#[derive(Clone, Debug)]
struct Half {
    /// Which player sat in each seat.
    seats: [usize; 2],
    scores: [f64; 2],
    /// The seat that was to blame for an early end.
    fault: Option<usize>,
    /// The seat that took the first item.
    first: Option<usize>,
}

/// Who won the matches so far.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// The first half that was played of each match, with its number, until there is the second.
    open: BTreeMap<u32, (u32, Half)>,
    /// The winner of each whole match.
    winners: BTreeMap<u32, usize>,
}

impl Matches {
    /// Counts a half.
    pub fn add(&mut self, half: &GameRecord) {
        let scores = [0, 1].map(|seat| half.result.scores[seat].as_f64().unwrap_or(0.0));
        // Who is to blame has a score below zero.
        let fault = half.result.err.as_ref().and(half.result.winner);
        let half_of = Half {
            seats: half.seats,
            scores,
            fault: fault.map(|winner| 1 - winner),
            first: first_taker(half),
        };
        match self.open.remove(&half.pair) {
            Some((id, other)) if id != half.id => {
                let halves = if id < half.id {
                    [&other, &half_of]
                } else {
                    [&half_of, &other]
                };
                self.winners.insert(half.pair, winner(halves));
            }
            _ => {
                self.open.insert(half.pair, (half.id, half_of));
            }
        }
    }

    /// The winner (0 = A, 1 = B) of each match of which both halves have been played.
    pub fn winners(&self) -> Vec<usize> {
        self.winners.values().copied().collect()
    }

    /// The matches as a table. `players` are the names of A and B.
    pub fn report(&self, players: &[String; 2]) -> String {
        let winners = self.winners();
        let won = winners.iter().filter(|&&winner| winner == 0).count();
        let points: Vec<f64> = (winners.iter())
            .map(|&winner| if winner == 0 { 1.0 } else { 0.0 })
            .collect();
        let [a, b] = players;
        let mut table = table(&[
            &format!("{a} against {b}"),
            "matches",
            "won",
            "lost",
            "score %",
            "95 % interval",
        ]);
        let percent = |part: f64| format!("{:.1}", 100.0 * part);
        let (score, interval) = pair_interval(&points).map_or_else(
            || ("-".to_owned(), "-".to_owned()),
            |e| {
                let interval = format!("{} .. {}", percent(e.low), percent(e.high));
                (percent(e.mean), interval)
            },
        );
        table.add_row([
            "whole matches of two halves".to_owned(),
            winners.len().to_string(),
            won.to_string(),
            (winners.len() - won).to_string(),
            score,
            interval,
        ]);
        format!(
            "{table}\nA match is two halves with the same items and the seats swapped; in the tables below a game is a half."
        )
    }
}

fn winner(halves: [&Half; 2]) -> usize {
    for half in halves {
        if let Some(seat) = half.fault {
            return half.seats[1 - seat];
        }
    }
    let (mut won, mut total) = ([0, 0], [0.0, 0.0]);
    for half in halves {
        for seat in 0..2 {
            let (mine, other) = (half.scores[seat], half.scores[1 - seat]);
            won[half.seats[seat]] += u32::from(mine > other);
            total[half.seats[seat]] += mine;
        }
    }
    if won[0] != won[1] {
        return usize::from(won[1] > won[0]);
    }
    if total[0] != total[1] {
        return usize::from(total[1] > total[0]);
    }
    halves[0].seats[halves[0].first.unwrap_or(1)]
}

/// Plays the half again as far as the rules go along with it.
fn first_taker(half: &GameRecord) -> Option<usize> {
    let number = |key: &str| half.init[key].as_u64();
    let max_round = u16::try_from(number("max_round")?).ok()?;
    Rules::new(Vec::new(), max_round).ok()?;
    let rules = Rules::generate_for(number("random_seed")?, max_round);
    let mut position = Position::new(rules);
    for value in half.moves.iter().filter_map(Value::as_array).flatten() {
        let operation = value.as_u64().and_then(|number| u8::try_from(number).ok());
        let Some(operation) = operation.and_then(Operation::from_number) else {
            break;
        };
        if position.try_play(operation).is_err() {
            break;
        }
    }
    position.board.first_item().map(|(_, player)| player)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::log::tests::game;

    /// Winners of a match with these scores of the seats, the first half without items or with these operations.
    fn play(scores: [[i32; 2]; 2], fault: Option<u32>, operations: &str) -> Vec<usize> {
        let mut matches = Matches::default();
        for id in [1, 0] {
            let mut half = game(id, scores[id as usize]);
            half.result.err = (fault == Some(id)).then(|| "IA".to_owned());
            half.init = json!({"random_seed": 3, "max_round": 512});
            half.moves = vec![json!(
                operations.bytes().map(|b| b - b'0').collect::<Vec<u8>>()
            )];
            matches.add(&half);
        }
        matches.winners()
    }

    #[test]
    fn criteria_in_their_order() {
        // In half 1 A sits in seat 0, in half 2 in seat 1.
        assert_eq!(play([[30, 20], [20, 30]], None, ""), [0]);
        assert_eq!(play([[30, 20], [30, 20]], Some(1), ""), [1]);
        assert_eq!(play([[-100, 20], [0, 300]], Some(0), ""), [1]);
        // One half each: the total, 50 to 49.
        assert_eq!(play([[30, 20], [29, 20]], None, ""), [0]);
        assert_eq!(play([[30, 30], [29, 20]], None, ""), [1]);
        // All equal: nobody took an item, so the second mover of half 1.
        assert_eq!(play([[30, 20], [30, 20]], None, ""), [1]);
    }

    #[test]
    fn the_first_item_decides_between_equals() {
        let rules = Rules::generate(3);
        let mut position = Position::new(rules);
        let mut operations = String::new();
        // Player 1 runs off the board, player 0 walks down and right until it has an item.
        while position.board.first_item().is_none() {
            let operation = if position.board.player() == 1 {
                Operation::Down
            } else {
                snakego::saiblo::fallback(&position).unwrap()
            };
            operations.push_str(&operation.number().to_string());
            position.play(operation);
        }
        assert_eq!(play([[30, 20], [30, 20]], None, &operations), [0]);
    }

    #[test]
    fn half_a_match_does_not_count() {
        let mut matches = Matches::default();
        matches.add(&game(2, [1, 0]));
        assert!(matches.winners().is_empty());
        assert!(
            matches
                .report(&["A a".into(), "B b".into()])
                .contains("whole matches")
        );
    }
}
