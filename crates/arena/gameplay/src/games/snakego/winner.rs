//! Decides a match of two half-games, by the contest's criteria in this order: the opponent was to blame for an early
//! end; more halves won; the larger total score; the first item of half 1 taken; the second move in it.

use serde_json::Value;
use snakego::Operation;

use crate::record::GameRecord;

/// The part of a half-game that counts.
#[derive(Clone, Debug)]
struct Half {
    /// The player in each seat.
    seats: Vec<usize>,
    scores: [f64; 2],
    /// The seat that was to blame for an early end.
    fault: Option<usize>,
    /// The seat that took the first item.
    first_taker: Option<usize>,
}

impl Half {
    fn new(game: &GameRecord) -> Half {
        // The player to blame has a score below zero.
        let fault = game.result.err.as_ref().and(game.result.winner);
        Half {
            seats: game.seats.clone(),
            scores: [0, 1].map(|seat| game.result.scores[seat].as_f64().unwrap_or(0.0)),
            fault: fault.map(|winner| 1 - winner),
            first_taker: first_taker(game),
        }
    }
}

/// The winner of a match (0 = A, 1 = B), half 1 first.
pub(super) fn match_winner(games: [&GameRecord; 2]) -> usize {
    let [first, second] = games.map(Half::new);
    winner([&first, &second])
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
    halves[0].seats[halves[0].first_taker.unwrap_or(1)]
}

/// Plays the half-game again as far as the rules go along with it.
fn first_taker(half: &GameRecord) -> Option<usize> {
    let mut position = super::boards::start(half).ok()?;
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
    use snakego::{Position, Rules};

    use super::*;
    use crate::game::TWO_SEATS;
    use crate::record::GameResult;

    /// Half `id` with these scores of the seats, without items or with these operations.
    fn half(id: u32, scores: [i32; 2], fault: bool, operations: &str) -> GameRecord {
        let operations: Vec<u8> = operations.bytes().map(|b| b - b'0').collect();
        GameRecord {
            id,
            moves: vec![json!(operations)],
            result: GameResult::new(
                scores.map(Value::from).to_vec(),
                1,
                fault.then(|| "IA".to_owned()),
            ),
            ..GameRecord::begun(
                TWO_SEATS[id as usize],
                json!({"random_seed": 3, "max_round": 512}),
            )
        }
    }

    fn play(scores: [[i32; 2]; 2], fault: Option<u32>, operations: &str) -> usize {
        let [first, second] =
            [0, 1].map(|id| half(id, scores[id as usize], fault == Some(id), operations));
        match_winner([&first, &second])
    }

    #[test]
    fn criteria_in_their_order() {
        // In half 1 A sits in seat 0, in half 2 in seat 1.
        assert_eq!(play([[30, 20], [20, 30]], None, ""), 0);
        assert_eq!(play([[30, 20], [30, 20]], Some(1), ""), 1);
        assert_eq!(play([[-100, 20], [0, 300]], Some(0), ""), 1);
        // One half each: the total, 50 to 49.
        assert_eq!(play([[30, 20], [29, 20]], None, ""), 0);
        assert_eq!(play([[30, 30], [29, 20]], None, ""), 1);
        // All equal: nobody took an item, so the second mover of half 1.
        assert_eq!(play([[30, 20], [30, 20]], None, ""), 1);
    }

    #[test]
    fn the_first_item_decides_between_equals() {
        let mut position = Position::new(Rules::generate(3));
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
        assert_eq!(play([[30, 20], [30, 20]], None, &operations), 0);
    }
}
