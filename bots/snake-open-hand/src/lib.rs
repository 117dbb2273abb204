//! A Snake bot that plays with an open hand: it searches as if the opponent saw each of our moves before its own.
//!
//! On the judge's boards, whose sides have an odd sum, two heads never want the same cell in the same turn. So hardly
//! anything is lost by taking a turn as two half-turns, ours and the reply, and plain alpha-beta search becomes possible,
//! which is far deeper than any search of joint moves.
//!
//! 1. [`search`](search::search): principal variation search on half-turns, one deeper in each iteration, until the budget
//!    ends. A turn in which neither side has a choice costs no depth. On boards with an even sum the reply may step
//!    onto our new head, which is a draw.
//! 2. [`Track`](track::Track): the board of the search, made and unmade; [`Rows`](snake::rows::Rows): its open cells in registers.
//! 3. [`apart`]: snakes that cannot reach each other before one is dead are searched one by one, to the end.
//! 4. [`Table`]: best moves and bounds by the path that led to a node, because a body is its path; and
//!    [`Ordering`](ordering::Ordering): where both heads were on the same cells before, the direction that refuted something
//!    there is tried first.
//! 5. [`measures`](fill::measures): at the leaves, both sides fill the board at the same pace, while the tails move on
//!    and vacate cells. With AVX2 both fills share their registers: [`Wide`](snake::rows::wide::Wide).
//! 6. [`Net`]: a small network maps the layers of that fill to a value, by the phase of the game. It was trained on
//!    games against itself, see `README.md`; the search uses its [`Quantized`] form.

pub mod apart;
pub mod fill;
pub mod leaf;
pub mod net;
pub mod ordering;
pub mod quantized;
pub mod score;
pub mod search;
pub mod table;
pub mod track;

use std::fmt::Write;

use ::search::Budget;
use ::search::tree::{Branch, top_levels};
use botzone::{Answer, Bot, Turn};
use snake::Direction;
use snake::botzone::State;

use crate::net::Net;
use crate::quantized::Quantized;
use crate::score::{WIN, from_loss_to_win, from_stored, in_words};
use crate::search::{Found, search};
use crate::table::{Bound, Table, extend};

/// The bot. Under a clock a process that is kept running keeps its table through the match.
pub struct OpenHand {
    net: Quantized,
    table: Table,
}

impl Bot for OpenHand {
    type State = State;
    type Move = Direction;

    const BENCH_NODES: u64 = 100_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        // A test reads the file, so it can be read.
        let net = include_str!("../data/weights.txt").parse();
        Self::with(net.unwrap_or_else(|_| Net::territory()))
    }

    fn with_params(text: &str) -> Result<Self, String> {
        text.parse().map(Self::with)
    }

    fn choose(&mut self, state: &State, turn: &Turn) -> Answer<Direction> {
        self.answer(state, turn).0
    }

    fn explain(&mut self, state: &State, turn: &Turn) -> String {
        let (answer, found) = self.answer(state, turn);
        let tree = top_levels(&self.branches(key(state), &found));
        format!(
            "{state}our direction and its nodes; the reply, ours again, and half-turns searched below; value from our \
             side\n{tree}{answer}"
        )
    }
}

impl OpenHand {
    fn with(net: Net) -> Self {
        Self {
            net: Quantized::new(&net),
            table: Table::default(),
        }
    }

    fn answer(&mut self, state: &State, turn: &Turn) -> (Answer<Direction>, Found) {
        let mut budget = Budget::new(turn.started, turn.limit, turn.nodes);
        if turn.nodes.is_some() {
            self.table = Table::default();
        }
        self.table.reserve(turn.nodes.unwrap_or(u64::MAX));
        let (board, me) = (state.board(), state.me());
        let table = &mut self.table;
        let found = search(board, me, key(state), &self.net, table, &mut budget);
        let best = found.lines.first();
        let value = best.map_or(-WIN, |line| line.value);
        let mut debug = format!(
            "{} half-turns deep: {}, {}, ",
            found.depth,
            in_words(value),
            botzone::value::text(from_loss_to_win(value))
        );
        for direction in &found.variation {
            // Writing to a String cannot fail.
            let _ = write!(debug, "{direction}");
        }
        let answer = Answer {
            mv: best
                .and_then(|line| Direction::from_index(line.direction))
                .unwrap_or(Direction::Up),
            value: i64::from(value),
            nodes: budget.nodes(),
            debug,
        };
        (answer, found)
    }

    /// The first three levels as far as they are in the table.
    fn branches(&self, key: u64, found: &Found) -> Vec<Branch> {
        let lines = found.lines.iter();
        lines
            .map(|line| Branch {
                mv: Direction::ALL[line.direction].to_string(),
                visits: line.nodes,
                value: in_words(line.value),
                replies: self.known(extend(key, line.direction), 1, 2),
            })
            .collect()
    }

    /// The table's entries for the half-turns that go on from `key`, best first.
    fn known(&self, key: u64, ply: i32, levels: u32) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let mut branches = Vec::new();
        for direction in 0..4 {
            let key = extend(key, direction);
            let Some(entry) = self.table.get(key) else {
                continue;
            };
            // The entry is about the side to move after this half-turn.
            let replied = ply % 2 == 1;
            let value = from_stored(entry.value, ply + 1) * if replied { 1 } else { -1 };
            let at_least = match entry.bound {
                Bound::Exact => "",
                Bound::Lower if replied => ">= ",
                Bound::Upper if !replied => ">= ",
                Bound::Lower | Bound::Upper => "<= ",
            };
            let branch = Branch {
                mv: Direction::ALL[direction].to_string(),
                visits: u64::from(entry.depth),
                value: format!("{at_least}{}", in_words(value)),
                replies: self.known(key, ply + 1, levels - 1),
            };
            branches.push((if replied { value } else { -value }, branch));
        }
        branches.sort_by_key(|&(value, _)| value);
        branches.into_iter().map(|(_, branch)| branch).collect()
    }
}

/// The key of the line of play up to here; our half of a turn comes first.
fn key(state: &State) -> u64 {
    let me = state.me();
    state.moves().iter().fold(1, |key, &(first, second)| {
        let pair = [first.index(), second.index()];
        extend(extend(key, pair[me]), pair[1 - me])
    })
}

botzone::bench_test!(OpenHand, snake::botzone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_can_be_read() {
        let net: Net = include_str!("../data/weights.txt").parse().unwrap();
        assert_eq!(net.to_string(), include_str!("../data/weights.txt"));
        assert_eq!(OpenHand::new().net, Quantized::new(&net));
    }

    #[test]
    fn a_larger_budget_is_a_deeper_search() {
        let state: State = OpenHand::bench_positions()[9].parse().unwrap();
        let depth = |nodes| {
            OpenHand::new()
                .answer(&state, &Turn::of_nodes(nodes, 1))
                .1
                .depth
        };
        let depths = [1, 100, 10_000, 100_000].map(depth);
        assert!(
            depths.is_sorted() && depths[3] > depths[1] + 6,
            "{:?}",
            depths
        );
    }

    #[test]
    fn kept_positions() {
        let folder = env!("CARGO_MANIFEST_DIR");
        testing::laws::kept_positions::<OpenHand>(folder, OpenHand::BENCH_NODES, |state, mv| {
            state.board().legal_moves(state.me()).contains(mv)
        });
    }
}
