//! The moves of the root, one ply deeper again and again.

use super::{Game, INFINITE, MAX_DEPTH, Memory, Search, Settings, WINS};
use search::Budget;

/// The first iteration with a narrow window.
const NARROW_FROM: i32 = 4;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move; of a move that is not best, no more than that is known: it is at most this.
    pub value: i32,
    /// Nodes that the last iteration spent on it.
    pub nodes: u64,
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
    memory.clear();
    let mut search = Search {
        game,
        settings,
        memory,
        budget,
        reductions: settings.reductions(),
        history: vec![0; G::SLOTS],
        moves: Vec::new(),
    };
    let count = search.ranked(None);
    let mut moves: Vec<RootMove<G::Move>> = Vec::with_capacity(count);
    for next in 0..count {
        let mv = search.pick(0, next).mv;
        moves.push(RootMove {
            mv,
            value: -INFINITE,
            nodes: 0,
        });
    }
    search.moves.clear();
    let mut depth = 0;
    while depth < MAX_DEPTH as i32 && moves.len() > 1 && !search.budget.exhausted() {
        if !search.iteration(&mut moves, depth + 1) {
            break;
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

impl<G: Game> Search<'_, G> {
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
        for i in 0..moves.len() {
            let before = self.budget.nodes();
            self.game.play(moves[i].mv);
            let reduced = match i {
                0..=3 => 0,
                _ => self.reduction(depth, i) / 2,
            };
            let value = self.scout(i == 0, alpha, beta, [depth, reduced], 0);
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
