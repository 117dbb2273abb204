//! Playouts: first through the points that both sides may play, then uniformly at random, to the end of the game.

use nogo::{Board, Color, Point};

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The side that won it.
    pub winner: Color,
    /// The board after the shared points, before the reserves: its stones are what RAVE learns from.
    pub shared_done: Board,
}

/// Plays `board` to its end.
///
/// The points that both sides may play now are gone through once, in random order. A point that the side to move may
/// no longer play is dropped. Then each side plays uniformly among its legal moves until one has none, and has lost.
#[inline(always)]
pub fn playout(board: &Board, random: &mut fastrand::Rng) -> Playout {
    let mut board = *board;
    go_through(&mut board, random);
    let shared_done = board;
    let loser = loop {
        let moves = board.legal_moves(board.to_move());
        let Some(point) = moves.nth(below(moves.len(), random)) else {
            break board.to_move();
        };
        board.play_unchecked(point);
    };
    Playout {
        winner: loser.opponent(),
        shared_done,
    }
}

/// Plays the points that both sides may play now, in random order.
#[inline(always)]
fn go_through(board: &mut Board, random: &mut fastrand::Rng) {
    let shared = board.legal_moves(Color::Black) & board.legal_moves(Color::White);
    let mut points = [0; Point::COUNT];
    let mut count = 0;
    for point in shared {
        points[count] = point.index() as u8;
        count += 1;
    }
    while count > 0 {
        let drawn = below(count, random);
        let point = points[drawn];
        count -= 1;
        points[drawn] = points[count];
        if let Some(point) = Point::from_index(usize::from(point)) {
            // An error means that the point is not legal any more.
            let _ = board.try_play(point);
        }
    }
}

/// A random number from 0 to `limit` - 1, by multiplication; 0 if the limit is 0.
#[inline]
fn below(limit: usize, random: &mut fastrand::Rng) -> usize {
    ((u64::from(random.u32(..)) * limit as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playout_ends_with_a_loser_and_the_shared_points_come_first() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut wins = [0; 2];
        for ply in (0..40).cycle().take(400) {
            let mut board = Board::new();
            for _ in 0..ply {
                let moves = board.legal_moves(board.to_move());
                board.play(moves.nth(random.usize(..moves.len())).unwrap());
            }
            let shared = board.legal_moves(Color::Black) & board.legal_moves(Color::White);
            let Playout {
                winner,
                shared_done: done,
            } = playout(&board, &mut random);
            wins[winner.index()] += 1;
            // Only shared points were played, and none is left that the side to move at its turn could have played.
            for color in [Color::Black, Color::White] {
                assert!((done.stones(color) - board.stones(color) - shared).is_empty());
                assert!((board.stones(color) - done.stones(color)).is_empty());
            }
            let open = done.legal_moves(Color::Black) & done.legal_moves(Color::White);
            assert!(open.len() < shared.len() || shared.is_empty());
        }
        assert!(wins[0] > 100 && wins[1] > 100, "{:?}", wins);
    }
}
