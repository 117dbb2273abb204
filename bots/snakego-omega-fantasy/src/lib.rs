//! A SnakeGo bot after OmegaFantasy, the champion of the 26th Tsinghua AI contest: Monte Carlo tree search, once with
//! all snakes and once with those nearby.
//!
//! * The **first eight rounds** follow a script: a staircase to the center, where the items fall.
//! * The snakes of a half-round **share its time** by the square roots of their lengths ([`time`]).
//! * The **global search** ([`tree`]) has all snakes. The tree stays for the own snakes that act later in the same
//!   half-round.
//! * **Rollouts** ([`rollout`]) are short and guided: one in which heads [`fight`] each other, one in which items pull. At
//!   their ends the [value](mod@value) of the position is compared with that of the root.
//! * The **local search** does the same in a window around the acting head: snakes outside it become walls. It looks
//!   deeper where it matters to this snake. Both searches count equally in the [choice](mod@choice).
//! * If the global search chooses to seal or to die, there is no local search: the global one continues.
//!
//! The parameters are in `params.json`; they are the champion's own.
//!
//! # What differs from the original
//!
//! Its program is public; its behavior is kept, its mistakes are not.
//!
//! * It plays on exact rules. The original has its own copy of them: a seal also fills pockets outside the ring, a round
//!   has one item, no snake is longer than 80 cells, and a rollout ends before one gets there.
//! * The tree stores no positions; they are played again, so that a node takes a few bytes (the original: 520 MB in all).
//!   Hence no nodes are reserved for the later snakes.
//! * A snake of length 1 does not split in a rollout.
//! * After a seal or a deadly move was chosen, the second part of the snake's time goes to the global search. (The original
//!   has no time left there, and its early stop is never reached.)
//! * Time is kept by the [`Budget`]: there is no least number of simulations that could break the limit.
//! * The script is followed while its moves are free; the original does not check.
//! * Pulls of items and of hunted heads are exact; the original rounds each to a whole number.
//!
//! Other bots search with this crate, too: the additions that they ask for (guidance of the choice, terms of the value,
//! a learned [`policy`] for the tree) are off by default.

pub mod candidates;
pub mod choice;
pub mod context;
pub mod fight;
pub mod options;
pub mod params;
pub mod policy;
mod pull;
pub mod rollout;
pub mod schedule;
pub mod time;
pub mod tree;
pub mod value;

use fastrand::Rng;
use saiblo::{Answer, Bot, Turn};
use search::Budget;
use search::tree::{Branch, top_levels};
use snakego::{Board, GROW_ROUNDS, Operation, Position};

use crate::choice::{Guidance, Kind, Ranking, kind};
use crate::context::SearchContext;
use crate::params::Params;
use crate::policy::{Policy, PolicyParams};
use crate::schedule::ItemSchedule;
use crate::tree::Tree;

/// The bot. Under a clock it keeps its tree from one own snake to the next of the same half-round.
pub struct OmegaFantasy {
    params: Params,
    policy: Option<Policy>,
    settled: Vec<(Operation, u32)>,
    /// The tree, whose root is the position beside it.
    kept: Option<(Tree, Board)>,
}

impl Bot for OmegaFantasy {
    type State = Position;
    type Move = Operation;

    /// Simulations, of two rollouts each.
    const BENCH_NODES: u64 = 1000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        OmegaFantasy::with(Params::own())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(OmegaFantasy::with)
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        self.choose_guided(position, turn, &Guidance::default())
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        self.explain_guided(position, turn, &Guidance::default())
    }
}

/// An answer and, if requested, the tops of the trees that it comes from.
struct Thought {
    answer: Answer<Operation>,
    trees: Vec<(&'static str, Vec<Branch>)>,
}

impl OmegaFantasy {
    /// A bot with other parameters.
    pub fn with(params: Params) -> OmegaFantasy {
        OmegaFantasy {
            policy: params.policy.as_ref().map(policy_of),
            params,
            settled: Vec::new(),
            kept: None,
        }
    }

    /// Chooses an operation, as [`Bot::choose`] does, with guidance.
    pub fn choose_guided(
        &mut self,
        position: &Position,
        turn: &Turn,
        guidance: &Guidance,
    ) -> Answer<Operation> {
        self.think(position, turn, guidance, false).answer
    }

    /// Explains its answer, as [`Bot::explain`] does, with guidance.
    pub fn explain_guided(
        &mut self,
        position: &Position,
        turn: &Turn,
        guidance: &Guidance,
    ) -> String {
        let Thought { answer, trees } = self.think(position, turn, guidance, true);
        let trees: Vec<String> = trees
            .iter()
            .map(|(name, tree)| format!("{name} search\n{}", top_levels(tree)))
            .collect();
        format!("{}{answer}", trees.concat())
    }

    /// The number of times that the searches for the last answer visited each candidate; empty if there were none.
    pub fn settled(&self) -> &[(Operation, u32)] {
        &self.settled
    }

