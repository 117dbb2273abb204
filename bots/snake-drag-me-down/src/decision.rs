//! The values of the states, and the decision.

use search::Budget;
use search::tree::Branch;
use snake::Direction;
use snake_dumb_ways_to_die::gamma;

use crate::layer::{Ending, Histories, Layer, State};

/// The amount added to the ratio of a won state and subtracted from that of a lost one. It is larger than any ratio, so
/// a win is better than any unfinished state, and a loss is worse.
pub const WON: i64 = 1 << 40;

/// A state of the last layer with its value for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluated {
    /// The decisions that led to it.
    pub histories: Histories,
    /// Territory ratio, see [`gamma`], plus or minus [`WON`] if the game is over.
    pub value: i64,
}

/// The values of all states of `layer` in their order, a node of the budget each; `None` if the budget runs out.
pub fn evaluate(layer: &Layer, budget: &mut Budget) -> Option<Vec<Evaluated>> {
    let mut evaluated = Vec::with_capacity(layer.states().len());
    for state in layer.states() {
        if budget.exhausted() {
            return None;
        }
        budget.spend(1);
        evaluated.push(Evaluated {
            histories: state.histories,
            value: value(state, layer.player()),
        });
    }
    Some(evaluated)
}

fn value(state: &State, player: usize) -> i64 {
    let gamma = gamma(&state.board, player);
    match state.ending() {
        Some(Ending::Won) => gamma + WON,
        Some(Ending::Lost) => gamma - WON,
        Some(Ending::Drawn) | None => gamma,
    }
}

/// Our directions in the first turn, each with the value that we can be sure of: the minimum over the opponent's
/// directions of the maximum over ours in the next turn, and so on. Empty if the first turn decided nothing: the only
/// state is the root.
///
/// `states` are in the order of a [`Layer`].
pub fn max_min(states: &[Evaluated]) -> Vec<(Direction, i64)> {
    rows(states, 0)
        .map(|row| (row[0].histories.get(0, 0), minimum(row, 0)))
        .collect()
}

/// The value before turn `turn` of states that share the turns before it: the largest of the rows' minima.
fn maximum(states: &[Evaluated], turn: usize) -> i64 {
    rows(states, turn)
        .map(|row| minimum(row, turn))
        .max()
        .unwrap_or_else(|| states[0].value)
}

/// The smallest entry of a row, the states in which we chose one direction in turn `turn`.
fn minimum(row: &[Evaluated], turn: usize) -> i64 {
    entries(row, turn)
        .map(|entry| maximum(entry, turn + 1))
        .fold(i64::MAX, i64::min)
}

/// The rows of the matrix of turn `turn`: the states by our direction. None if the history ends here, with one state.
fn rows(states: &[Evaluated], turn: usize) -> impl Iterator<Item = &[Evaluated]> {
    by_direction(states, 0, turn)
}

/// The entries of a row: its states by the opponent's direction.
fn entries(row: &[Evaluated], turn: usize) -> impl Iterator<Item = &[Evaluated]> {
    by_direction(row, 1, turn)
}

fn by_direction(
    states: &[Evaluated],
    side: usize,
    turn: usize,
) -> impl Iterator<Item = &[Evaluated]> {
    let going_on = states
        .first()
        .is_some_and(|state| state.histories.turns() > turn);
    let states = if going_on { states } else { &[] };
    states.chunk_by(move |a, b| a.histories.get(side, turn) == b.histories.get(side, turn))
}

/// The top three levels to print, in order of preference: our directions, the opponent's, ours. A level's visits are
/// states of the last layer; all values are from our side.
pub fn branches(states: &[Evaluated]) -> Vec<Branch> {
    our_branches(states, 0)
}

fn our_branches(states: &[Evaluated], turn: usize) -> Vec<Branch> {
    let mut rows: Vec<(i64, &[Evaluated])> = rows(states, turn)
        .map(|row| (minimum(row, turn), row))
        .collect();
    rows.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    rows.into_iter()
        .map(|(value, row)| {
            let replies = if turn == 0 {
                their_branches(row, turn)
            } else {
                Vec::new()
            };
            branch(row, 0, turn, value, replies)
        })
        .collect()
}

