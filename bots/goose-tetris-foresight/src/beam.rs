//! The beam: layer by layer through the sequence.

use goose_tetris::{Bound, Piece, SCORING_PIECES, sequence, start_state};
use solvers::parallel::{in_parallel, in_shares};

use crate::history::Generation;
use crate::node::{Candidate, Child, Node, Step, child_node, finish};
use crate::outlook::{Costs, Outlook};
use crate::position::Position;
use crate::select::Selector;
use crate::vectors::Vectors;
use crate::weights::Weights;

/// What decides the result of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Boards kept in a layer.
    pub width: usize,
    /// Boards of one bucket kept in a layer.
    pub quota: usize,
    /// Costs of shapes.
    pub weights: Weights,
    /// What the coming pieces do to these costs.
    pub outlook: Option<Outlook>,
}

impl Settings {
    /// The learned weights and outlook, and a tenth of the width for each bucket.
    pub fn learned(width: usize) -> Self {
        Self {
            width,
            quota: (width / 10).max(1),
            weights: Weights::learned(),
            outlook: Some(Outlook::learned()),
        }
    }
}

/// How it is computed; no influence on the result.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Threads.
    pub threads: usize,
    /// Instructions.
    pub vectors: Vectors,
}

/// The pieces to place, and what their future is worth.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The bound that boards are ordered by.
    pub bound: Bound,
}

impl Sequence {
    /// The first pieces of a game, or all of them; nothing comes after.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self {
            bound: Bound::soft(&pieces),
            pieces,
        }
    }

    /// All pieces that can score.
    pub fn whole() -> Self {
        Self::new(sequence().take(SCORING_PIECES).collect())
    }
}

/// A search in progress.
#[derive(Debug)]
pub struct Beam<'a> {
    settings: &'a Settings,
    machine: Machine,
    sequence: &'a Sequence,
    /// Where the search is.
    pub position: Position,
    /// Children at or above the last survivor, as a multiple of the width: what the next guess aims at.
    demand: f64,
    selector: Selector,
    /// Whether dead branches of the history are dropped now and then.
    pub prune: bool,
}

/// Dead branches of the history are dropped every so many layers.
const PRUNE_EVERY: usize = 64;

/// More children than the last layer needed are finished, so that a guess is rarely too high.
const MARGIN: f64 = 1.25;

/// More candidates than children to finish: making them again costs more than keeping too many.
const RESERVE: f64 = 2.0;

/// More children after a guess that was too high.
const RETRY: f64 = 1.5;

/// What is taken for the demand before one was seen.
const FIRST_DEMAND: f64 = 4.0;

impl<'a> Beam<'a> {
    /// A search that goes on from a position.
    pub fn new(
        settings: &'a Settings,
        machine: Machine,
        sequence: &'a Sequence,
        position: Position,
    ) -> Self {
        Self {
            settings,
            machine,
            sequence,
            position,
            demand: FIRST_DEMAND,
            selector: Selector::default(),
            prune: true,
        }
    }

    /// Places one piece on all boards. `false`, and nothing changes, at the end of the sequence or if no board has a child.
    pub fn advance(&mut self) -> bool {
        let Some(&piece) = self.sequence.pieces.get(self.position.index) else {
            return false;
        };
        let costs = self.costs();
        let step = Step {
            piece,
            start: start_state(self.position.index),
            bound: &costs.bound,
            weights: &costs.weights,
        };
        let children = self.survivors(&step);
        if children.is_empty() {
            return false;
        }
        let nodes = self.build(piece, &children);
        self.position.history.generations.push(Generation {
            parents: children.iter().map(|child| child.parent).collect(),
            moves: children.iter().map(|child| child.mv).collect(),
        });
        self.position.nodes = nodes;
        self.position.index += 1;
        if self.prune && self.position.index.is_multiple_of(PRUNE_EVERY) {
            self.position.history.prune();
        }
        true
    }

    /// The costs of the next layer.
    pub fn costs(&self) -> Costs {
        let next = self.position.index + 1;
        let (weights, bound) = (&self.settings.weights, self.sequence.bound.row(next));
        match &self.settings.outlook {
            Some(outlook) => outlook.costs(weights, bound, &self.sequence.pieces, next),
            None => Costs {
                weights: weights.clone(),
                bound: *bound,
            },
        }
    }