    fn think(
        &mut self,
        position: &Position,
        turn: &Turn,
        guidance: &Guidance,
        show: bool,
    ) -> Thought {
        let root = &position.board;
        let kept = self.kept.take();
        self.settled.clear();
        if let Some(operation) = script(root) {
            return unsearched(operation, "the script");
        }
        let schedule = ItemSchedule::new(&position.rules, &self.params.items);
        let whole = SearchContext {
            policy: self.policy.as_ref(),
            ..SearchContext::whole(&position.rules, &self.params, &schedule, root)
        };
        let mut global = match kept {
            Some((tree, board)) if board == *root => tree,
            _ => Tree::new(&whole, root),
        };
        global.open(&whole, root);
        let mut candidates = global.candidates(root);
        if let (Some(only), None) = (candidates.next(), candidates.next()) {
            drop(candidates);
            self.keep(global, position, only.operation, turn);
            return unsearched(only.operation, "the only candidate");
        }
        drop(candidates);

        let mut budget = Budget::of(turn);
        let mut random = Rng::with_seed(turn.seed);
        let (first, second) = time::shares(&self.params.time, root, budget.left(), turn.nodes);
        let mut trees = Vec::new();

        let mut part = budget.part(first);
        global.search(&whole, root, &mut part, &mut random);
        budget.spend(part.nodes());
        let mut ranking = Ranking::new(&self.params.choice, &global, root);
        let leader = ranking.best_cautious(&self.params.choice, root);

        let mut part = budget.part(second);
        // Whose win rates a worth is the sum of.
        let searches: u8 = match leader.map(|(operation, _)| kind(root, operation)) {
            Some(Kind::Free | Kind::Ray) => {
                let (context, board) = whole.local(root);
                let mut local = Tree::new(&context, &board);
                local.search(&context, &board, &mut part, &mut random);
                ranking.add(&self.params.choice, &local, &board);
                self.settled.extend(local.visits());
                if show {
                    trees.push(("local", local.top(&context, &board)));
                }
                2
            }
            _ => {
                global.search(&whole, root, &mut part, &mut random);
                ranking = Ranking::new(&self.params.choice, &global, root);
                1
            }
        };
        budget.spend(part.nodes());
        for (operation, visits) in global.visits() {
            match self.settled.iter_mut().find(|row| row.0 == operation) {
                Some((_, sum)) => *sum += visits,
                None => self.settled.push((operation, visits)),
            }
        }
        if show {
            trees.insert(0, ("global", global.top(&whole, root)));
        }

        ranking.raise(&guidance.bonuses, searches);
        let mut best = if searches == 1 {
            ranking.best_cautious(&self.params.choice, root)
        } else {
            ranking.best()
        };
        if let Some(preference) = &guidance.preference {
            best = best.map(|best| ranking.preferred(best, preference, searches));
        }
        // A root has candidates, so there is a best one.
        let (operation, worth) = best.unwrap_or((Operation::Right, 0.0));
        let rate = f64::from(worth) / f64::from(searches);
        let debug = format!(
            "{} simulations: {}, {ranking}",
            budget.nodes(),
            saiblo::value::text(saiblo::value::of_chance(rate))
        );
        let answer = Answer {
            mv: operation,
            // Thousandths, rounded.
            value: (1000.0 * worth + 0.5) as i64,
            nodes: budget.nodes(),
            debug,
        };
        self.keep(global, position, operation, turn);
        Thought { answer, trees }
    }

    /// Keeps the tree for the next own snake, if it acts in the same half-round.
    fn keep(&mut self, mut tree: Tree, position: &Position, operation: Operation, turn: &Turn) {
        let mut board = position.board;
        if turn.nodes.is_some() || board.left_to_act() < 2 {
            return;
        }
        let half_round = (board.round(), board.player());
        board.play_unchecked(&position.rules, operation);
        if (board.round(), board.player()) == half_round && tree.descend(operation) {
            self.kept = Some((tree, board));
        }
    }
}

/// The opening: down and right by turns, or up and left, while the snakes grow for free.
fn script(board: &Board) -> Option<Operation> {
    let odd = board.round() % 2 == 1;
    let operation = match (board.player(), odd) {
        (0, true) => Operation::Down,
        (0, false) => Operation::Right,
        (_, true) => Operation::Up,
        (_, false) => Operation::Left,
    };
    (board.round() <= GROW_ROUNDS && board.move_kinds().free.contains(operation))
        .then_some(operation)
}

/// The policy of parameters whose weights were [checked](Params::check).
fn policy_of(learned: &PolicyParams) -> Policy {
    match Policy::new(learned) {
        Ok(policy) => policy,
        Err(error) => panic!("{}", error),
    }
}

fn unsearched(operation: Operation, why: &str) -> Thought {
    let answer = Answer {
        mv: operation,
        value: 0,
        nodes: 0,
        debug: why.to_owned(),
    };
    let trees = Vec::new();
    Thought { answer, trees }
}

saiblo::bench_test!(OmegaFantasy, snakego::saiblo);

#[cfg(test)]
mod tests;
