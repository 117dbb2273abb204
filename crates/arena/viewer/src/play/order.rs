//! What a person may want besides moves, and which game comes next.

use anyhow::{Context, Result};
use contest::schedule::Slot;
use referee::game::Turns;
use referee::record::GameRecord;
use referee::setup::Opening;
use referee::{Game, Host};
use serde_json::Value;

/// What a person may want besides moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Another game, or the second half of a match.
    New,
    /// Another game with the seats swapped.
    Swap,
    /// The person's last move is taken back.
    Undo,
}

/// Which game comes after this one.
pub(super) fn next(host: &Host, last: &GameRecord, finished: bool, order: Order) -> Slot {
    let has_halves = host.game.is_some_and(|game| game.match_winner.is_some());
    let [first, second] = last.seats;
    let swapped = [second, first];
    if !has_halves {
        let seats = if order == Order::Swap {
            swapped
        } else {
            last.seats
        };
        let id = last.id + 1;
        return Slot {
            id,
            pair: id,
            seats,
        };
    }
    let is_first = last.id.is_multiple_of(2);
    if is_first && finished && order == Order::New {
        let id = last.id + 1;
        let pair = last.pair;
        return Slot {
            id,
            pair,
            seats: swapped,
        };
    }
    // The seats of a match's first half.
    let began = if is_first { last.seats } else { swapped };
    let pair = last.pair + 1;
    Slot {
        id: 2 * pair,
        pair,
        seats: match order {
            Order::Swap => [began[1], began[0]],
            _ => began,
        },
    }
}

/// These moves of a log as turns that the arena plays.
pub(super) fn opening(game: &Game, moves: &[Value]) -> Result<Opening> {
    let botzone = game
        .botzone()
        .context("programs of this game run through it")?;
    let response = |written: &Value| match written.get("response") {
        Some(response) => response.clone(),
        None => (botzone.long)(written),
    };
    let turn = |(turn, written): (usize, &Value)| match (game.turns, written.as_array()) {
        (Turns::Together, Some(both)) => both.iter().map(response).enumerate().collect(),
        _ => vec![(turn % 2, response(written))],
    };
    Ok(moves.iter().enumerate().map(turn).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tests::record;

    /// The slots of games that follow each other by these orders, each game finished or given up, from the first one.
    fn slots(game: &str, orders: &[(Order, bool)]) -> Vec<(u32, u32, [usize; 2])> {
        let host = Host::new(referee::games::standard().find(game).unwrap());
        let mut last = record(0, Value::Null, Vec::new());
        let mut slots = Vec::new();
        for &(order, finished) in orders {
            let slot = next(&host, &last, finished, order);
            slots.push((slot.id, slot.pair, slot.seats));
            (last.id, last.pair, last.seats) = (slot.id, slot.pair, slot.seats);
        }
        slots
    }

    #[test]
    fn games_follow_each_other_and_halves_make_matches() {
        let (new, swap) = (Order::New, Order::Swap);
        assert_eq!(
            slots("nogo", &[(new, true), (swap, false), (new, true)]),
            [(1, 1, [0, 1]), (2, 2, [1, 0]), (3, 3, [1, 0])]
        );
        assert_eq!(
            slots("snakego", &[(new, true), (new, true), (new, true)]),
            [(1, 0, [1, 0]), (2, 1, [0, 1]), (3, 1, [1, 0])]
        );
        // A half that is given up ends its match.
        assert_eq!(
            slots("snakego", &[(new, false), (new, true), (new, false)]),
            [(2, 1, [0, 1]), (3, 1, [1, 0]), (4, 2, [0, 1])]
        );
        // Seats are swapped from match to match, whichever half it is.
        assert_eq!(
            slots("snakego", &[(swap, true), (new, true), (swap, true)]),
            [(2, 1, [1, 0]), (3, 1, [0, 1]), (4, 2, [0, 1])]
        );
    }

    #[test]
    fn moves_of_a_log_are_turns_that_the_arena_plays() {
        let game = |name: &str| referee::games::standard().find(name).unwrap();
        let turns = |name: &str, moves: &[Value]| opening(game(name), moves);
        assert_eq!(
            turns(
                "nogo",
                &[json!([4, 5]), json!({"response": {"x": 1, "y": 2}})]
            )
            .unwrap(),
            [
                vec![(0, json!({"x": 4, "y": 5}))],
                vec![(1, json!({"x": 1, "y": 2}))]
            ]
        );
        assert_eq!(
            turns("snake", &[json!([0, 2])]).unwrap(),
            [vec![
                (0, json!({"direction": 0})),
                (1, json!({"direction": 2}))
            ]]
        );
        assert!(turns("snakego", &[json!([1])]).is_err());
    }
}
