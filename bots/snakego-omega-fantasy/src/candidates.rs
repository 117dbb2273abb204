//! The operations that searches consider.

use snakego::{Board, MoveKinds, Operation, Operations};

use crate::context::SearchContext;
use crate::options::Choice;

/// The candidates of the snake to act. `kinds` are those of the board. There is at least one operation, unless the
/// half-game is over.
#[inline]
pub fn candidates(
    context: &SearchContext,
    board: &Board,
    kinds: MoveKinds,
    sacrificed: bool,
) -> Choice {
    let (snake, player) = (board.snake(), board.player());
    let end = if !kinds.sealing.is_empty() {
        widest_seal(board, kinds.sealing)
    } else if kinds.free.is_empty() || sacrificed {
        kinds.deadly.nth(0)
    } else {
        None
    };
    let below_cap = board.snakes(player).len() < context.caps[player];
    let late = board.round() >= context.params.search.split_from_round;
    Choice {
        free: kinds.free,
        end,
        fire: snake.has_ray() && snake.len > 1,
        split: below_cap && snake.len > 2 && late,
    }
}

/// Of several moves that close a loop the one that meets the own body nearest to the tail.
pub fn widest_seal(board: &Board, sealing: Operations) -> Option<Operation> {
    if sealing.len() < 2 {
        return sealing.nth(0);
    }
    let snake = board.snake();
    let targets = sealing.iter().filter_map(|operation| {
        let target = snake.head.step(operation.direction()?)?;
        Some((target, operation))
    });
    let mut cell = snake.tail;
    for _ in 1..snake.len {
        if let Some((_, operation)) = targets.clone().find(|&(target, _)| target == cell) {
            return Some(operation);
        }
        cell = cell.wrapping_step(board.toward_head(cell));
    }
    sealing.nth(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Candidates;
    use crate::params::Params;
    use crate::schedule::ItemSchedule;
    use snakego::Position;
    use testing::random_games;

    #[test]
    fn the_widest_seal_is_nearest_to_the_tail() {
        // To the left the head meets its eighth cell, upwards its fourth.
        let text = "round=20/512 acting=0 next=9 0=0:3:-:556566564645443435 1=1:0:-:ff";
        let position: Position = text.parse().unwrap();
        let sealing = position.board.move_kinds().sealing;
        assert_eq!(sealing.len(), 2, "{sealing:?}");
        assert_eq!(widest_seal(&position.board, sealing), Some(Operation::Left));
    }

    fn of(position: &Position, sacrificed: bool) -> Candidates {
        let params = Params::own();
        let schedule = ItemSchedule::new(&position.rules, &params.items);
        let board = &position.board;
        let context = SearchContext::whole(&position.rules, &params, &schedule, board);
        candidates(&context, board, board.move_kinds(), sacrificed).list()
    }

    #[test]
    fn a_snake_dies_if_there_is_nothing_else_or_to_make_room() {
        let text = "round=20/512 acting=0 0=0:0:-:00 1=1:0:-:ff";
        let position: Position = text.parse().unwrap();
        assert_eq!(of(&position, false)[..], [Operation::Right, Operation::Up]);
        let left = [Operation::Right, Operation::Up, Operation::Left];
        assert_eq!(of(&position, true)[..], left);
        let walled: Position = format!("{text} walls1=0110").parse().unwrap();
        assert_eq!(of(&walled, false)[..], [Operation::Right]);
    }

    #[test]
    fn candidates_are_legal_and_there_is_always_one() {
        let (mut splits, mut shots) = (0, 0);
        for position in random_games::snakego(200) {
            if position.board.is_over() {
                continue;
            }
            let plain = of(&position, false);
            assert!(!plain.is_empty(), "{:#}", position);
            let sacrificed = of(&position, true);
            for &operation in &sacrificed {
                assert!(position.legal_moves().contains(operation), "{}", operation);
            }
            assert!(plain.iter().all(|operation| sacrificed.contains(operation)));
            splits += u32::from(plain.contains(&Operation::Split));
            shots += u32::from(plain.contains(&Operation::Fire));
        }
        assert!(splits > 10 && shots > 3, "{}, {}", splits, shots);
    }
}
