//! How fast a search goes and how its layers grow, from what it showed lately.

use crate::solve::Progress;
use std::collections::VecDeque;

/// Layers grow and shrink; so many moments are looked at together.
const MOMENTS: usize = 12;
/// Two plies lead to the next layer.
const PLIES_A_LAYER: f64 = 2.0;

/// The last moments of a search.
#[derive(Default)]
pub struct Pace {
    moments: VecDeque<Progress>,
}

/// What the moments tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Look-ups a second.
    pub lookups: f64,
    /// Nodes a second.
    pub nodes: f64,
    /// By what a layer exceeds the one before it, as a factor.
    pub growth: Option<f64>,
    /// Seconds for a layer.
    pub layer_seconds: Option<f64>,
}

impl Pace {
    /// Adds a moment.
    pub fn add(&mut self, progress: &Progress) {
        if self.moments.len() == MOMENTS {
            self.moments.pop_front();
        }
        self.moments.push_back(*progress);
    }

    /// What the moments tell up to now.
    pub fn rates(&self, now: &Progress) -> Rates {
        let first = self.moments.front().copied().unwrap_or_default();
        let seconds = (now.seconds - first.seconds).max(1e-3);
        let layers = now.plies.saturating_sub(first.plies) as f64 / PLIES_A_LAYER;
        let lookups = now.lookups.saturating_sub(first.lookups) as f64 / seconds;
        let nodes = now.nodes.saturating_sub(first.nodes) as f64 / seconds;
        if layers < 1.0 {
            return Rates { lookups, nodes, growth: None, layer_seconds: None };
        }
        let growth = (now.frontier.max(1) as f64 / first.frontier.max(1) as f64).powf(1.0 / layers);
        Rates { lookups, nodes, growth: Some(growth), layer_seconds: Some(seconds / layers) }
    }

    /// The seconds until a length is reached if layers go on to grow as they did: a guess, and none without layers.
    pub fn seconds_to(&self, plies: u64, now: &Progress) -> Option<f64> {
        let Rates { growth, layer_seconds, .. } = self.rates(now);
        let layers = plies.saturating_sub(now.plies) as f64 / PLIES_A_LAYER;
        // Growth over many layers to come cannot be told from that of a few; a little of it is taken for none.
        let growth = growth?.clamp(0.5, 2.0);
        let steps = if (growth - 1.0).abs() * layers < 0.1 || layers > 200.0 {
            layers
        } else {
            growth * (growth.powf(layers) - 1.0) / (growth - 1.0)
        };
        Some(layer_seconds? * steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(plies: u64, frontier: u64, lookups: u64, seconds: f64) -> Progress {
        Progress { plies, frontier, lookups, seconds, ..Progress::default() }
    }

    #[test]
    fn rates_are_those_of_the_last_moments() {
        let mut pace = Pace::default();
        for step in 0..40 {
            pace.add(&moment(2 * step + 1, 1000, 500 * step, step as f64 * 0.5));
        }
        let now = moment(81, 1000, 20_000, 20.0);
        let rates = pace.rates(&now);
        assert_eq!((rates.lookups, rates.growth, rates.layer_seconds), (1000.0, Some(1.0), Some(0.5)));
        assert_eq!(pace.seconds_to(101, &now), Some(5.0));
    }

    #[test]
    fn growing_layers_take_longer_and_longer() {
        let mut pace = Pace::default();
        pace.add(&moment(1, 100, 0, 0.0));
        let now = moment(5, 400, 0, 2.0);
        assert_eq!(pace.rates(&now).growth, Some(2.0));
        assert_eq!(pace.seconds_to(9, &now), Some(6.0));
        assert_eq!(pace.seconds_to(3, &now), Some(0.0));
    }

    #[test]
    fn nothing_is_guessed_within_a_layer() {
        let mut pace = Pace::default();
        pace.add(&moment(7, 100, 0, 0.0));
        let now = moment(7, 100, 300, 3.0);
        assert_eq!(pace.rates(&now), Rates { lookups: 100.0, nodes: 0.0, growth: None, layer_seconds: None });
        assert_eq!(pace.seconds_to(9, &now), None);
    }
}
