//! The speed of a search, the growth of its layers, and the time at which it reaches a length, estimated from
//! its latest progress reports.

use crate::solve::Progress;
use std::collections::VecDeque;

/// The number of progress reports that are kept: layers grow and shrink, so a single one is not
/// representative.
const REPORTS: usize = 12;
/// The number of plies from one layer to the next.
const PLIES_A_LAYER: f64 = 2.0;

/// The latest progress reports of a search.
#[derive(Default)]
pub struct SearchEta {
    reports: VecDeque<Progress>,
}

/// The rates computed from the reports.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Look-ups per second.
    pub lookups: f64,
    /// Nodes per second.
    pub nodes: f64,
    /// The growth factor from a layer to the next one.
    pub growth: Option<f64>,
    /// Seconds for a layer.
    pub layer_seconds: Option<f64>,
}

impl SearchEta {
    /// Adds a report.
    pub fn add(&mut self, progress: &Progress) {
        if self.reports.len() == REPORTS {
            self.reports.pop_front();
        }
        self.reports.push_back(*progress);
    }

    /// The rates computed from the reports up to `now`.
    pub fn rates(&self, now: &Progress) -> Rates {
        let first = self.reports.front().copied().unwrap_or_default();
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

    /// The seconds until a length is reached if layers keep growing as before: an estimate, `None` without
    /// layers.
    pub fn seconds_to(&self, plies: u64, now: &Progress) -> Option<f64> {
        let Rates { growth, layer_seconds, .. } = self.rates(now);
        let layers = plies.saturating_sub(now.plies) as f64 / PLIES_A_LAYER;
        // The growth of many layers cannot be predicted from a few, so the factor is clamped, and small
        // growth is ignored.
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

    fn report(plies: u64, frontier: u64, lookups: u64, seconds: f64) -> Progress {
        Progress { plies, frontier, lookups, seconds, ..Progress::default() }
    }

    #[test]
    fn rates_are_those_of_the_last_moments() {
        let mut eta = SearchEta::default();
        for step in 0..40 {
            eta.add(&report(2 * step + 1, 1000, 500 * step, step as f64 * 0.5));
        }
        let now = report(81, 1000, 20_000, 20.0);
        let rates = eta.rates(&now);
        assert_eq!((rates.lookups, rates.growth, rates.layer_seconds), (1000.0, Some(1.0), Some(0.5)));
        assert_eq!(eta.seconds_to(101, &now), Some(5.0));
    }

    #[test]
    fn growing_layers_take_longer_and_longer() {
        let mut eta = SearchEta::default();
        eta.add(&report(1, 100, 0, 0.0));
        let now = report(5, 400, 0, 2.0);
        assert_eq!(eta.rates(&now).growth, Some(2.0));
        assert_eq!(eta.seconds_to(9, &now), Some(6.0));
        assert_eq!(eta.seconds_to(3, &now), Some(0.0));
    }

    #[test]
    fn nothing_is_guessed_within_a_layer() {
        let mut eta = SearchEta::default();
        eta.add(&report(7, 100, 0, 0.0));
        let now = report(7, 100, 300, 3.0);
        assert_eq!(eta.rates(&now), Rates { lookups: 100.0, nodes: 0.0, growth: None, layer_seconds: None });
        assert_eq!(eta.seconds_to(9, &now), None);
    }
}
