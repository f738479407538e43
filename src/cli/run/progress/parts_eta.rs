//! Estimates the remaining time of work that consists of equal parts: the problems of a run, the plies of a check.

use crate::report::{Lang, short_time};
use std::time::Instant;

/// When the work began, and how many of its parts are done.
#[derive(Debug, Clone, Copy)]
pub struct PartsEta {
    started: Instant,
    done: u64,
    /// When the last part was done.
    since: Instant,
}

impl PartsEta {
    /// The estimate for work that begins now.
    pub fn new() -> PartsEta {
        let now = Instant::now();
        PartsEta { started: now, done: 0, since: now }
    }

    /// A text with the remaining time when `done` of `whole` parts are done. It is empty before the first part is
    /// done, and when the current part takes longer than estimated.
    pub fn left(&mut self, done: u64, whole: u64, lang: Lang) -> String {
        let now = Instant::now();
        if done != self.done {
            (self.done, self.since) = (done, now);
        }
        let spent = self.since.duration_since(self.started).as_secs_f64();
        match seconds_left(done, whole, spent, now.duration_since(self.since).as_secs_f64()) {
            Some(seconds) => {
                let left = short_time(seconds, lang);
                lang.pick(format!("残り約 {left}"), format!("about {left} left"))
            }
            None => String::new(),
        }
    }
}

/// The remaining seconds after `spent` seconds on the parts that are done and `begun` seconds on the next one.
fn seconds_left(done: u64, whole: u64, spent: f64, begun: f64) -> Option<f64> {
    if done == 0 || whole <= done {
        return None;
    }
    let left = spent / done as f64 * (whole - done) as f64 - begun;
    Some(left).filter(|&left| left >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_guessed_from_what_is_done() {
        let left = |done, begun| seconds_left(done, 60, 30.0, begun);
        assert_eq!([left(0, 0.0), left(15, 0.0), left(60, 0.0)], [None, Some(90.0), None]);
        assert_eq!(
            [left(15, 10.0), left(59, 0.5), left(59, 1.0)],
            [Some(80.0), Some(30.0 / 59.0 - 0.5), None]
        );
    }
}
