//! Principal variation search with iterative deepening: the value of a leaf is the difference of pieces.
//!
//! * **Order.** The move of the hash table (`table.rs`), then by what a move gains at once: flipped pieces count twice, a clone once.
//!   Clones to one cell are one move.
//! * **Depth.** The first move of a node has the whole window, the others are asked whether they are better. Late moves that flip
//!   nothing are asked a ply less deep.
//! * **Repetition.** A move that repeats a step of the game loses, in the tree as in the game. Where the board has been there
//!   before, the table gives no values and gets none.
//! * **Ends.** Walls, wiping out and the last ply are the rules' own outcome. A win that comes earlier is better.

use ataxx::{Move, Position};
use botzone::{Answer, Bot, Turn, value};
use search::Budget;
use search::tree::{Branch, top_levels};

mod search_tree;
mod table;

use search_tree::{Found, WIN};

/// The bot. It remembers nothing.
pub struct Pvs;

impl Bot for Pvs {
    type State = Position;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;

    fn new() -> Self {
        Pvs
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Move> {
        answer(&search_tree::search(position, Budget::of(turn)))
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        let found = search_tree::search(position, Budget::of(turn));
        let branches: Vec<Branch> = (found.moves.iter())
            .enumerate()
            .map(|(i, root)| Branch {
                mv: root.mv.to_string(),
                visits: root.nodes,
                value: match i {
                    0 => format!("{:+}", root.value),
                    _ => format!("at most {:+}", root.value),
                },
                replies: Vec::new(),
            })
            .collect();
        format!("{}{}", top_levels(&branches), answer(&found))
    }

    fn bench_positions() -> Vec<&'static str> {
        include_str!("../bench.txt").lines().collect()
    }
}

/// The first move, which is the best one.
fn answer(found: &Found) -> Answer<Move> {
    let best = &found.moves[0];
    let share = match best.value {
        _ if found.depth == 0 => 0.0,
        wins if wins > WIN / 2 => 1.0,
        loses if loses < -WIN / 2 => -1.0,
        pieces => f64::from(pieces) / 49.0,
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

botzone::bench_test!(Pvs, ataxx::botzone);

#[cfg(test)]
mod tests;
