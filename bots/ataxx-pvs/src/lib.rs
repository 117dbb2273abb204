//! Principal variation search by weights that were learned from games against itself.
//!
//! * **Value** (`windows.rs`). A sum of weights, one for what lies in each window of 3x3, 4x2 and 2x4 cells, whose numbers are
//!   updated move by move.
//! * **Search** (`game.rs`). Principal variation search ([`search::alphabeta`]) with the game's moves, and what is left out of the tree.
//!   Moves go by what they gain at once, flipped pieces twice, a clone once; then by how well they did elsewhere in the tree.
//!   Clones to one cell are one move.
//! * **Repetition.** A move that repeats a step of the game loses, in the tree as in the game. If the board has
//!   occurred before, no values are taken from the table or stored in it.
//! * **Ends.** Walls, wiping out and the last ply are the rules' own outcome. A win that comes earlier is better.

use ataxx::{Move, Position};
use botzone::{Answer, Bot, Turn, value};
use search::Budget;

pub mod game;
mod params;
pub mod windows;

use params::Params;
use search::alphabeta::{Found, Memory, WINS, tree};
use windows::{LOGIT, Windows};

/// Most entries of the hash table: 2^20 of 16 bytes.
const TABLE_BITS: u32 = 20;

/// The bot. It remembers nothing.
pub struct Pvs {
    leaf: Windows,
    memory: Memory,
}

impl Bot for Pvs {
    type State = Position;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        match Pvs::of(&Params::own()) {
            Ok(bot) => bot,
            Err(error) => panic!("{}", error),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Pvs::of(&Params::parse(text)?)
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Move> {
        answer(&self.search(position, turn))
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        let found = self.search(position, turn);
        format!("{}{}", tree(&found.moves), answer(&found))
    }
}

impl Pvs {
    fn of(params: &Params) -> Result<Self, String> {
        let leaf = match params.windows.as_slice() {
            [] => Windows::own(),
            lines => Windows::parse(&lines.concat())?,
        };
        Ok(Pvs {
            leaf,
            memory: Memory::new(TABLE_BITS),
        })
    }

    fn search(&mut self, position: &Position, turn: &Turn) -> Found<Move> {
        game::search(position, Budget::of(turn), &self.leaf, &mut self.memory)
    }
}

/// The first move, which is the best one.
fn answer(found: &Found<Move>) -> Answer<Move> {
    let best = &found.moves[0];
    let share = match best.value {
        _ if found.depth == 0 => 0.0,
        wins if wins >= WINS => 1.0,
        loses if loses <= -WINS => -1.0,
        value => value::of_chance(chance(value)),
    };
    Answer {
        mv: best.mv,
        value: i64::from(best.value),
        nodes: found.nodes,
        debug: format!(
            "depth {}, {} nodes, {:+}, {}",
            found.depth,
            found.nodes,
            best.value,
            value::text(share)
        ),
    }
}

/// The chance to win that a value of the search stands for.
pub fn chance(value: i32) -> f64 {
    1.0 / (1.0 + libm::exp(-f64::from(value) / f64::from(LOGIT)))
}

botzone::bench_test!(Pvs, ataxx::botzone);

#[cfg(test)]
mod tests;
