//! Adam (Kingma and Ba 2015), the method of gradient descent; for the hidden layer's inputs with the weight
//! decay of AdamW (Loshchilov and Hutter 2019).

use super::layout::{BIAS, COUNT, FIRST_PAIR, FIRST_RELATIVE, FIRST_TERM, HIDDEN_FEATURES};
use crate::play::tune::samples::SCALE;

/// The learning rate in centipawns.
const STEP: f32 = 4.0;
/// The learning rate of the hidden layer.
const HIDDEN_STEP: f32 = 0.006;
/// Weight decay of the relative features.
const COMMON_DECAY: f32 = 0.02;
/// In each step the hidden layer's input weights shrink by this times the learning rate, independently of
/// their gradient.
const HIDDEN_DECAY: f32 = 0.4;
const MOMENTUM: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// The running means of the gradient and of its square.
#[derive(Clone)]
pub struct Adam {
    /// The running mean of the gradient.
    pub momentum: Vec<f32>,
    /// The running mean of its square.
    pub square: Vec<f32>,
    /// The number of steps made.
    pub steps: u32,
}

impl Adam {
    /// The state before the first step.
    pub fn new() -> Adam {
        Adam { momentum: vec![0.0; COUNT], square: vec![0.0; COUNT], steps: 0 }
    }

    /// Makes one step along the mean gradient; `gradient` is the sum over `samples` samples. The learning
    /// rates are multiplied by `rate`; `decay` pulls the weights of pairs towards zero.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], samples: usize, rate: f32, decay: f32) {
        self.steps += 1;
        let bias = |rate: f32| 1.0 - rate.powi(self.steps as i32);
        let (momentum_bias, square_bias) = (1.0 / bias(MOMENTUM), 1.0 / bias(SQUARE));
        let share = 1.0 / samples as f32;
        let squared_scale = SCALE * SCALE;
        for (range, pull, shrink, step) in [
            (0..FIRST_RELATIVE, 0.0, 0.0, STEP),
            (FIRST_RELATIVE..FIRST_PAIR, COMMON_DECAY / squared_scale, 0.0, STEP),
            (FIRST_PAIR..FIRST_TERM, decay / squared_scale, 0.0, STEP),
            (FIRST_TERM..BIAS, 0.0, 0.0, STEP),
            (BIAS..HIDDEN_FEATURES, 0.0, 0.0, HIDDEN_STEP),
            (HIDDEN_FEATURES..COUNT, 0.0, HIDDEN_DECAY, HIDDEN_STEP),
        ] {
            let weights = weights[range.clone()].iter_mut().zip(&gradient[range.clone()]);
            let means = self.momentum[range.clone()].iter_mut().zip(&mut self.square[range]);
            for ((weight, gradient), (momentum, square)) in weights.zip(means) {
                let slope = gradient * share + pull * *weight;
                *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let direction = *momentum * momentum_bias / ((*square * square_bias).sqrt() + 1e-6);
                *weight -= rate * step * (direction + shrink * *weight);
            }
        }
    }
}
