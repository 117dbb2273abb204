//! `gomoku-threats` for the variant with the swap.
//!
//! Black opens with a stone that its search calls even, another one each game; white swaps if its search says that black is better
//! off. All other moves are [`gomoku_threats`]'s.

use botzone::{Answer, Bot, Turn, value as said};
use gomoku::{Board, Cell, Move};
use gomoku_threats::book::{VIEWS, seen};
use gomoku_threats::{Threat, share};

/// The bot. It remembers nothing.
pub struct SwapThreats(Threat);

/// First stones within 0.05 of even for searches of 400,000 nodes (README). Each has eight views.
const FIRST: [&str; 3] = ["e2", "f2", "g2"];

/// Black's first stone.
fn first(turn: &Turn) -> Answer<Move> {
    let cells = FIRST.iter().filter_map(|cell| cell.parse().ok());
    let views = cells.flat_map(|cell| (0..VIEWS).map(move |view| seen(cell, view)));
    let views: Vec<Cell> = views.collect();
    let mut random = fastrand::Rng::with_seed(turn.seed);
    Answer {
        mv: Move::Place(views[random.usize(..views.len())]),
        value: 0,
        nodes: 0,
        debug: format!("an even stone, {}", said::text(0.0)),
    }
}

/// White's swap, where the search has this answer.
fn swap(answer: &Answer<Move>) -> Answer<Move> {
    Answer {
        mv: Move::Swap,
        value: -answer.value,
        nodes: answer.nodes,
        debug: format!(
            "black is better off, {} nodes, {}",
            answer.nodes,
            said::text(share(-answer.value))
        ),
    }
}

impl Bot for SwapThreats {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = Threat::BENCH_NODES;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        SwapThreats(Threat::new())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Threat::with_params(text).map(SwapThreats)
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        if board.ply() == 0 {
            return first(turn);
        }
        let answer = self.0.choose(board, turn);
        match board.may_swap() && answer.value < 0 {
            true => swap(&answer),
            false => answer,
        }
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        match board.ply() == 0 || board.may_swap() {
            true => self.choose(board, turn).to_string(),
            false => self.0.explain(board, turn),
        }
    }
}

botzone::bench_test!(SwapThreats, gomoku::botzone::swap);

#[cfg(test)]
mod tests {
    use testing::laws;

    use super::*;

    fn answer(position: &str, seed: u64) -> Answer<Move> {
        let board: Board = position.parse().unwrap();
        SwapThreats::new().choose(&board, &Turn::of_nodes(300, seed))
    }

    #[test]
    fn black_opens_evenly_and_not_always_the_same() {
        let moves: Vec<Move> = (0..20).map(|seed| answer("swap1", seed).mv).collect();
        assert!(moves.iter().any(|&mv| mv != moves[0]));
        for mv in moves {
            let text = format!("swap1 {}", mv);
            let value = SwapThreats::new()
                .choose(&text.parse().unwrap(), &Turn::of_nodes(100_000, 1))
                .value;
            assert!(value.abs() < 200, "{} {}", text, value);
        }
    }

    #[test]
    fn white_swaps_a_good_stone_once_and_leaves_a_bad_one() {
        assert_eq!(answer("swap1 h8", 1).mv, Move::Swap);
        assert_ne!(answer("swap1 a1", 1).mv, Move::Swap);
        assert_ne!(answer("swap1 h8 swap", 1).mv, Move::Swap);
    }

    #[test]
    fn any_budget_gives_a_legal_move() {
        let positions: Vec<Board> = SwapThreats::bench_positions()
            .iter()
            .map(|position| position.parse().unwrap())
            .collect();
        laws::any_budget::<SwapThreats>(&positions, &[0, 1, 50], |board, _, answer| {
            match board.is_legal(answer.mv) {
                true => Ok(()),
                false => Err("illegal".to_owned()),
            }
        });
    }
}
