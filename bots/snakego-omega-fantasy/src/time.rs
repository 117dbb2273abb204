//! The shares of the own snakes in the time of a half-round.

use snakego::Board;

use crate::params::TimeParams;

/// The shares of the first and the second search of the snake to act, in parts of the whole half-round.
///
/// `left` is the part of the half-round that is left. Long snakes get more: a share is proportional to the square root of
/// the length. The fewer snakes are left, the more of it goes to the second search. Under a node budget each answer has
/// all of its nodes.
pub fn shares(params: &TimeParams, board: &Board, left: f64, nodes: Option<u64>) -> (f64, f64) {
    let snakes = &board.snakes(board.player())[board.acting()..];
    let root = |snake: &snakego::Snake| f64::from(snake.total()).sqrt();
    let all: f64 = snakes.iter().map(root).sum();
    let others = (snakes.len() - 1) as f64;
    let mut share = params.share * left * root(board.snake()) / all;
    share = share.min(left - params.reserve * others).max(0.0);
    let first = if left > 0.0 {
        1.0 - share * (others + 1.0) / (2.0 * left)
    } else {
        0.5
    };
    let first = first.clamp(params.global_least, params.global_most);
    if nodes.is_some() {
        share = 1.0;
    }
    (share * first, share * (1.0 - first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use snakego::Position;

    #[test]
    fn long_snakes_get_more_and_every_snake_gets_some() {
        let text =
            "round=20/512 acting=0 next=4 0=0:5:-:4e4d4c4b 0=2:1:-:7776 0=3:0:-:11 1=1:0:-:c7d7";
        let mut position: Position = text.parse().unwrap();
        let params = Params::own().time;
        let mut left = 1.0;
        let mut given = Vec::new();
        while position.board.player() == 0 {
            let (first, second) = shares(&params, &position.board, left, None);
            assert!(first > 0.0 && second > 0.0);
            left -= first + second;
            given.push(first + second);
            position.play(snakego::Operation::Left);
        }
        assert!(left.abs() < 1e-9, "{}", left);
        assert!(given.is_sorted_by(|a, b| a > b), "{:?}", given);
        assert_eq!(
            (given.len(), given[0]),
            (3, 1.1 * 3.0 / (3.0 + 3f64.sqrt() + 1.0))
        );
        let (first, second) = shares(&params, &position.board, 1.0, Some(10));
        assert_eq!((first, second), (0.5, 0.5));
    }
}
