//! Looks one ply ahead: plays the move after which the difference of the numbers of legal moves, its own less the
//! opponent's, is largest, a random one if there are several. The baseline for every other NoGo bot.

use botzone::{Answer, Bot, Turn};
use nogo::{Board, Point};
use search::one_ply;

/// The bot. It remembers nothing.
pub struct Greedy;

impl Bot for Greedy {
    type State = Board;
    type Move = Point;

    /// It looks one ply ahead, whatever the budget.
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Greedy
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        one_ply::best(&rated_moves(board), turn)
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        one_ply::explain(&rated_moves(board), turn)
    }
}

/// The legal moves of the side to move, each with the move difference after it.
pub fn rated_moves(board: &Board) -> Vec<(i64, Point)> {
    let me = board.to_move();
    let rated = |point: Point| {
        let mut next = *board;
        next.play_unchecked(point);
        let ours = next.legal_moves(me).len() as i64;
        let theirs = next.legal_moves(me.opponent()).len() as i64;
        (ours - theirs, point)
    };
    board.legal_moves(me).iter().map(rated).collect()
}

botzone::bench_test!(Greedy, nogo::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn an_eye_is_worth_a_move() {
        // A stone on either of the two points in the corner makes the other one an eye; nothing else takes a move
        // from white.
        let board = board(
            ". . X . . . . . .
             X X . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . O O . O",
        );
        let rated = rated_moves(&board);
        let best = rated.iter().map(|&(value, _)| value).max();
        let best: Vec<String> = (rated.iter())
            .filter(|&&(value, _)| Some(value) == best)
            .map(|(_, point)| point.to_string())
            .collect();
        assert_eq!(best, ["0,0", "0,1"]);
    }

    #[test]
    fn equals_are_chosen_by_the_seed() {
        let board = Board::new();
        let moves: Vec<Point> = (0..20)
            .map(|seed| Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv)
            .collect();
        assert_ne!(moves, vec![moves[0]; 20]);
        let again = Greedy.choose(&board, &Turn::of_nodes(1, 7)).mv;
        assert_eq!(again, moves[7]);
    }

    #[test]
    fn it_always_answers_with_a_legal_move() {
        let mut random = fastrand::Rng::with_seed(5);
        for seed in 0..200 {
            let mut board = Board::new();
            while board.outcome().is_none() && random.u8(..) > 4 {
                board.play(Greedy.choose(&board, &Turn::of_nodes(1, seed)).mv);
            }
        }
    }
}
