//! Adam with decoupled weight decay (Loshchilov and Hutter, 2019) in single precision.

/// Weights on their way down.
pub struct Adam {
    /// The weights as they are now.
    pub weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Powers of the two decays.
    powers: [f64; 2],
}

/// Decays of the running means of gradient and squared gradient: those of Adam's paper.
const DECAYS: [f32; 2] = [0.9, 0.999];

impl Adam {
    /// Starts with these weights.
    pub fn new(weights: Vec<f32>) -> Self {
        let zeros = vec![0.0; weights.len()];
        Self {
            mean: zeros.clone(),
            square: zeros,
            weights,
            powers: [1.0; 2],
        }
    }

    /// One step. `decay` is the part of the rate by which every weight shrinks.
    ///
    /// # Panics
    /// If there are fewer slopes than weights.
    pub fn step(&mut self, gradient: &[f32], rate: f32, decay: f32) {
        for (power, decay) in self.powers.iter_mut().zip(DECAYS) {
            *power *= f64::from(decay);
        }
        let [mean_part, square_part] = self.powers.map(|power| (1.0 / (1.0 - power)) as f32);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &gradient), (mean, square)) in
            self.weights.iter_mut().zip(gradient).zip(moments)
        {
            *mean += (1.0 - DECAYS[0]) * (gradient - *mean);
            *square += (1.0 - DECAYS[1]) * (gradient * gradient - *square);
            let step = *mean * mean_part / ((*square * square_part).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
        }
    }
}
