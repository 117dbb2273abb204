//! Ownership of items: an item belongs wholly to the side that can be there first.
//!
//! The author searched shortest paths backward, from each item to all heads at once. Here all paths run forward, from all
//! heads to all items at once, as sets of cells that grow step by step: the same distances, and a path forward knows its
//! step number, which the lock map needs.

use snakego::{Board, CellSet, Gift, ITEM_LIFE, MAX_SNAKES, Rules};

use crate::lock::{HORIZON, Locks};
use crate::params::ValueParams;

/// Snakes that start with the same tempo, and the cells that they have reached.
struct Wave {
    side: usize,
    reached: CellSet,
    /// The tails, of which each is a head after a split.
    tails: CellSet,
}

/// The items by ownership, for player 0 against player 1, in cells.
///
/// Tempo: the snakes of the side to move that have yet to act in this half-round are half a step ahead of those that have
/// acted; the other side is a quarter of a step ahead of these. With fewer than four snakes a tail starts one step later,
/// because a snake may split.
pub fn ownership(params: &ValueParams, rules: &Rules, board: &Board, locks: &Locks) -> f32 {
    let round = board.round();
    let mut open_items = CellSet::EMPTY;
    let mut worths = [0.0; 256];
    let mut last_steps = [0; 256];
    let mut add = |item: &snakego::Item, factor: f32| {
        let worth = match item.gift {
            Gift::Length(length) => f32::from(length),
            Gift::Ray(_) => params.ray,
        };
        let place = usize::from(item.cell.index());
        open_items.insert(item.cell);
        worths[place] += worth * factor;
        last_steps[place] = item.time + ITEM_LIFE - 1 - round;
    };
    for (_, item) in board.ground_items(rules) {
        add(&item, 1.0);
    }
    let mut factor = 1.0;
    for time in round + 1..=round + params.coming_rounds {
        factor *= params.discount;
        if let Some((_, item)) = rules.item_of_round(time) {
            add(&item, factor);
        }
    }

    let mut waves = waves(board);
    let mut enterable = locks.free();
    let mut value = 0.0;
    for step in 1..=HORIZON {
        enterable |= locks.opening(step);
        for wave in &mut waves {
            let mut grown = wave.reached | wave.reached.neighbors() & enterable;
            if step == 1 {
                grown |= wave.tails;
            }
            wave.reached = grown;
            for cell in grown & open_items {
                let place = usize::from(cell.index());
                if step <= usize::from(last_steps[place]) {
                    value += [worths[place], -worths[place]][wave.side];
                }
                open_items.remove(cell);
            }
        }
        if open_items.is_empty() {
            break;
        }
    }
    value
}

/// The three groups of snakes in the order of their tempo.
fn waves(board: &Board) -> [Wave; 3] {
    let side = board.player();
    let wave = |side: usize, places: std::ops::Range<usize>| {
        let (mut reached, mut tails) = (CellSet::EMPTY, CellSet::EMPTY);
        let may_split = board.snakes(side).len() < MAX_SNAKES;
        for snake in &board.snakes(side)[places] {
            reached.insert(snake.head);
            if may_split && snake.len > 1 {
                tails.insert(snake.tail);
            }
        }
        Wave {
            side,
            reached,
            tails,
        }
    };
    let (own, enemies) = (board.snakes(side).len(), board.snakes(1 - side).len());
    let acting = board.acting().min(own);
    [
        wave(side, acting..own),
        wave(1 - side, 0..enemies),
        wave(side, 0..acting),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use snakego::Position;

    fn owned(text: &str) -> f32 {
        let position: Position = text.parse().unwrap();
        let board = &position.board;
        ownership(
            &Params::own().value,
            &position.rules,
            board,
            &Locks::new(board),
        )
    }

    #[test]
    fn the_nearer_side_has_all_of_it() {
        let items = "items=4aL5@15 ground=0";
        assert_eq!(
            owned(&format!(
                "round=20/512 acting=0 0=0:0:-:44 1=1:0:-:4f {items}"
            )),
            -5.0
        );
        assert_eq!(
            owned(&format!(
                "round=20/512 acting=0 0=0:0:-:46 1=1:0:-:4f {items}"
            )),
            5.0
        );
        // Too late for both: it vanishes at the start of round 31.
        let late = format!("round=30/512 acting=0 0=0:0:-:44 1=1:0:-:4f {items}");
        assert_eq!(owned(&late), 0.0);
    }

    #[test]
    fn tempo_decides_a_tie() {
        let items = "items=4aL5@15 ground=0";
        assert_eq!(
            owned(&format!(
                "round=20/512 acting=0 0=0:0:-:45 1=1:0:-:4f {items}"
            )),
            5.0
        );
        assert_eq!(
            owned(&format!(
                "round=20/512 acting=1 0=0:0:-:45 1=1:0:-:4f {items}"
            )),
            -5.0
        );
        // The snake that has acted comes last.
        let acted = "round=20/512 acting=2 next=3 0=0:0:-:45 0=2:0:-:f0 1=1:0:-:4f";
        assert_eq!(owned(&format!("{acted} {items}")), -5.0);
    }

    #[test]
    fn a_tail_may_become_a_head() {
        let text = "round=20/512 acting=1 0=0:0:-:43444546 1=1:0:-:4e items=49L2@15 ground=0";
        // Tail: three steps and one for the split. Enemy: five.
        assert_eq!(owned(text), 2.0);
    }

    #[test]
    fn items_to_come_are_discounted_and_may_lie_under_a_body_that_leaves() {
        let text = "round=20/512 acting=0 0=0:0:-:444342 1=1:0:-:ff items=43L4@22";
        let worth = owned(text);
        assert!((worth - 4.0 * 0.995 * 0.995).abs() < 1e-4, "{}", worth);
        let walled = "round=20/512 acting=0 0=0:0:-:444342 1=1:0:-:ff walls1=53 items=53L4@22";
        assert_eq!(owned(walled), 0.0);
    }
}
