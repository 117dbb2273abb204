//! Learns the row tables from the beam's own hindsight.
//!
//! A board's value is right if boards whose descendants live on rank high. So at each layer the softmax of the
//! values is pulled towards the share of the boards alive [`HORIZON`] pieces later that descend from each board:
//! the gradient of the log-likelihood is (share - softmax), spread over the row patterns of the board, and every
//! weight takes AdaGrad steps. A weight is the sum of one for the pattern and one for the pattern at its height,
//! so that what is rare at one height leans on what is common; the same with surfaces and their places. Mirror
//! images share nothing: pieces spawn left of the middle and turn one way only, so the two sides differ.

use goose_tetris::{Bound, Piece, ROWS};

use crate::beam::{Beam, Machine, Settings};
use crate::history::History;
use crate::node::{Node, board_cost};
use crate::softmax::softmax;
use crate::weights::{
    PATTERNS, PLACES, SURFACES, UNIT, Weights, columns, eight, holes, surface_codes, tops,
};

/// Pieces that a share of descendants looks ahead.
const HORIZON: usize = 60;
/// Pieces from one gradient to the next.
const EVERY: usize = 2;

/// One weight: points and the sum of squared gradients.
#[derive(Clone, Copy, Default)]
struct Learned {
    points: f64,
    squares: f64,
}

impl Learned {
    fn step(&mut self, gradient: f64, size: f64) {
        if gradient != 0.0 {
            self.squares += gradient * gradient;
            self.points -= size * gradient / self.squares.sqrt();
        }
    }
}

/// What is learned: corrections to the weights that the training began with.
pub struct Trainer {
    start: Weights,
    pattern: Vec<Learned>,
    at_height: Vec<Learned>,
    surface: Vec<Learned>,
    surface_at: Vec<Learned>,
    hole: Learned,
    size: f64,
}

impl Trainer {
    /// Begins at `start`, with AdaGrad steps of `size` points.
    #[must_use]
    pub fn new(start: Weights, size: f64) -> Self {
        let zero = Learned::default();
        Self {
            start,
            pattern: vec![zero; PATTERNS],
            at_height: vec![zero; PATTERNS * ROWS],
            surface: vec![zero; SURFACES],
            surface_at: vec![zero; SURFACES * PLACES],
            hole: zero,
            size,
        }
    }

    /// The weights as they are now.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let mut weights = self.start.clone();
        for y in 0..ROWS {
            for mask in 1..PATTERNS {
                let points = self.pattern[mask].points + self.at_height[y * PATTERNS + mask].points;
                let cost = &mut weights.rows[y][mask];
                *cost = (f64::from(*cost) + points * f64::from(UNIT)).round() as i16;
            }
        }
        for (x, table) in weights.surface.iter_mut().enumerate() {
            for (code, cost) in table.iter_mut().enumerate() {
                let points =
                    self.surface[code].points + self.surface_at[x * SURFACES + code].points;
                *cost = (f64::from(*cost) + points * f64::from(UNIT)).round() as i16;
            }
        }
        weights.hole += (self.hole.points * f64::from(UNIT)).round() as i32;
        weights
    }

    /// One pass over `pieces[from..to]` from the empty field; the weights change on the way.
    pub fn pass(
        &mut self,
        base: &Settings,
        machine: Machine,
        pieces: &[Piece],
        from: usize,
        to: usize,
    ) {
        let bound = Bound::soft(pieces);
        let mut at = from;
        let mut nodes = vec![Node::start()];
        while at < to {
            // A stretch with constant weights; its boards go on with the new ones.
            let settings = Settings {
                weights: self.weights(),
                ..base.clone()
            };
            let stretch = (at + 4 * HORIZON).min(to);
            let mut beam = Beam::new(
                &settings,
                machine,
                pieces,
                &bound,
                at,
                nodes,
                History::default(),
            );
            beam.prune = false;
            let mut layers = vec![];
            while beam.index < stretch && beam.advance() {
                layers.push(beam.nodes.clone());
            }
            if beam.index < stretch {
                return;
            }
            for layer in (0..layers.len().saturating_sub(HORIZON)).step_by(EVERY) {
                let shares = shares(&beam.history, layer, layer + HORIZON, layers[layer].len());
                let value = |node: &Node| {
                    let bound = bound.value(at + layer + 1, node.cells);
                    let cost = board_cost(&node.board, &settings.weights);
                    f64::from(node.score as i32 + bound) - f64::from(cost) / f64::from(UNIT)
                };
                self.learn(&layers[layer], &shares, value);
            }
            // The stretches overlap by a horizon, so that every layer is learned from once.
            let keep = if stretch == to {
                layers.len()
            } else {
                layers.len() - HORIZON
            };
            nodes = layers.swap_remove(keep - 1);
            at += keep;
        }
    }

    fn learn(&mut self, nodes: &[Node], shares: &[f64], value: impl Fn(&Node) -> f64) {
        let values: Vec<f64> = nodes.iter().map(value).collect();
        let mut pattern = vec![0.0; PATTERNS];
        let mut at_height = vec![0.0; PATTERNS * ROWS];
        let mut surface = vec![0.0; SURFACES];
        let mut surface_at = vec![0.0; SURFACES * PLACES];
        let mut hole = 0.0;
        for ((node, share), chance) in nodes.iter().zip(shares).zip(&softmax(&values).chances) {
            let pull = share - chance;
            for (y, row) in node
                .board
                .rows
                .iter()
                .enumerate()
                .filter(|(_, row)| **row != 0)
            {
                let twin = usize::from(*row);
                pattern[twin] += pull;
                at_height[y * PATTERNS + twin] += pull;
            }
            for (x, code) in surfaces(node).into_iter().enumerate() {
                let code = code as usize - x * SURFACES;
                surface[code] += pull;
                surface_at[x * SURFACES + code] += pull;
            }
            hole += pull * f64::from(holes(&tops(&columns(&node.board.rows)), node.cells));
        }
        for (learned, gradient) in self.surface.iter_mut().zip(&surface) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.surface_at.iter_mut().zip(&surface_at) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.pattern.iter_mut().zip(&pattern) {
            learned.step(*gradient, self.size);
        }
        for (learned, gradient) in self.at_height.iter_mut().zip(&at_height) {
            learned.step(*gradient, self.size);
        }
        self.hole.step(hole, self.size);
    }
}

/// Share of the boards of generation `to` that descends from each of the `count` boards of generation `from`.
pub(crate) fn shares(history: &History, from: usize, to: usize, count: usize) -> Vec<f64> {
    let last = &history.generations[to];
    let mut mass = vec![1.0 / last.parents.len() as f64; last.parents.len()];
    for generation in (from + 1..=to).rev() {
        let parents = &history.generations[generation].parents;
        let older = history.generations[generation - 1].parents.len();
        let mut next = vec![0.0; older];
        for (parent, mass) in parents.iter().zip(&mass) {
            next[*parent as usize] += mass;
        }
        mass = next;
    }
    debug_assert_eq!(mass.len(), count);
    mass
}

fn surfaces(node: &Node) -> [i16; PLACES] {
    let tops = tops(&columns(&node.board.rows));
    surface_codes(&eight(&tops, 0), &eight(&tops, 1), &eight(&tops, 2))
}
