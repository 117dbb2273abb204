//! The value of a position in cells, for player 0 against player 1: area and bank, items by ownership, four snakes near
//! the center, and the danger of long snakes.

use snakego::{Board, Rules};

use crate::danger::danger;
use crate::lock::Locks;
use crate::ownership::ownership;
use crate::params::ValueParams;

/// The value of a position in cells, for player 0 against player 1.
pub fn value(params: &ValueParams, rules: &Rules, board: &Board) -> f32 {
    let areas = f32::from(board.area(0)) - f32::from(board.area(1));
    if board.is_over() {
        return areas;
    }
    let locks = Locks::new(board);
    let left = rules.max_round() - board.round();
    let [own, enemy] = [0, 1].map(|player| side(params, board, &locks, player, left));
    areas + own - enemy + ownership(params, rules, board, &locks)
}

/// The value of a side without area and items.
fn side(params: &ValueParams, board: &Board, locks: &Locks, player: usize, left: u16) -> f32 {
    let snakes = board.snakes(player);
    let missing = snakego::MAX_SNAKES - snakes.len();
    let mut zone = -params.missing_snake * missing as f32;
    let mut value = 0.0;
    for (place, snake) in snakes.iter().enumerate() {
        // Length that cannot be grown before the end is worth nothing.
        value += f32::from(snake.bank.min(left));
        let off = |at: u8| (f32::from(at) - params.center).abs();
        zone -= off(snake.head.x()) + off(snake.head.y());
        if snake.len + snake.bank >= params.long {
            value -= params.danger * danger(board, locks, player, place);
        }
    }
    value + params.zone * zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use snakego::Position;

    fn value_of(text: &str) -> f32 {
        let position: Position = text.parse().unwrap();
        value(&Params::own().value, &position.rules, &position.board)
    }

    #[test]
    fn four_snakes_in_the_center() {
        let alone = value_of("round=20/512 acting=0 0=0:0:-:77 1=1:0:-:88");
        assert_eq!(alone, 0.0);
        let two = value_of("round=20/512 acting=0 next=3 0=0:0:-:77 0=2:0:-:79 1=1:0:-:88");
        assert!((two - (1.0 + 0.2 * (7.5 - 2.0))).abs() < 1e-5, "{}", two);
    }

    #[test]
    fn a_bank_that_cannot_be_grown_is_worth_nothing() {
        assert_eq!(value_of("round=20/512 acting=0 0=0:8:-:77 1=1:0:-:88"), 8.0);
        assert_eq!(
            value_of("round=510/512 acting=0 0=0:8:-:77 1=1:0:-:88"),
            2.0
        );
    }
}
