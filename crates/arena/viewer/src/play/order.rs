//! The orders that a person may give besides moves, and the choice of the next game.

use anyhow::{Context, Result};
use gameplay::Game;
use gameplay::game::Turns;
use gameplay::opening::Opening;
use gameplay::record::{GameRecord, GameResult, ReplyRecord};
use journal::schedule::Slot;
use referee::Host;
use serde_json::Value;

use super::opponents::Choice;

/// An order that a person may give instead of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Another game, or the second half of a match.
    New,
    /// Another game in other seats: with two, swapped.
    Swap,
    /// The person's last move is taken back.
    Undo,
    /// Games against another opponent or at another level.
    Meet(Choice),
}

/// The slot of the game after this one.
pub(super) fn next(host: &Host, last: &GameRecord, finished: bool, order: Order) -> Slot {
    let has_halves = host.game.is_some_and(|game| game.match_winner.is_some());
    let (is_first, swap) = (last.id.is_multiple_of(2), order == Order::Swap);
    let after = last.id + 1;
    let (id, pair, is_swapped) = if !has_halves {
        (after, after, swap)
    } else if is_first && finished && order == Order::New {
        (after, last.pair, true)
    } else {
        // Of a match the seats of the first half count.
        (2 * (last.pair + 1), last.pair + 1, is_first == swap)
    };
    let seats = match is_swapped {
        true => swapped(host, &last.seats),
        false => last.seats.clone(),
    };
    Slot { id, pair, seats }
}

/// The next seating of the game that gives each player as many seats as this one.
fn swapped(host: &Host, seats: &[usize]) -> Vec<usize> {
    let of_b = |seats: &[usize]| seats.iter().sum::<usize>();
    let all = host.seatings().iter();
    let all = all.filter(|other| of_b(other) == of_b(seats));
    let mut after = all.clone().chain(all).skip_while(|other| **other != seats);
    after.nth(1).unwrap_or(&seats).to_vec()
}

/// The number of decisions in these moves: turns, or operations if a turn is a half-round.
pub(super) fn decisions(turns: Turns, moves: &[Value]) -> usize {
    match turns {
        Turns::HalfRounds => moves.iter().map(operations).sum(),
        Turns::Alternate | Turns::Together => moves.len(),
    }
}

fn operations(half_round: &Value) -> usize {
    half_round.as_array().map_or(0, Vec::len)
}

/// The game before this seat's last decision; `None` if there is none.
pub(super) fn undone(turns: Turns, record: &GameRecord, seat: usize) -> Option<GameRecord> {
    let mut shorter = GameRecord {
        result: GameResult::none_yet(record.seats.len()),
        ..record.clone()
    };
    let moves = &mut shorter.moves;
    let own = |reply: &&ReplyRecord| {
        let made = moves.get(reply.turn).map_or(0, operations);
        reply.seat == seat && (turns != Turns::HalfRounds || made > 0)
    };
    let turn = record.replies.iter().rfind(own)?.turn;
    moves.truncate(turn + 1);
    let last = moves.pop()?;
    if turns == Turns::HalfRounds
        && let Value::Array(mut operations) = last
    {
        operations.pop();
        if !operations.is_empty() {
            moves.push(Value::Array(operations));
        }
    }
    let left = moves.len();
    shorter.replies.retain(|reply| reply.turn < left);
    Some(shorter)
}

/// The replies of a game that was played `again` from somewhere on: those `before` it stay as they were.
pub(super) fn joined(before: &[ReplyRecord], again: &[ReplyRecord]) -> Vec<ReplyRecord> {
    let from = again.first().map_or(usize::MAX, |reply| reply.turn);
    let before = before.iter().filter(|reply| reply.turn < from);
    before.chain(again).cloned().collect()
}

