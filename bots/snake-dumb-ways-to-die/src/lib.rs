//! A Snake bot without search, after Yang Runzhe's `Dumb_Ways_To_Die` (Botzone, August 2015; "Move Towards Death!").
//!
//! The more cells our head can reach, the longer we live, and likewise for the opponent. So a position is worth the ratio
//! of the two, [`gamma`]: an alternating flood fill in which first the opponent grows by one layer and then we do, 14
//! layers for it and 40 for us. A cell of the opponent weighs 6. A cell of ours weighs 4, less 3 if the opponent was
//! there before; the opponent cannot enter what we reached first.
//!
//! Each possible direction is tried, and the one with the largest ratio is played. That makes an aggressive bot: what
//! it takes from the opponent counts for more than what it has.
//!
//! # Where the article is silent
//!
//! * The possible directions are those of the contest's sample program: all that are not certain death.
//! * "The state after a direction" is that after our half-turn: our head has moved, the tails have left if they do so in
//!   this turn, and the opponent's head is where it was. Its move is not guessed.
//! * Where every direction is certain death, the bot goes up.

use botzone::{Answer, Bot, Turn};
use snake::botzone::State;
use snake::territory::{CURIOSITY_LAYERS, CURIOSITY_WEIGHTS, Territory};
use snake::{Board, Direction, move_alone};

/// The bot. It remembers nothing.
pub struct DumbWaysToDie;

impl Bot for DumbWaysToDie {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 3;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        DumbWaysToDie
    }

    fn choose(&mut self, seat: &State, _turn: &Turn) -> Answer<Direction> {
        let rated = rate(seat.board(), seat.me());
        let (mv, value) = best(&rated).unwrap_or((Direction::Up, 0));
        let ratios = rated.iter().map(|&(direction, gamma)| {
            let ratio = decimal(gamma);
            format!("{direction}: {ratio}")
        });
        Answer {
            mv,
            value,
            nodes: rated.len() as u64,
            debug: ratios.collect::<Vec<_>>().join(", "),
        }
    }
}

/// The possible directions of `player`, each with [`gamma`] after its half-turn.
pub fn rate(board: &Board, player: usize) -> Vec<(Direction, i64)> {
    let directions = board.legal_moves(player);
    directions
        .iter()
        .map(|direction| {
            (
                direction,
                gamma(&move_alone(board, player, direction), player),
            )
        })
        .collect()
}

/// The direction with the largest value, among equals the first; `None` if there is none.
pub fn best(rated: &[(Direction, i64)]) -> Option<(Direction, i64)> {
    rated
        .iter()
        .copied()
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The value of a position for `player`: the territory ratio in units of 2^-18 (below 2^30).
///
/// The constants are the article's ATA = 6, DEF = 4, BAL = 3, MYCONSIDER = 40 and ENECONSIDER = 14.
#[inline]
pub fn gamma(board: &Board, player: usize) -> i64 {
    Territory::of(board, player, CURIOSITY_LAYERS).ratio(&CURIOSITY_WEIGHTS)
}

/// A territory ratio as a decimal number.
pub fn decimal(gamma: i64) -> String {
    format!("{:.3}", gamma as f64 / f64::from(1 << 18))
}

botzone::bench_test!(DumbWaysToDie, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(text: &str) -> State {
        text.parse().unwrap()
    }

    #[test]
    fn directions_are_rated_after_our_half_turn() {
        let seat = seat("map=2x4:2,2");
        assert_eq!(seat.board().to_string(), "A...\n.#.B\n");
        // To the right we reach three cells, two of them after the opponent: 3 * 4 - 2 * 3 over 2 * 6. Down we reach
        // none.
        let rated = rate(seat.board(), 0);
        assert_eq!(rated, [(Direction::Right, 1 << 17), (Direction::Down, 0)]);
        let answer = DumbWaysToDie::new().choose(&seat, &Turn::of_nodes(1, 1));
        assert_eq!((answer.mv, answer.value), (Direction::Right, 1 << 17));
        assert_eq!(answer.debug, "right: 0.500, down: 0.000");
    }

    #[test]
    fn the_first_of_equals_is_best() {
        use Direction::{Down, Right, Up};
        assert_eq!(best(&[(Up, 1), (Right, 3), (Down, 3)]), Some((Right, 3)));
        assert_eq!(best(&[]), None);
    }
}
