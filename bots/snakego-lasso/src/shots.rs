//! Shots are for walls: a ray that is fired at few of them loses some of its win rate.
//!
//! Firing is also a way to stay where one is, which is worth something in almost every turn. To the searches it often looks
//! better by next to nothing than to move on; but then the ray is gone, and there are only some 16 of them for each side.

use snakego::Position;
use snakego_omega_fantasy::policy::fire_gain;

use crate::params::ShotParams;
use crate::rings::rounds_left;

/// The loss in the win rate of firing: nothing if the snake has no free move, or in the last rounds.
pub fn loss(params: &ShotParams, position: &Position) -> f32 {
    let board = &position.board;
    let snake = board.snake();
    let late = rounds_left(position) <= params.last_rounds;
    if late || !snake.has_ray() || snake.len < 2 || board.free_moves().is_empty() {
        return 0.0;
    }
    params.rate * (params.enough - fire_gain(board).max(0)).max(0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: ShotParams = ShotParams {
        enough: 3,
        rate: 0.25,
        last_rounds: 10,
    };

    fn of(text: &str) -> f32 {
        loss(&PARAMS, &text.parse().unwrap())
    }

    #[test]
    fn a_shot_loses_the_more_the_less_it_hits() {
        let text = "round=200/512 acting=0 0=0:0:0:7776 1=1:0:-:ff items=70R512@3";
        assert_eq!(of(text), 0.75);
        assert_eq!(of(&format!("{text} walls1=7a7b")), 0.25);
        assert_eq!(of(&format!("{text} walls1=7a7b7c7d")), 0.0);
        // Own walls count against it, but not for more than nothing.
        assert_eq!(of(&format!("{text} walls0=7c walls1=7a7b")), 0.5);
        assert_eq!(of(&format!("{text} walls0=7c7d")), 0.75);
    }

    #[test]
    fn where_there_is_no_choice_or_no_time_it_loses_nothing() {
        let text = "round=200/512 acting=0 0=0:0:0:777675 1=1:0:-:ff items=70R512@3";
        assert_eq!(of(&text.replace("=200/", "=502/")), 0.75);
        assert_eq!(of(&text.replace("=200/", "=503/")), 0.0);
        assert_eq!(of(&text.replace("0=0:0:0:", "0=0:0:-:")), 0.0);
        assert_eq!(of(&format!("{text} walls0=786787")), 0.0);
    }
}
