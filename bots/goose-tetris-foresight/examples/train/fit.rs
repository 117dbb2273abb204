//! Fits an outlook to what became of boards.
//!
//! A layer of a beam is a question with an answer in hindsight: which of these boards do the boards of some pieces later
//! descend from? The softmax of the values should say so. The gradient of the log-likelihood is (share - chance), spread
//! over the parts of the board in all tables that the layer's future chooses; layers come in random order, so that no
//! stretch of the game is learned and forgotten again.

use goose_tetris::Piece;
use goose_tetris_foresight::outlook::{Outlook, PARTS, TABLES, parts, parts_of, tables};
use goose_tetris_foresight::weights::UNIT;
use solvers::parallel::in_shares;

use crate::boards::{Layer, Sample};
use crate::softmax::softmax;

/// Threads, a part of a layer each. A constant, because sums of floats depend on their order.
const THREADS: usize = 2;
/// AdaGrad's damping: what a part must have seen of gradients before its steps have full size.
const DAMPING: f32 = 0.05;
/// Gradients of a board that are too small to matter, times the boards of its layer.
const NEGLIGIBLE: f32 = 0.01;

/// Nats by which values miss the shares of descendants.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loss {
    /// Values without an outlook.
    pub without: f64,
    /// Values with it.
    pub with: f64,
    /// The entropy of the shares: no values miss by less.
    pub floor: f64,
}

/// A table of costs while they are learned, in points, with AdaGrad's sums of squares.
#[derive(Clone, Debug)]
struct Table {
    parts: Vec<f32>,
    squares: Vec<f32>,
    sums: Vec<f32>,
    steps: u32,
}

impl Table {
    fn new(parts: usize) -> Self {
        Self {
            parts: vec![0.0; parts],
            squares: vec![0.0; parts],
            sums: vec![0.0; parts],
            steps: 0,
        }
    }

    fn step(&mut self, gradients: &[f32], rate: f32) {
        let learned = self.parts.iter_mut().zip(&mut self.squares);
        for (((part, square), sum), gradient) in learned.zip(&mut self.sums).zip(gradients) {
            if *gradient != 0.0 {
                *square += gradient * gradient;
                *part -= rate * gradient / (square.sqrt() + DAMPING);
            }
            *sum += *part;
        }
        self.steps += 1;
    }

    /// The mean costs of this pass.
    fn mean(&self) -> Vec<f32> {
        let steps = self.steps.max(1) as f32;
        self.sums.iter().map(|sum| sum / steps).collect()
    }
}

/// An outlook while it is learned.
///
/// The evidence of one layer is mostly chance, so the result is the mean of the costs after each step of a pass.
#[derive(Clone, Debug)]
pub struct Fit {
    pieces: Vec<Piece>,
    tables: Vec<Table>,
}

impl Fit {
    /// Begins with an outlook that changes nothing. `pieces` are those of the whole sequence.
    pub fn new(pieces: Vec<Piece>) -> Self {
        let tables = (0..TABLES).map(|table| Table::new(parts(table))).collect();
        Self { pieces, tables }
    }

    /// Begins a new mean.
    pub fn begin_pass(&mut self) {
        for table in &mut self.tables {
            table.sums.fill(0.0);
            table.steps = 0;
        }
    }

    /// The mean costs of this pass, in units.
    pub fn outlook(&self) -> Outlook {
        let unit = |points: f32| (points * UNIT as f32).round() as i16;
        let table = |table: &Table| table.mean().into_iter().map(unit).collect();
        Outlook::new(self.tables.iter().map(table).collect()).unwrap_or_default()
    }

    /// The losses of the mean costs of this pass in telling which boards of the layers have a future.
    pub fn losses(&self, layers: &[&Layer]) -> Vec<Loss> {
        let means: Vec<Vec<f32>> = self.tables.iter().map(Table::mean).collect();
        let loss = |layer: &&Layer| {
            let chosen = tables(&self.pieces, layer.index).map(|table| &means[table][..]);
            chances(&total(&chosen), layer).0
        };
        layers.iter().map(loss).collect()
    }

