//! `gomoku-threats` for the variant with the swap: a table of first stones has the share of games that black won from
//! each.
//!
//! Black opens with one of the stones that are near to even, another one each game; white swaps if black wins more than half of
//! the games after the stone that lies. All other moves are [`gomoku_threats`]'s.

use botzone::{Answer, Bot, Turn, value as said};
use gomoku::{Board, Cell, Color, Move};
use gomoku_threats::Threat;

/// The bot. It remembers nothing.
pub struct SwapThreats {
    threats: Threat,
    wins: FirstStones,
}

/// So many of a hundred games from 50 a stone counts as even.
const NEAR: i16 = 5;

/// Of each cell by its index, how many games in a hundred black wins after a first stone there: half of the number is of games from
/// that cell, half from those around it.
pub struct FirstStones(Vec<u8>);

impl FirstStones {
    /// Those of `data/first-stones.txt`.
    ///
    /// # Panics
    /// If the file is not 225 numbers up to 100.
    pub fn own() -> Self {
        let numbers = include_str!("../data/first-stones.txt").split_whitespace();
        let wins: Vec<u8> = numbers.filter_map(|word| word.parse().ok()).collect();
        let is_whole = wins.len() == Cell::COUNT && wins.iter().all(|&count| count <= 100);
        assert!(is_whole, "data/first-stones.txt");
        FirstStones(wins)
    }

    /// Black's games won in a hundred after this stone.
    pub fn wins(&self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }

    /// The stones that are at most [`NEAR`] from even, or the nearest ones: of several, since games after one stone are much alike.
    pub fn fairest(&self) -> Vec<Cell> {
        let off = |cell: &Cell| (i16::from(self.wins(*cell)) - 50).abs();
        let cells = || (0..Cell::COUNT).filter_map(Cell::from_index);
        let least = cells().map(|cell| off(&cell)).min().unwrap_or(0);
        let near = |cell: &Cell| off(cell) <= least.max(NEAR);
        cells().filter(near).collect()
    }
}

impl SwapThreats {
    fn of(threats: Threat) -> Self {
        let wins = FirstStones::own();
        SwapThreats { threats, wins }
    }

    /// The answer of the table: black's first stone, or white's swap.
    fn known(&self, board: &Board, turn: &Turn) -> Option<Answer<Move>> {
        let (mv, wins) = if board.ply() == 0 {
            let mut random = fastrand::Rng::with_seed(turn.seed);
            let cell = random.choice(self.wins.fairest())?;
            (Move::Place(cell), self.wins.wins(cell))
        } else if board.may_swap() {
            let wins = self.wins.wins(board.stones(Color::Black).first()?);
            if wins <= 50 {
                return None;
            }
            (Move::Swap, wins)
        } else {
            return None;
        };
        Some(Answer {
            mv,
            value: i64::from(wins),
            nodes: 0,
            debug: format!(
                "black wins {} of 100 after this stone, {}",
                wins,
                said::text(f64::from(wins) / 50.0 - 1.0)
            ),
        })
    }
}

impl Bot for SwapThreats {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = Threat::BENCH_NODES;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        SwapThreats::of(Threat::new())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Threat::with_params(text).map(SwapThreats::of)
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        let known = self.known(board, turn);
        known.unwrap_or_else(|| self.threats.choose(board, turn))
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let known = self.known(board, turn).map(|answer| answer.to_string());
        known.unwrap_or_else(|| self.threats.explain(board, turn))
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
    fn the_table_looks_the_same_from_every_side() {
        let table = FirstStones::own();
        let last = gomoku::SIZE as u8 - 1;
        for cell in (0..Cell::COUNT).filter_map(Cell::from_index) {
            let (x, y) = (cell.x(), cell.y());
            for &(x, y) in &[(y, x), (last - x, y)] {
                assert_eq!(table.wins(cell), table.wins(Cell::new(x, y).unwrap()));
            }
        }
    }

    #[test]
    fn black_opens_evenly_and_not_always_the_same() {
        let table = FirstStones::own();
        let moves: Vec<Move> = (0..20).map(|seed| answer("swap1", seed).mv).collect();
        assert!(moves.iter().any(|&mv| mv != moves[0]));
        for mv in moves {
            match mv {
                Move::Place(cell) => assert!((35..=65).contains(&table.wins(cell)), "{}", mv),
                Move::Swap => panic!("nothing to swap"),
            }
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
