//! Looks one ply ahead: plays the move after which it has most pieces more than the opponent, a random one if there are several.
//! The baseline for every other Ataxx bot.

use ataxx::{Move, Outcome, Position};
use botzone::{Answer, Bot, Turn};
use search::one_ply;

/// The bot. It remembers nothing.
pub struct Greedy;

impl Bot for Greedy {
    type State = Position;
    type Move = Move;

    /// It looks one ply ahead, whatever the budget.
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Greedy
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Move> {
        one_ply::best(&rated_moves(position), turn)
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        one_ply::explain(&rated_moves(position), turn)
    }
}

/// More than any difference of pieces.
const WIN: i64 = 100;

/// The legal moves that make different boards, each with the difference of pieces after it; more or less than all if it wins or
/// loses at once.
pub fn rated_moves(position: &Position) -> Vec<(i64, Move)> {
    let me = position.to_move();
    let rated = |mv: Move| {
        let mut next = *position.board();
        next.play_unchecked(mv);
        let [ours, theirs] = [me, me.opponent()].map(|color| next.pieces(color).len() as i64);
        let end = match next.outcome().and_then(Outcome::winner) {
            None => 0,
            Some(winner) if winner == me => WIN,
            Some(_) => -WIN,
        };
        (ours - theirs + end, mv)
    };
    position.distinct_moves().map(rated).collect()
}

botzone::bench_test!(Greedy, ataxx::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_wins_at_once_if_it_can() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut wins = 0;
        for seed in 0..60 {
            let mut position = Position::new();
            while position.outcome().is_none() {
                let moves: Vec<Move> = position.moves().collect();
                let me = position.to_move();
                let wins_by = |mv: Move| {
                    let mut next = position.clone();
                    next.play(mv);
                    next.outcome() == Some(Outcome::Win(me))
                };
                if moves.iter().any(|&mv| wins_by(mv)) {
                    wins += 1;
                    let mv = Greedy.choose(&position, &Turn::of_nodes(1, seed)).mv;
                    assert!(wins_by(mv), "{} in {:#}", mv, position);
                }
                position.play(moves[random.usize(..moves.len())]);
            }
        }
        assert!(wins > 20, "{}", wins);
    }

    #[test]
    fn equals_are_chosen_by_the_seed() {
        let position = Position::new();
        let moves: Vec<Move> = (0..20)
            .map(|seed| Greedy.choose(&position, &Turn::of_nodes(1, seed)).mv)
            .collect();
        let again = Greedy.choose(&position, &Turn::of_nodes(1, 7)).mv;
        assert_eq!(again, moves[7]);
    }

    #[test]
    fn it_always_answers_with_a_legal_move() {
        for seed in 0..20 {
            let mut position = Position::new();
            while position.outcome().is_none() {
                position.play(Greedy.choose(&position, &Turn::of_nodes(1, seed)).mv);
            }
        }
    }
}