    /// A step of gradient descent; returns the loss before it.
    pub fn step(&mut self, layer: &Layer, rate: f32) -> Loss {
        let chosen = tables(&self.pieces, layer.index);
        let costs = total(&chosen.map(|table| &self.tables[table].parts[..]));
        let (loss, chances) = chances(&costs, layer);
        let negligible = NEGLIGIBLE / layer.samples.len() as f32;
        let pulls: Vec<(&Sample, f32)> = layer
            .samples
            .iter()
            .zip(&chances)
            .map(|(sample, chance)| (sample, sample.share - chance))
            .filter(|(_, pull)| pull.abs() >= negligible)
            .collect();
        let gradients = in_shares(&pulls, THREADS, |_, pulls| {
            let mut gradient = vec![0.0; PARTS];
            let mut parts = vec![];
            for (sample, pull) in pulls {
                parts.clear();
                parts_of(&sample.rows, &mut parts);
                for part in &parts {
                    gradient[*part as usize] += pull;
                }
            }
            gradient
        });
        let gradient = total(&gradients.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for table in chosen {
            self.tables[table].step(&gradient, rate);
        }
        loss
    }
}

/// The sum of tables, shorter ones among them.
fn total(tables: &[&[f32]]) -> Vec<f32> {
    let mut total = vec![0.0; PARTS];
    for table in tables {
        for (sum, part) in total.iter_mut().zip(*table) {
            *sum += part;
        }
    }
    total
}

/// The loss, and each board's chance to be the ancestor of a board of later.
fn chances(costs: &[f32], layer: &Layer) -> (Loss, Vec<f32>) {
    let shapes = in_shares(&layer.samples, THREADS, |_, samples| {
        let mut parts = vec![];
        let cost = |sample: &Sample| {
            parts.clear();
            parts_of(&sample.rows, &mut parts);
            parts.iter().map(|part| costs[*part as usize]).sum()
        };
        samples.iter().map(cost).collect::<Vec<f32>>()
    });
    let before: Vec<f64> = layer
        .samples
        .iter()
        .map(|sample| f64::from(sample.value))
        .collect();
    let values: Vec<f64> = layer
        .samples
        .iter()
        .zip(shapes.iter().flatten())
        .map(|(sample, cost)| f64::from(sample.value - cost))
        .collect();
    let entropy = |sample: &Sample| -> f64 {
        let share = f64::from(sample.share);
        if share > 0.0 {
            -share * libm::log(share)
        } else {
            0.0
        }
    };
    let missed = |nats: &[f64]| {
        let samples = layer.samples.iter().zip(nats);
        samples
            .map(|(sample, nats)| f64::from(sample.share) * nats)
            .sum()
    };
    let after = softmax(&values);
    let loss = Loss {
        without: missed(&softmax(&before).nats),
        with: missed(&after.nats),
        floor: layer.samples.iter().map(entropy).sum(),
    };
    let chances = after.chances.iter().map(|chance| *chance as f32).collect();
    (loss, chances)
}

#[cfg(test)]
mod tests {
    use goose_tetris::{Board, ROWS, SCORING_PIECES, sequence};

    use super::*;

    /// A field whose first two columns are of any height.
    fn uneven(random: &mut fastrand::Rng) -> Board {
        let mut board = Board::new();
        for row in &mut board.rows[10..] {
            *row = 0b11_1011_1100;
        }
        for x in 0..2 {
            for row in &mut board.rows[random.usize(6..16)..] {
                *row |= 1 << x;
            }
        }
        board
    }

    #[test]
    fn boards_with_a_future_cost_less() {
        let mut random = fastrand::Rng::with_seed(13);
        let pieces = sequence().take(SCORING_PIECES).collect::<Vec<_>>();
        // Boards whose first column is the higher one live on where an O comes next, the others elsewhere.
        let mut layer = |index: usize| {
            let top = |sample: &Sample, x: u16| {
                let filled = |row: &u16| row >> x & 1 == 1;
                sample.rows.iter().position(filled).unwrap_or(ROWS)
            };
            let comes = pieces[index] == Piece::O;
            let mut samples: Vec<Sample> = (0..60)
                .map(|_| Sample {
                    rows: uneven(&mut random).rows,
                    value: 0.0,
                    share: 0.0,
                })
                .collect();
            let future = |sample: &Sample| (top(sample, 0) < top(sample, 1)) == comes;
            let count = samples.iter().filter(|sample| future(sample)).count();
            for sample in &mut samples {
                sample.share = f32::from(u8::from(future(sample))) / count as f32;
            }
            Layer { index, samples }
        };
        let layers: Vec<Layer> = (0..1000).map(&mut layer).collect();
        let mut fit = Fit::new(pieces.clone());
        for layer in &layers[..960] {
            fit.step(layer, 1.0);
        }
        let gaps = fit.losses(&layers[960..].iter().collect::<Vec<_>>());
        let sum = |nats: &dyn Fn(usize) -> f64| (0..gaps.len()).map(nats).sum::<f64>();
        let with = sum(&|at| gaps[at].with - gaps[at].floor);
        let without = sum(&|at| gaps[at].without - gaps[at].floor);
        assert!(with < 0.5 * without, "{with} of {without}");
    }
}
