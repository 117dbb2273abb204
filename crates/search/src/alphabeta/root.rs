//! The moves of the root, one ply deeper again and again.

use super::{Game, INFINITE, MAX_DEPTH, Memory, Ranked, Search, Settings, WINS, Wanted};
use crate::Budget;
use crate::tree::{Branch, top_levels};
use std::fmt::Display;

/// The first iteration with a narrow window.
const NARROW_FROM: i32 = 4;
/// The first iteration in which a move that turns out best is checked for a refutation.
const CHECKED: i32 = 3;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move; of a move that is not best, no more than that is known: it is at most this.
    pub value: i32,
    /// Nodes that the last iteration spent on it.
    pub nodes: u64,
    /// True if [`Game::refutation`] was asked about it ...
    is_checked: bool,
    /// ... and has proven that it loses.
    is_refuted: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The moves, best first.
    pub moves: Vec<RootMove<M>>,
    /// The last complete iteration.
    pub depth: i32,
    /// Nodes of all iterations.
    pub nodes: u64,
}

/// Searches one ply deeper again and again until the budget is spent, and once at least a move is given. The memory is
/// cleared first.
pub fn deepen<G: Game>(
    game: &mut G,
    settings: &Settings,
    memory: &mut Memory,
    budget: Budget,
) -> Found<G::Move> {
    let mut search = Search::new(game, settings, memory, budget);
    let wanted = Wanted::all(MAX_DEPTH as i32);
    let mut moves = search.of_root(|game, moves| game.moves(wanted, moves));
    let mut are_all = false;
    // Of a lone move the value is wanted, not a choice.
    let last = |moves: usize| [0, 1, MAX_DEPTH as i32][moves.min(2)];
    let mut depth = 0;
    while depth < last(moves.len()) && !search.budget.exhausted() {
        if !search.iteration(&mut moves, depth + 1) {
            break;
        }
        if moves[0].value <= -WINS && !are_all {
            // Perhaps another one does not lose, or later.
            are_all = true;
            let others = search.of_root(|game, moves| game.others(wanted, moves));
            if !others.is_empty() {
                moves.extend(others);
                continue;
            }
        }
        depth += 1;
        if moves[0].value.abs() >= WINS {
            break;
        }
    }
    Found {
        moves,
        depth,
        nodes: search.budget.nodes(),
    }
}

/// These moves of the root as [text](crate::tree).
pub fn tree<M: Display>(moves: &[RootMove<M>]) -> String {
    let branch = |(i, root): (usize, &RootMove<M>)| Branch {
        mv: root.mv.to_string(),
        visits: root.nodes,
        value: match i {
            0 => format!("{:+}", root.value),
            _ => format!("at most {:+}", root.value),
        },
        replies: Vec::new(),
    };
    let branches: Vec<Branch> = moves.iter().enumerate().map(branch).collect();
    top_levels(&branches)
}

/// The value of the position for the side to move, searched to this depth at once. The memory is cleared first.
pub fn value<G: Game>(game: &mut G, settings: &Settings, memory: &mut Memory, depth: i32) -> i32 {
    let budget = Budget::of_nodes(u64::MAX);
    Search::new(game, settings, memory, budget).value(-INFINITE, INFINITE, depth, 0, None)
}

impl<'a, G: Game> Search<'a, G> {
    fn new(
        game: &'a mut G,
        settings: &'a Settings,
        memory: &'a mut Memory,
        budget: Budget,
    ) -> Self {
        memory.clear(&budget);
        Search {
            values: vec![game.value(); MAX_DEPTH + 1],
            game,
            settings,
            memory,
            budget,
            reductions: settings.reductions(),
            history: vec![0; G::SLOTS],
            moves: Vec::new(),
        }
    }

    /// The moves of the root in their order.
    fn of_root(
        &mut self,
        add: impl FnOnce(&mut G, &mut Vec<Ranked<G::Move>>),
    ) -> Vec<RootMove<G::Move>> {
        add(self.game, &mut self.moves);
        let count = self.moves.len();
        self.rank(0, None);
        let moves = (0..count).map(|next| RootMove {
            mv: self.pick(next).mv,
            value: -INFINITE,
            nodes: 0,
            is_checked: false,
            is_refuted: false,
        });
        let moves = moves.collect();
        self.moves.clear();
        moves
    }

    /// One iteration over the moves of the root, which are in the order of the last one. Returns true if it was completed; if not, a
    /// move that has turned out better than the first is first.
    fn iteration(&mut self, moves: &mut [RootMove<G::Move>], depth: i32) -> bool {
        let mut half = self.settings.window;
        let [mut alpha, mut beta] = match moves[0].value {
            value if half > 0 && depth >= NARROW_FROM && value.abs() < WINS => {
                [value - half, value + half]
            }
            _ => [-INFINITE, INFINITE],
        };
        while let Some(value) = self.iterate(moves, depth, alpha, beta) {
            if alpha < value && value < beta {
                return true;
            }
            half *= 3;
            if value <= alpha {
                alpha = (value - half).max(-INFINITE);
            } else {
                beta = (value + half).min(INFINITE);
            }
        }
        false
    }

    /// The value of the best move in this window, which is first then, unless it is no better than alpha; `None` once the budget is
    /// spent.
    fn iterate(
        &mut self,
        moves: &mut [RootMove<G::Move>],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let mut best = -INFINITE;
        let checked = if moves.len() > 1 { CHECKED } else { 1 };
        for i in 0..moves.len() {
            if moves[i].is_refuted {
                best = best.max(moves[i].value);
                continue;
            }
            let before = self.budget.nodes();
            self.game.play(moves[i].mv);
            let reduced = match i {
                0..=3 => 0,
                _ => self.reduction(depth, i) / 2,
            };
            let mut value = self.scout(i == 0, alpha, beta, [depth, reduced], 0);
            if value > alpha && value > -WINS && depth >= checked && !moves[i].is_checked {
                let proven = self.game.refutation(&mut self.budget);
                moves[i].is_checked = !self.budget.exhausted();
                moves[i].is_refuted = proven.is_some();
                value = proven.map_or(value, |proven| -proven);
            }
            self.game.take_back();
            if self.budget.exhausted() {
                return None;
            }
            moves[i].nodes = self.budget.nodes() - before;
            moves[i].value = value;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                moves[..=i].rotate_right(1);
            }
            if value >= beta {
                break;
            }
        }
        Some(best)
    }
}