fn their_branches(row: &[Evaluated], turn: usize) -> Vec<Branch> {
    let mut entries: Vec<(i64, &[Evaluated])> = entries(row, turn)
        .map(|entry| (maximum(entry, turn + 1), entry))
        .collect();
    entries.sort_by_key(|&(value, _)| value);
    entries
        .into_iter()
        .map(|(value, entry)| branch(entry, 1, turn, value, our_branches(entry, turn + 1)))
        .collect()
}

fn branch(
    states: &[Evaluated],
    side: usize,
    turn: usize,
    value: i64,
    replies: Vec<Branch>,
) -> Branch {
    Branch {
        mv: states[0].histories.get(side, turn).to_string(),
        visits: states.len() as u64,
        value: describe(value),
        replies,
    }
}

/// A value as text: `won 3.250`, `lost 0.125`, `1.500`.
pub fn describe(value: i64) -> String {
    let (word, gamma) = if value >= WON {
        ("won ", value - WON)
    } else if value < 0 {
        ("lost ", value + WON)
    } else {
        ("", value)
    };
    format!("{word}{}", snake_dumb_ways_to_die::decimal(gamma))
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake::Board;

    fn unlimited() -> Budget {
        Budget::of_nodes(u64::MAX)
    }

    /// The max-min value of a board from top to bottom, with all possible directions of both.
    fn deep_value(board: &Board, player: usize, turns: u32) -> i64 {
        let gamma = gamma(board, player);
        if board.outcome().is_some() {
            return gamma;
        }
        let [mine, theirs] = [player, 1 - player].map(|player| board.legal_moves(player));
        match (mine.is_empty(), theirs.is_empty()) {
            (true, true) => gamma,
            (true, false) => gamma - WON,
            (false, true) => gamma + WON,
            (false, false) if turns == 0 => gamma,
            (false, false) => mine
                .iter()
                .map(|own| sure_of(board, player, own, turns))
                .max()
                .unwrap(),
        }
    }

    fn sure_of(board: &Board, player: usize, own: Direction, turns: u32) -> i64 {
        let value = |theirs| {
            let mut next = *board;
            next.play(if player == 0 {
                (own, theirs)
            } else {
                (theirs, own)
            });
            deep_value(&next, player, turns - 1)
        };
        board
            .legal_moves(1 - player)
            .iter()
            .map(value)
            .min()
            .unwrap()
    }

    #[test]
    fn backing_up_is_max_min_from_the_top() {
        for text in include_str!("../bench.txt").lines() {
            let seat: snake::botzone::State = text.parse().unwrap();
            let (board, me) = (seat.board(), seat.me());
            let mut layer = Layer::first(board, me);
            for turns in 1..=4 {
                layer = layer.next(&mut unlimited()).unwrap();
                let states = evaluate(&layer, &mut unlimited()).unwrap();
                let expected: Vec<_> = if states[0].histories.turns() == 0 {
                    Vec::new()
                } else {
                    let own = board.legal_moves(me).iter();
                    own.map(|own| (own, sure_of(board, me, own, turns)))
                        .collect()
                };
                assert_eq!(max_min(&states), expected, "{seat}");
            }
        }
    }

    #[test]
    fn evaluation_stops_with_the_budget() {
        let seat: snake::botzone::State = "map=5x5".parse().unwrap();
        let layer = Layer::first(seat.board(), 0)
            .next(&mut unlimited())
            .unwrap();
        assert_eq!(layer.states().len(), 4);
        let mut three = Budget::of_nodes(3);
        assert_eq!(evaluate(&layer, &mut three), None);
        assert_eq!(max_min(&[]), []);
    }

    #[test]
    fn values_as_text() {
        assert_eq!(describe(WON + (3 << 18)), "won 3.000");
        assert_eq!(describe((1 << 17) - WON), "lost 0.500");
        assert_eq!(describe(5 << 16), "1.250");
    }
}