    /// The board with the largest score + bound, and its number.
    pub fn best(&self, bound: &Bound) -> Option<(usize, Node)> {
        let value = |node: &Node| {
            i64::from(node.score) + i64::from(bound.value(self.position.index, node.cells))
        };
        let best = self
            .position
            .nodes
            .iter()
            .enumerate()
            .max_by_key(|(at, node)| (value(node), std::cmp::Reverse(*at)));
        best.map(|(at, node)| (at, *node))
    }

    /// The selected children. Most children are below the last survivor; where that will be is guessed, and a
    /// guess that was too high is noticed and repeated lower. A sample tells which children are kept as candidates,
    /// more than are wanted; these tell which ones are finished.
    fn survivors(&mut self, step: &Step) -> Vec<Child> {
        let width = self.settings.width;
        let mut aim = self.demand * MARGIN;
        loop {
            let lowest = self.guess(step, aim * RESERVE);
            let candidates = self.expand(step, lowest);
            let mut values = values(&candidates);
            loop {
                let rank = (aim * width as f64) as usize + 1;
                let threshold = nth_largest(&mut values, rank).unwrap_or(lowest);
                let mut children = self.finish(step, &candidates, threshold);
                let (quota, threads) = (self.settings.quota, self.machine.threads);
                let selected = self.selector.select(&mut children, width, quota, threads);
                if selected.filled {
                    let above = values
                        .iter()
                        .filter(|value| **value >= selected.worst)
                        .count();
                    self.demand = above as f64 / width as f64;
                    return children;
                }
                if threshold == i32::MIN {
                    self.demand = FIRST_DEMAND;
                    return children;
                }
                aim *= RETRY;
                if threshold == lowest {
                    break;
                }
            }
        }
    }

    /// A value that about `aim * width` children reach; the smallest number if there are not that many.
    fn guess(&mut self, step: &Step, aim: f64) -> i32 {
        let sample = (self.settings.width / 64).clamp(40, 2048);
        let stride = self.position.nodes.len() / sample;
        if stride < 4 {
            return i32::MIN;
        }
        let picked: Vec<Node> = self
            .position
            .nodes
            .iter()
            .step_by(stride)
            .copied()
            .collect();
        let mut candidates = Vec::with_capacity(picked.len() * 32);
        let vectors = self.machine.vectors;
        vectors.expand(step, &picked, 0, i32::MIN, &mut candidates);
        let mut values: Vec<i32> = candidates.iter().map(|candidate| candidate.value).collect();
        let share = aim * self.settings.width as f64 / self.position.nodes.len() as f64;
        let rank = (share * picked.len() as f64) as usize + 1;
        nth_largest(&mut values, rank).unwrap_or(i32::MIN)
    }

    /// The candidates worth `threshold` or more, in as many parts as there are threads.
    fn expand(&mut self, step: &Step, threshold: i32) -> Vec<Vec<Candidate>> {
        let vectors = self.machine.vectors;
        in_shares(
            &self.position.nodes,
            self.machine.threads,
            |first, nodes| {
                let mut candidates = Vec::with_capacity(nodes.len() * 10);
                vectors.expand(step, nodes, first as u32, threshold, &mut candidates);
                candidates
            },
        )
    }

    fn finish(&self, step: &Step, parts: &[Vec<Candidate>], threshold: i32) -> Vec<Child> {
        let finished = in_parallel(parts, |candidates| {
            let mut children = Vec::with_capacity(candidates.len());
            finish(
                step,
                &self.position.nodes,
                candidates,
                threshold,
                &mut children,
            );
            children
        });
        joined(finished)
    }

    fn build(&self, piece: Piece, children: &[Child]) -> Vec<Node> {
        let built = in_shares(children, self.machine.threads, |_, children| {
            let build = |child: &Child| {
                let parent = &self.position.nodes[child.parent as usize];
                child_node(piece, parent, child.mv.unpack())
            };
            children.iter().map(build).collect()
        });
        joined(built)
    }
}

fn values(parts: &[Vec<Candidate>]) -> Vec<i32> {
    let candidates = parts.iter().flatten();
    candidates.map(|candidate| candidate.value).collect()
}

fn joined<T: Copy>(mut parts: Vec<Vec<T>>) -> Vec<T> {
    if parts.len() == 1 {
        return parts.swap_remove(0);
    }
    parts.concat()
}

/// The `n`-th largest value, if there are more; the values change places.
fn nth_largest(values: &mut [i32], n: usize) -> Option<i32> {
    let at = values.len().checked_sub(n)?;
    (at > 0).then(|| *values.select_nth_unstable(at).1)
}
