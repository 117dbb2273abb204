//! A SnakeGo bot after ShowCry, a quarter-finalist of the 26th Tsinghua AI contest: tree search without rollouts.
//!
//! * **Light nodes.** The [tree](mod@tree) stores no positions; each simulation plays the operations of its path again.
//! * **The value** of a leaf alone decides ([`value`](mod@value)). Its heart is [ownership](mod@ownership): an item belongs
//!   wholly to the side that can be there first, by shortest paths through cells that bodies will have left by then
//!   ([lock map](lock)), with a correction for who acts next, and with tails as starts while a split is possible.
//! * **Style.** Four snakes near the center that hunt: each missing snake and each step away from the center costs.
//! * **Long snakes** are charged what they would lose if they were trapped ([danger](mod@danger)).
//! * **Backup.** The largest value seen stays. The author later called this a mistake: a position's Q never goes down
//!   again, so the deeper subtree of a split is over- or underrated, depending on the bias of the value. It is kept as it was.
//!
//! Like its original, the bot does not choose among seals, sacrifices no snake, ignores the danger at the border, gives
//! no value to items that will fall on its bodies, and has no separate search for fights.
//!
//! # Where the article is silent
//!
//! Numbers of `params.json` that the article does not name are hand-set: a ray is worth 3 cells, items count from 20
//! rounds before they appear, the zone term weighs 0.2 and the danger of long snakes 0.5. The way back is the shortest
//! path to each cell of the body. The "baseline" is the value of the root, and the 30 cells below it at which a position is
//! pruned are also the unit of the scaled values. The masks: no deadly move while there is another operation, no ray that
//! hits nothing. The most visited operation is played. The snakes of a half-round share its time evenly, and nothing is kept
//! from one to the next.
//!
//! `positions/` has endgames with a single best operation that the bot finds with 20,000 positions: 23 of 29 such
//! endgames. In the others the backup keeps a value that the opponent's best reply refuted long before.

pub mod danger;
pub mod lock;
pub mod ownership;
pub mod params;
pub mod tree;
pub mod value;

use saiblo::{Answer, Bot, Turn};
use search::Budget;
use search::tree::top_levels;
use snakego::{Operation, Position};

use crate::params::Params;
use crate::tree::Tree;

/// The bot. It remembers nothing from turn to turn.
pub struct ShowCry {
    params: Params,
}

impl Bot for ShowCry {
    type State = Position;
    type Move = Operation;

    /// Positions.
    const BENCH_NODES: u64 = 20_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        ShowCry::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(ShowCry::with)
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        let mut tree = Tree::new(&self.params, &position.rules, &position.board);
        answer(&mut tree, position, turn)
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        let mut tree = Tree::new(&self.params, &position.rules, &position.board);
        let answer = answer(&mut tree, position, turn);
        format!("{}{answer}", top_levels(&tree.top()))
    }
}

impl ShowCry {
    /// A bot with other parameters.
    pub fn with(params: Params) -> ShowCry {
        ShowCry { params }
    }
}

/// Searches, unless there is only one candidate.
fn answer(tree: &mut Tree, position: &Position, turn: &Turn) -> Answer<Operation> {
    let whole = Budget::of(turn);
    let snakes = match turn.nodes {
        Some(_) => 1,
        None => position.board.left_to_act().max(1),
    };
    let mut budget = whole.part(whole.left() / snakes as f64);
    if tree.width() > 1 {
        tree.search(&mut budget);
    }
    let (mv, q) = tree.best().unwrap_or((Operation::Right, 0.0));
    Answer {
        mv,
        // Thousandths, rounded toward zero.
        value: (1000.0 * q) as i64,
        nodes: budget.nodes(),
        debug: format!("{} positions: {q:+.3}", budget.nodes()),
    }
}

saiblo::bench_test!(ShowCry, snakego::saiblo);

#[cfg(test)]
mod tests;