/// The moves of a game as turns that the arena plays.
///
/// # Errors
/// If the record does not say whose a half-round was.
pub(super) fn opening(game: &Game, record: &GameRecord) -> Result<Opening> {
    let moves = record.moves.iter().enumerate();
    let Some(botzone) = game.botzone() else {
        let turn = |(turn, operations): (usize, &Value)| {
            let own = |reply: &&ReplyRecord| reply.turn == turn;
            let reply = record.replies.iter().find(own);
            let reply = reply.with_context(|| format!("turn {turn} has no reply"))?;
            Ok(vec![(reply.seat, operations.clone())])
        };
        return moves.map(turn).collect();
    };
    let response = |written: &Value| match written.get("response") {
        Some(response) => response.clone(),
        None => botzone.logged.long(written),
    };
    let turn = |(turn, written): (usize, &Value)| match (game.turns, written.as_array()) {
        (Turns::Together, Some(both)) => both.iter().map(response).enumerate().collect(),
        _ => vec![(turn % record.seats.len(), response(written))],
    };
    Ok(moves.map(turn).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tests::record;

    /// The slots of games that follow each other by these orders, each game finished or given up, from the first one.
    fn slots(game: &str, orders: &[(Order, bool)]) -> Vec<(u32, u32, Vec<usize>)> {
        let host = Host::new(gameplay::games::standard().find(game).unwrap());
        let mut last = record(0, Value::Null, Vec::new());
        let mut slots = Vec::new();
        for &(order, finished) in orders {
            let slot = next(&host, &last, finished, order);
            slots.push((slot.id, slot.pair, slot.seats.clone()));
            (last.id, last.pair, last.seats) = (slot.id, slot.pair, slot.seats);
        }
        slots
    }

    #[test]
    fn games_follow_each_other_and_halves_make_matches() {
        let (new, swap) = (Order::New, Order::Swap);
        assert_eq!(
            slots("nogo", &[(new, true), (swap, false), (new, true)]),
            [(1, 1, vec![0, 1]), (2, 2, vec![1, 0]), (3, 3, vec![1, 0])]
        );
        assert_eq!(
            slots("snakego", &[(new, true), (new, true), (new, true)]),
            [(1, 0, vec![1, 0]), (2, 1, vec![0, 1]), (3, 1, vec![1, 0])]
        );
        // A half that is given up ends its match.
        assert_eq!(
            slots("snakego", &[(new, false), (new, true), (new, false)]),
            [(2, 1, vec![0, 1]), (3, 1, vec![1, 0]), (4, 2, vec![0, 1])]
        );
        // Seats are swapped from match to match, whichever half it is.
        assert_eq!(
            slots("snakego", &[(swap, true), (new, true), (swap, true)]),
            [(2, 1, vec![1, 0]), (3, 1, vec![0, 1]), (4, 2, vec![0, 1])]
        );
    }

    fn game(name: &str) -> &'static Game {
        gameplay::games::standard().find(name).unwrap()
    }

    /// A game of these moves; the replies are of these turns and seats.
    fn played(moves: &[Value], replies: &[(usize, usize)]) -> GameRecord {
        let mut record = record(0, Value::Null, moves.to_vec());
        let replies: Vec<Value> = (replies.iter())
            .map(|(turn, seat)| json!({"turn_no": turn + 1, "seat": seat, "verdict": "OK", "ms": 1.0}))
            .collect();
        record.replies = serde_json::from_value(replies.into()).unwrap();
        record
    }

    #[test]
    fn moves_of_a_log_are_turns_that_the_arena_plays() {
        let turns = |name: &str, moves: &[Value], replies: &[(usize, usize)]| {
            opening(game(name), &played(moves, replies))
        };
        assert_eq!(
            turns(
                "nogo",
                &[json!([4, 5]), json!({"response": {"x": 1, "y": 2}})],
                &[]
            )
            .unwrap(),
            [
                vec![(0, json!({"x": 4, "y": 5}))],
                vec![(1, json!({"x": 1, "y": 2}))]
            ]
        );
        assert_eq!(
            turns("snake", &[json!([0, 2])], &[]).unwrap(),
            [vec![
                (0, json!({"direction": 0})),
                (1, json!({"direction": 2}))
            ]]
        );
        // Whose a half-round was, only its reply says.
        let halves = [json!([4]), json!([1, 6])];
        assert_eq!(
            turns("snakego", &halves, &[(0, 1), (1, 0)]).unwrap(),
            [vec![(1, json!([4]))], vec![(0, json!([1, 6]))]]
        );
        assert!(turns("snakego", &halves, &[(0, 1)]).is_err());
    }

    /// The rest of a game after seat 0 takes a decision back: moves, and the turns of the replies.
    fn left(turns: Turns, moves: &[Value], replies: &[(usize, usize)]) -> Option<(Value, Value)> {
        let record = undone(turns, &played(moves, replies), 0)?;
        assert_eq!(record.result, GameResult::none_yet(2));
        let replies: Vec<usize> = record.replies.iter().map(|reply| reply.turn).collect();
        Some((json!(record.moves), json!(replies)))
    }

    #[test]
    fn the_last_decision_is_taken_back() {
        let plies = [json!([0, 0]), json!([1, 1]), json!([2, 2])];
        let replies = [(0, 0), (1, 1), (2, 0)];
        assert_eq!(
            left(Turns::Alternate, &plies, &replies),
            Some((json!([[0, 0], [1, 1]]), json!([0, 1])))
        );
        assert_eq!(
            left(Turns::Alternate, &plies[..2], &replies[..2]),
            Some((json!([]), json!([])))
        );
        assert_eq!(left(Turns::Alternate, &plies[..1], &[]), None);
        let both = [(0, 0), (0, 1), (1, 0), (1, 1)];
        assert_eq!(
            left(Turns::Together, &plies[..2], &both),
            Some((json!([[0, 0]]), json!([0, 0])))
        );
        // Of a half-round one operation after the other; the half-round of a program without an answer has none.
        let halves = [json!([4, 5]), json!([1]), json!([2, 3]), json!([])];
        let replies = [(0, 0), (1, 1), (2, 0), (3, 1)];
        let all = Turns::HalfRounds;
        assert_eq!(
            left(all, &halves, &replies),
            Some((json!([[4, 5], [1], [2]]), json!([0, 1, 2])))
        );
        let halves = [json!([4, 5]), json!([1]), json!([2])];
        assert_eq!(
            left(all, &halves, &replies[..3]),
            Some((json!([[4, 5], [1]]), json!([0, 1])))
        );
        assert_eq!(
            left(all, &halves[..2], &replies[..2]),
            Some((json!([[4]]), json!([0])))
        );
        assert_eq!(decisions(all, &halves), 4);
        assert_eq!(decisions(Turns::Alternate, &halves), 3);
    }

    #[test]
    fn what_was_played_before_keeps_its_replies() {
        let of = |turns: &[usize], ms: f64| {
            let seats: Vec<(usize, usize)> = turns.iter().map(|&turn| (turn, turn % 2)).collect();
            let mut replies = played(&[], &seats).replies;
            replies.iter_mut().for_each(|reply| reply.ms = Some(ms));
            replies
        };
        let turns = |replies: Vec<ReplyRecord>| -> Vec<(usize, f64)> {
            replies
                .iter()
                .map(|reply| (reply.turn, reply.ms.unwrap()))
                .collect()
        };
        // A half-round that was left in its middle is told anew.
        assert_eq!(
            turns(joined(&of(&[0, 1, 2], 1.0), &of(&[2, 3], 2.0))),
            [(0, 1.0), (1, 1.0), (2, 2.0), (3, 2.0)]
        );
        assert_eq!(turns(joined(&of(&[0], 1.0), &[])), [(0, 1.0)]);
    }
}
