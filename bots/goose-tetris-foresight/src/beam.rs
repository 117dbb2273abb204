//! The beam: layer by layer through the sequence.

use goose_tetris::{Bound, Piece, SCORING_PIECES, sequence, start_state};
use solvers::parallel::{fill, in_parallel, in_shares};

use crate::history::Generation;
use crate::node::{Candidate, Child, Node, Step, child_node, finish};
use crate::outlook::{Costs, Outlook};
use crate::position::Position;
use crate::select::{nth_largest, order, select, value};
use crate::vectors::Vectors;
use crate::weights::Weights;

/// The settings that decide the result of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Boards kept in a layer.
    pub width: usize,
    /// Boards of one bucket kept in a layer.
    pub quota: usize,
    /// Costs of shapes.
    pub weights: Weights,
    /// The effect of the coming pieces on these costs.
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

/// The settings of the computation, which do not change the result.
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
    /// The current position of the search.
    pub position: Position,
    /// Children at or above the last survivor, as a multiple of the width: what the next guess aims at.
    demand: f64,
    /// The boards before these: their memory is used again.
    spare: Vec<Node>,
    /// True if dead branches of the history are dropped now and then.
    pub prune: bool,
}

/// The interval at which dead branches of the history are dropped, in layers.
const PRUNE_EVERY: usize = 64;

/// More children than the last layer needed are finished, so that a guess is rarely too high.
const MARGIN: f64 = 1.25;

/// More candidates than children to finish: making them again costs more than keeping too many.
const RESERVE: f64 = 2.0;

/// More children after a guess that was too high.
const RETRY: f64 = 1.5;

/// The demand that is assumed before one was seen.
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
            spare: Vec::new(),
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
        if children.iter().all(Vec::is_empty) {
            return false;
        }
        self.build(piece, &children);
        let children = children.iter().flatten();
        let (parents, moves) = children.map(|child| (child.parent, child.mv)).unzip();
        let generation = Generation { parents, moves };
        self.position.history.generations.push(generation);
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
    fn survivors(&mut self, step: &Step) -> Vec<Vec<Child>> {
        let width = self.settings.width;
        let mut aim = self.demand * MARGIN;
        loop {
            let lowest = self.guess(step, aim * RESERVE);
            let candidates = self.expand(step, lowest);
            loop {
                let rank = (aim * width as f64) as usize + 1;
                let threshold = nth_value(&candidates, rank).unwrap_or(lowest);
                let children = in_parallel(&candidates, |candidates| {
                    finish(step, &self.position.nodes, candidates, threshold)
                });
                let selected = select(&children, width, self.settings.quota);
                if let Some(worst) = selected.worst {
                    let above = in_parallel(&candidates, |candidates| {
                        let above = |candidate: &&Candidate| candidate.value >= worst;
                        candidates.iter().filter(above).count()
                    });
                    self.demand = above.iter().sum::<usize>() as f64 / width as f64;
                    return selected.children;
                }
                if threshold == i32::MIN {
                    self.demand = FIRST_DEMAND;
                    return selected.children;
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
        let share = aim * self.settings.width as f64 / self.position.nodes.len() as f64;
        let rank = (share * picked.len() as f64) as usize + 1;
        nth_value(&[candidates], rank).unwrap_or(i32::MIN)
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

    /// Replaces the boards by these children.
    fn build(&mut self, piece: Piece, children: &[Vec<Child>]) {
        let count = children.iter().map(Vec::len).sum();
        self.spare.resize(count, Node::start());
        let parents = &self.position.nodes;
        fill(&mut self.spare, children, |child| {
            let parent = &parents[child.parent as usize];
            child_node(piece, parent, child.mv.unpack())
        });
        std::mem::swap(&mut self.spare, &mut self.position.nodes);
    }
}

/// The `n`-th largest value, if there are more.
fn nth_value(parts: &[Vec<Candidate>], n: usize) -> Option<i32> {
    let all: usize = parts.iter().map(Vec::len).sum();
    if n >= all {
        return None;
    }
    nth_largest(parts, n, |candidate| order(candidate.value)).map(value)
}
