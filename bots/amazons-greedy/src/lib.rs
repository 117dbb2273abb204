//! Looks one ply ahead: plays the move after which the difference of the numbers of legal moves, its own less the
//! opponent's, is largest, a random one if there are several. The baseline for every other Amazons bot.

use amazons::{Board, Move};
use botzone::{Answer, Bot, Turn};
use search::one_ply;

/// The bot. It remembers nothing.
pub struct Greedy;

impl Bot for Greedy {
    type State = Board;
    type Move = Move;

    /// It looks one ply ahead, whatever the budget.
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Greedy
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        one_ply::best(&rated_moves(board), turn)
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        one_ply::explain(&rated_moves(board), turn)
    }
}

/// More than any difference of moves.
const WIN: i64 = 10_000;

/// The legal moves of the side to move, each with the move difference after it; more than all if it wins at once.
pub fn rated_moves(board: &Board) -> Vec<(i64, Move)> {
    let me = board.to_move();
    let rated = |mv: Move| {
        let mut next = *board;
        next.play_unchecked(mv);
        let counts = next.move_counts().map(|count| count as i64);
        let (ours, theirs) = (counts[me.index()], counts[me.opponent().index()]);
        let win = if theirs == 0 { WIN } else { 0 };
        (ours - theirs + win, mv)
    };
    board.moves().map(rated).collect()
}

botzone::bench_test!(Greedy, amazons::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_wins_at_once_if_it_can() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut wins = 0;
        for seed in 0..60 {
            let mut board = Board::new();
            while board.outcome().is_none() {
                let moves: Vec<Move> = board.moves().collect();
                let ends = |mv: Move| {
                    let mut next = board;
                    next.play(mv);
                    next.outcome().is_some()
                };
                if moves.iter().any(|&mv| ends(mv)) {
                    wins += 1;
                    let mv = Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv;
                    assert!(ends(mv), "{} in {:#}", mv, board);
                }
                board.play(moves[random.usize(..moves.len())]);
            }
        }
        assert!(wins > 60, "{}", wins);
    }

    #[test]
    fn equals_are_chosen_by_the_seed() {
        let board = Board::new();
        let moves: Vec<Move> = (0..20)
            .map(|seed| Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv)
            .collect();
        let again = Greedy.choose(&board, &Turn::of_nodes(1, 7)).mv;
        assert_eq!(again, moves[7]);
    }

    #[test]
    fn it_always_answers_with_a_legal_move() {
        let mut random = fastrand::Rng::with_seed(5);
        for seed in 0..20 {
            let mut board = Board::new();
            while board.outcome().is_none() && random.u8(..) > 4 {
                board.play(Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv);
            }
        }
    }
}
