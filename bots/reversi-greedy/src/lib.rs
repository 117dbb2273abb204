//! Looks one ply ahead: plays the move after which the difference of the numbers of legal moves, its own less the
//! opponent's, is largest, a random one if there are several. The baseline for every other Reversi bot.

use botzone::{Answer, Bot, Turn};
use reversi::{Board, Color, Move, Outcome};
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
const WIN: i64 = 100;

/// The legal moves of the side to move, each with the move difference after it; at the end of the game with the result.
pub fn rated_moves(board: &Board) -> Vec<(i64, Move)> {
    let me = board.to_move();
    let count = |board: &Board, color: Color| board.legal_moves(color).len() as i64;
    let rated = |mv: Move| {
        let mut next = *board;
        next.play_unchecked(mv);
        let value = match next.outcome() {
            None => count(&next, me) - count(&next, me.opponent()),
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(winner)) if winner == me => WIN,
            Some(Outcome::Win(_)) => -WIN,
        };
        (value, mv)
    };
    board.moves().map(rated).collect()
}

botzone::bench_test!(Greedy, reversi::botzone);

#[cfg(test)]
mod tests {
    use testing::{laws, positions};

    use super::*;

    #[test]
    fn answers_are_legal_and_repeatable() {
        let positions = positions!(reversi, 200);
        let answers = laws::repeatable::<Greedy>(&positions, 1);
        for (board, answer) in positions.iter().zip(answers) {
            assert!(board.is_legal(answer.mv), "{} in {:#}", answer.mv, board);
        }
    }

    #[test]
    fn it_wins_at_once_if_it_can() {
        let mut wins = 0;
        for board in positions!(reversi, 2000) {
            let is_won = |mv: Move| {
                let mut next = board;
                next.play(mv);
                next.outcome() == Some(Outcome::Win(board.to_move()))
            };
            if board.moves().any(is_won) {
                wins += 1;
                let mv = Greedy.choose(&board, &Turn::of_nodes(1, 1)).mv;
                assert!(is_won(mv), "{} in {:#}", mv, board);
            }
        }
        assert!(wins > 50, "{}", wins);
    }
}
