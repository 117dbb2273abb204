//! Values of boards as chances, which is how they are learned.

/// Softmax scale, per point.
const SCALE: f64 = 0.03;

/// Chances of boards.
pub struct Softmax {
    /// They sum to 1.
    pub chances: Vec<f64>,
    /// Their negative logarithms.
    pub nats: Vec<f64>,
}

/// The chances by values in points.
pub fn softmax(values: &[f64]) -> Softmax {
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let scaled: Vec<f64> = values.iter().map(|value| SCALE * (value - best)).collect();
    let weights: Vec<f64> = scaled.iter().copied().map(libm::exp).collect();
    let sum: f64 = weights.iter().sum();
    let log = libm::log(sum);
    Softmax {
        chances: weights.iter().map(|weight| weight / sum).collect(),
        nats: scaled.iter().map(|scaled| log - scaled).collect(),
    }
}
