//! The beam: layer by layer through the sequence.

use std::thread;

use goose_tetris::{Bound, Piece, start_state};

use crate::history::{Generation, History};
use crate::node::{Child, Node, Step, child_node};
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
    /// Prices of shapes.
    pub weights: Weights,
}

/// How it is computed; no influence on the result.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Threads.
    pub threads: usize,
    /// Instructions.
    pub vectors: Vectors,
}

/// A search in progress: the living boards before piece [`Beam::index`].
#[derive(Debug)]
pub struct Beam<'a> {
    settings: &'a Settings,
    machine: Machine,
    pieces: &'a [Piece],
    bound: &'a Bound,
    /// Pieces placed, counted from the first one of the sequence.
    pub index: usize,
    /// The living boards, in an order that depends on nothing but the settings.
    pub nodes: Vec<Node>,
    /// How they came about.
    pub history: History,
    /// Children at or above the last survivor, as a multiple of the width: what the next guess aims at.
    crowd: f64,
    selector: Selector,
    /// Whether dead branches of the history are dropped now and then.
    pub prune: bool,
    /// Boards expanded so far, samples included.
    pub expanded: u64,
}

/// Living branches are looked for every so many layers.
const PRUNE_EVERY: usize = 64;

/// More children than the last layer needed, so that a guessed threshold is rarely too high.
const MARGIN: f64 = 1.25;

/// What is taken for the crowd before one was seen.
const FIRST_CROWD: f64 = 4.0;

impl<'a> Beam<'a> {
    /// A search from `nodes` before piece `index`. `bound` is the one of the whole of `pieces`.
    #[must_use]
    pub fn new(
        settings: &'a Settings,
        machine: Machine,
        pieces: &'a [Piece],
        bound: &'a Bound,
        index: usize,
        nodes: Vec<Node>,
        history: History,
    ) -> Self {
        let selector = Selector::default();
        Self {
            settings,
            machine,
            pieces,
            bound,
            index,
            nodes,
            history,
            crowd: FIRST_CROWD,
            selector,
            prune: true,
            expanded: 0,
        }
    }

    /// Places one piece on all boards. `false`, and nothing changes, at the end of the sequence or if no board has a child.
    pub fn advance(&mut self) -> bool {
        let Some(&piece) = self.pieces.get(self.index) else {
            return false;
        };
        let step = Step {
            piece,
            start: start_state(self.index),
            bound: self.bound.row(self.index + 1),
            weights: &self.settings.weights,
            values_only: false,
        };
        let children = self.survivors(&step);
        if children.is_empty() {
            return false;
        }
        let nodes = self.build(&step, &children);
        self.history.generations.push(Generation {
            parents: children.iter().map(|child| child.parent).collect(),
            moves: children.iter().map(|child| child.mv).collect(),
        });
        self.nodes = nodes;
        self.index += 1;
        if self.prune && self.index.is_multiple_of(PRUNE_EVERY) {
            self.history.prune();
        }
        true
    }

    /// The board with the largest score + bound, and its number.
    #[must_use]
    pub fn best(&self, bound: &Bound) -> Option<(usize, Node)> {
        let value =
            |node: &Node| i64::from(node.score) + i64::from(bound.value(self.index, node.cells));
        let best = self
            .nodes
            .iter()
            .enumerate()
            .max_by_key(|(at, node)| (value(node), std::cmp::Reverse(*at)));
        best.map(|(at, node)| (at, *node))
    }

    /// The selected children. Most children are below the last survivor; where that will be is guessed from a
    /// sample, and a guess that was too high is noticed and repeated lower.
    fn survivors(&mut self, step: &Step) -> Vec<Child> {
        let width = self.settings.width;
        let mut aim = self.crowd * MARGIN;
        loop {
            let threshold = self.guess(step, aim);
            let mut children = self.expand(step, threshold);
            let seen = children
                .iter()
                .map(|child| child.value)
                .collect::<Vec<i32>>();
            let selected = self
                .selector
                .select(&mut children, width, self.settings.quota);
            if selected.filled {
                let above = seen
                    .iter()
                    .filter(|value| **value >= selected.worst)
                    .count();
                self.crowd = above as f64 / width as f64;
                return children;
            }
            if threshold == i32::MIN {
                self.crowd = FIRST_CROWD;
                return children;
            }
            aim *= 2.0;
        }
    }

    /// A value that about `aim * width` children reach; the smallest number if there are not that many.
    fn guess(&mut self, step: &Step, aim: f64) -> i32 {
        let sample = (self.settings.width / 32).clamp(64, 4096);
        let stride = self.nodes.len() / sample;
        if stride < 4 {
            return i32::MIN;
        }
        let picked: Vec<Node> = self.nodes.iter().step_by(stride).copied().collect();
        let mut children = Vec::with_capacity(picked.len() * 24);
        self.machine.vectors.expand(
            &Step {
                values_only: true,
                ..*step
            },
            &picked,
            0,
            i32::MIN,
            &mut children,
        );
        self.expanded += picked.len() as u64;
        let mut values: Vec<i32> = children.iter().map(|child| child.value).collect();
        let share = aim * self.settings.width as f64 / self.nodes.len() as f64;
        let rank = (share * picked.len() as f64) as usize + 1;
        if rank >= values.len() {
            return i32::MIN;
        }
        let at = values.len() - rank;
        *values.select_nth_unstable(at).1
    }

    fn expand(&mut self, step: &Step, threshold: i32) -> Vec<Child> {
        self.expanded += self.nodes.len() as u64;
        let vectors = self.machine.vectors;
        let share = self.nodes.len().div_ceil(self.machine.threads).max(1);
        let expand = |part: usize, nodes: &[Node]| {
            let mut children = Vec::with_capacity(nodes.len() * 3);
            vectors.expand(step, nodes, (part * share) as u32, threshold, &mut children);
            children
        };
        if self.machine.threads == 1 {
            return expand(0, &self.nodes);
        }
        let parts: Vec<Vec<Child>> = thread::scope(|scope| {
            let handles: Vec<_> = self
                .nodes
                .chunks(share)
                .enumerate()
                .map(|(part, nodes)| scope.spawn(move || expand(part, nodes)))
                .collect();
            handles
                .into_iter()
                .filter_map(|handle| handle.join().ok())
                .collect()
        });
        parts.concat()
    }

    fn build(&self, step: &Step, children: &[Child]) -> Vec<Node> {
        children
            .iter()
            .map(|child| child_node(step, &self.nodes[child.parent as usize], child))
            .collect()
    }
}
