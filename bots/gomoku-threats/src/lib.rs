//! Threat search, and principal variation search if it finds no win.
//!
//! * **Book** (`book.rs`). Black begins in the center; its next stones are those that have won most games.
//! * **Patterns.** The effect of a stone on each empty cell on the four lines through it, for both sides, is kept up to
//!   date move by move (`field.rs`), from tables computed at start-up (`tables.rs`).
//! * **Threat search** (`threats.rs`), first by fours alone, then by fours and open threes: the wins that it finds are
//!   proven. A move that becomes the best one of the search below is checked for a win of the other side, too.
//! * **Search** (`game.rs`). Principal variation search ([`search::alphabeta`]). Fours and open threes leave only the answers that may
//!   help; elsewhere the most promising cells that share a possible five with a stone are tried, and all others only if these lose,
//!   so that wins and losses are proven here, too. A leaf looks for a win by fours.
//! * **Value** (`value.rs`). A small net, learned from games against itself, above sums of vectors: one for each stone, and one for each
//!   empty cell by its kinds for the side to move and for the other; of the whole board, and of each box of 6x6 cells.

use botzone::{Answer, Bot, Turn, value as said};
use gomoku::{Board, Cell, Move};
use search::Budget;
use search::alphabeta::{Memory, RootMove, WIN, WINS, tree};

pub mod book;
pub mod field;
mod game;
pub mod kind;
pub mod params;
pub mod tables;
pub mod threats;
pub mod value;

use book::Book;
use field::Field;
use params::Params;
use tables::Tables;
use threats::Threats;
use value::Weights;

/// The hash tables have at most 2^19 entries each.
const TABLE_BITS: u32 = 19;

/// The bot. It remembers nothing but how many turns it has had: its hash tables are not cleared, but in each turn positions hash
/// otherwise.
pub struct Threat {
    params: Params,
    book: Book,
    tables: Tables,
    memory: Memory,
    threats: Threats,
    turns: u64,
}

impl Threat {
    /// A bot with other weights.
    pub fn with_weights(weights: Weights) -> Self {
        Threat::of(Params::own(), weights)
    }

    fn of(params: Params, weights: Weights) -> Self {
        Threat {
            params,
            book: Book::own(),
            tables: Tables::new(weights),
            memory: Memory::new(TABLE_BITS),
            threats: Threats::default(),
            turns: 0,
        }
    }

    /// The answer, and the moves that were searched; none if the book or threat search has the answer.
    fn search(&mut self, board: &Board, turn: &Turn) -> (Answer<Move>, Vec<RootMove<Cell>>) {
        if let Some(cell) = self.book.next(board) {
            return (known(cell), Vec::new());
        }
        let mover = board.to_move();
        self.turns += 1;
        let mut field = Field::new(board, &self.tables, self.turns);
        let mut budget = Budget::of(turn);
        self.threats.fit(&budget);
        for &(share, by_threes) in &[(self.params.by_fours, false), (self.params.by_threes, true)] {
            let mut part = budget.part(share);
            let win = match by_threes {
                false => self.threats.by_fours(&mut field, mover, &mut part),
                true => self.threats.by_threes(&mut field, mover, &mut part),
            };
            budget.spend(part.nodes());
            if let Some(win) = win.filter(|win| !win.is_empty()) {
                return (won(&win, by_threes, budget.nodes()), Vec::new());
            }
        }
        let found = game::search(
            &mut field,
            mover,
            &mut self.threats,
            &self.params,
            &mut self.memory,
            budget,
        );
        let best = &found.moves[0];
        let value = if found.depth == 0 { 0 } else { best.value };
        let answer = Answer {
            mv: Move::Place(best.mv),
            value: i64::from(value),
            nodes: found.nodes,
            debug: format!(
                "depth {}, {} nodes, {}",
                found.depth,
                found.nodes,
                said::text(share(i64::from(value)))
            ),
        };
        (answer, found.moves)
    }
}

/// The value from -1 to 1 that the value of an [answer](Answer::value) stands for.
pub fn share(value: i64) -> f64 {
    match value {
        value if value.abs() >= i64::from(WINS) => value.signum() as f64,
        value => value as f64 / (1000.0 + value.abs() as f64),
    }
}

/// The answer for a stone of the book.
fn known(cell: Cell) -> Answer<Move> {
    Answer {
        mv: Move::Place(cell),
        value: 0,
        nodes: 0,
        debug: "from the book".to_owned(),
    }
}

/// The answer for a proven win.
fn won(line: &[Cell], by_threes: bool, nodes: u64) -> Answer<Move> {
    let line_text: Vec<String> = line.iter().map(Cell::to_string).collect();
    Answer {
        mv: Move::Place(line[0]),
        value: i64::from(WIN) - line.len() as i64,
        nodes,
        debug: format!(
            "proven by {}, line {}, {} nodes, {}",
            if by_threes { "threes" } else { "fours" },
            line_text.join(" "),
            nodes,
            said::text(1.0)
        ),
    }
}

impl Bot for Threat {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Threat::with_weights(Weights::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        let params = Params::parse(text)?;
        let weights = match params.weights.is_empty() {
            true => Weights::own(),
            false => Weights::parse(&params.weights.concat())?,
        };
        Ok(Threat::of(params, weights))
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        self.search(board, turn).0
    }

    fn explain(&mut self, board: &Board, turn: &Turn) -> String {
        let (answer, moves) = self.search(board, turn);
        format!("{}{}", tree(&moves), answer)
    }
}

botzone::bench_test!(Threat, gomoku::botzone);

#[cfg(test)]
mod tests;
