//! Looks one ply ahead, as every beginner does: it counts the open lines through each empty cell, fives in which only one color has
//! stones, its own and the opponent's, the more the fuller they are, and plays the best one. The baseline for every other
//! Gomoku bot.

use botzone::{Answer, Bot, Turn};
use gomoku::{Board, Cell, FIVE, LINES, Move};
use search::one_ply;

/// The bot. It remembers nothing.
pub struct Greedy;

/// The worth of an open line to the side to move, by the stones in it: four win at once.
const OWN: [i64; FIVE] = [1, 12, 150, 1_200, 1_000_000];
/// The worth of one of the opponent's: four must be stopped. An empty one is counted once.
const THEIRS: [i64; FIVE] = [0, 8, 100, 900, 50_000];

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

/// The stones that the side to move may place, each with the worth of the open lines through its cell.
pub fn rated_moves(board: &Board) -> Vec<(i64, Move)> {
    let cells = board.legal_moves().iter();
    cells
        .map(|cell| (rate(board, cell), Move::Place(cell)))
        .collect()
}

fn rate(board: &Board, cell: Cell) -> i64 {
    let me = board.to_move();
    let [own, other] = [board.stones(me), board.stones(me.opponent())];
    let mut sum = 0;
    for &line in &LINES {
        for first in 1 - FIVE as i8..=0 {
            let mut counts = [0, 0];
            let is_whole = (first..first + FIVE as i8).all(|steps| {
                let next = cell.step(line, steps);
                next.is_some_and(|next| {
                    counts[0] += usize::from(own.contains(next));
                    counts[1] += usize::from(other.contains(next));
                    true
                })
            });
            sum += match counts {
                _ if !is_whole => 0,
                [mine, 0] => OWN[mine],
                [0, theirs] => THEIRS[theirs],
                _ => 0,
            };
        }
    }
    sum
}

botzone::bench_test!(Greedy, gomoku::botzone);

#[cfg(test)]
mod tests {
    use gomoku::Outcome;
    use testing::{laws, positions};

    use super::*;

    #[test]
    fn answers_are_legal_and_repeatable() {
        let positions = positions!(gomoku, 100);
        let answers = laws::repeatable::<Greedy>(&positions, 1);
        for (board, answer) in positions.iter().zip(answers) {
            assert!(board.is_legal(answer.mv), "{} in {:#}", answer.mv, board);
        }
    }

    #[test]
    fn it_wins_at_once_and_else_stops_a_five() {
        let (mut wins, mut stops) = (0, 0);
        for board in positions!(gomoku, 1000) {
            let me = board.to_move();
            let mv = Greedy.choose(&board, &Turn::of_nodes(1, 1)).mv;
            let mut next = board;
            next.play(mv);
            if !board.fives(me).is_empty() {
                wins += 1;
                assert_eq!(next.outcome(), Some(Outcome::Win(me)), "{:#}", board);
            } else if !board.fives(me.opponent()).is_empty() {
                stops += 1;
                let cell = match mv {
                    Move::Place(cell) => cell,
                    Move::Swap => panic!("no swap in the plain game"),
                };
                assert!(board.makes_five(cell, me.opponent()), "{:#}", board);
            }
        }
        assert!(wins > 20 && stops > 20, "{}, {}", wins, stops);
    }
}
