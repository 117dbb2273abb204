//! Rollouts: "on the whole the moves with larger ratings are preferred".
//!
//! Each ply plays the move with the largest rating plus a strong random amount, until the side to move has no
//! legal move and has lost. A [`Truncation`] may end the rollout earlier and estimate the reward.

use nogo::{Board, Point};

use crate::eye::Ratings;
use crate::params::EyeWeights;

/// Ends rollouts after a fixed number of plies with an estimate.
#[derive(Clone, Debug)]
pub struct Truncation {
    plies: u32,
    /// Estimated reward of the side to move by its move difference k + 81 and its number of legal moves s.
    rewards: Vec<[f32; Point::COUNT + 1]>,
}

impl Truncation {
    /// Ends rollouts after `plies` plies with `reward(k, s)`, 0 to 1, for the side to move: k = its number of legal moves less
    /// the opponent's, s = its number of legal moves. `reward` is called once for every k and s.
    pub fn new(plies: u32, reward: impl Fn(i32, u32) -> f64) -> Truncation {
        let most = Point::COUNT as i32;
        let row = |k| std::array::from_fn(|s| reward(k, s as u32) as f32);
        Truncation {
            plies,
            rewards: (-most..=most).map(row).collect(),
        }
    }

    fn reward(&self, ours: usize, theirs: usize) -> f32 {
        self.rewards[Point::COUNT + ours - theirs][ours]
    }
}

/// Plays on from `board` and returns the reward of the side to move there, 0 to 1, and the number of plies played.
pub fn rollout(
    board: &mut Board,
    weights: &EyeWeights,
    noise: u32,
    truncation: Option<&Truncation>,
    random: &mut fastrand::Rng,
) -> (f32, u64) {
    let end = truncation.map_or(u32::MAX, |truncation| truncation.plies);
    let mut plies = 0;
    let reward = loop {
        let me = board.to_move();
        let ours = board.legal_moves(me);
        if ours.is_empty() {
            break 0.0;
        }
        let theirs = board.legal_moves(me.opponent());
        if theirs.is_empty() {
            break 1.0;
        }
        match truncation {
            Some(truncation) if plies == end => {
                break truncation.reward(ours.len(), theirs.len());
            }
            _ => {}
        }
        let ratings = Ratings::new(board, ours, theirs, weights);
        let mut best = None;
        let mut best_rating = i32::MIN;
        for point in ours {
            let rating = ratings.of(point) + below(noise, random) as i32;
            if rating > best_rating {
                (best, best_rating) = (Some(point), rating);
            }
        }
        if let Some(point) = best {
            board.play_unchecked(point);
        }
        plies += 1;
    };
    // `reward` is for the side to move at the end.
    let reward = if plies % 2 == 0 { reward } else { 1.0 - reward };
    (reward, u64::from(plies))
}

/// A random number from 0 to `limit` - 1, by multiplication.
fn below(limit: u32, random: &mut fastrand::Rng) -> u32 {
    ((u64::from(random.u32(..)) * u64::from(limit)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;

    #[test]
    fn a_whole_rollout_ends_with_the_result() {
        let params = Params::own();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut board = Board::new();
            for _ in 0..random.u32(..20) {
                let moves = board.legal_moves(board.to_move());
                board.play(moves.nth(random.usize(..moves.len())).unwrap());
            }
            let (me, ply) = (board.to_move(), board.ply());
            let (reward, plies) =
                rollout(&mut board, &params.eye, params.uct.noise, None, &mut random);
            assert_eq!(board.ply(), ply + plies as usize);
            // It also stops where the side to move is about to leave the other without a move.
            let winner = board.outcome().unwrap_or(board.to_move());
            assert!(board.outcome().is_some() || board.legal_moves(winner.opponent()).is_empty());
            assert_eq!(reward, if winner == me { 1.0 } else { 0.0 });
        }
    }

    #[test]
    fn a_truncated_rollout_ends_with_the_estimate() {
        let params = Params::own();
        let mut random = fastrand::Rng::with_seed(2);
        // An estimate that tells its arguments.
        let reward = |k: i32, s: u32| 0.5 + f64::from(k) / 256.0 + f64::from(s) / 65_536.0;
        for plies in [0, 1, 2, 7, 8] {
            let truncation = Truncation::new(plies, reward);
            let mut board = Board::new();
            let (estimate, played) = rollout(
                &mut board,
                &params.eye,
                params.uct.noise,
                Some(&truncation),
                &mut random,
            );
            assert_eq!((played, board.ply()), (u64::from(plies), plies as usize));
            let me = board.to_move();
            let ours = board.legal_moves(me).len();
            let theirs = board.legal_moves(me.opponent()).len();
            let expected = reward(ours as i32 - theirs as i32, ours as u32) as f32;
            // The estimate is for the side to move at the end, the reward for the one at the start.
            let for_start = if plies % 2 == 0 {
                expected
            } else {
                1.0 - expected
            };
            assert_eq!(estimate, for_start);
        }
    }

    #[test]
    fn larger_ratings_are_preferred_on_the_whole() {
        // Without noise a rollout always plays the best rated move.
        let params = Params::own();
        let ends: Vec<Board> = [3, 4]
            .map(|seed| {
                let mut board = Board::new();
                let mut random = fastrand::Rng::with_seed(seed);
                rollout(&mut board, &params.eye, 0, None, &mut random);
                board
            })
            .to_vec();
        assert_eq!(ends[0], ends[1]);
        let mut board = Board::new();
        let mut random = fastrand::Rng::with_seed(3);
        rollout(&mut board, &params.eye, 60, None, &mut random);
        assert_ne!(board, ends[0]);
    }
}
