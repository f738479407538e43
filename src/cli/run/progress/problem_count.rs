//! The number of problems in a run, and how many are done.

use super::parts_eta::PartsEta;
use crate::cli::stderr::Bar;
use crate::report::Lang;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of problems, and the number of the current one.
#[derive(Clone)]
pub struct ProblemCount {
    eta: PartsEta,
    /// The total number; 0 until all are read.
    count: Arc<AtomicU64>,
    /// How many are begun, when they are solved one after another; how many are answered, when several are solved at
    /// a time.
    pub number: u64,
}

impl ProblemCount {
    /// The count for a run over `count` problems, which begins now; `count` is 0 until all are read.
    pub fn new(count: Arc<AtomicU64>) -> ProblemCount {
        ProblemCount { eta: PartsEta::new(), count, number: 0 }
    }

    /// The bar while a problem is being solved; `None` for a single problem.
    pub fn begun(&mut self, lang: Lang) -> Option<Bar> {
        let (number, whole) = (self.number, self.whole());
        let words = match whole {
            Some(1) => return None,
            None if number < 2 => return None,
            Some(whole) => {
                lang.pick(format!("{whole}題中{number}題目"), format!("problem {number} of {whole}"))
            }
            None => lang.pick(format!("{number}題目"), format!("problem {number}")),
        };
        Some(self.part(words, number.saturating_sub(1), lang))
    }

    /// The bar when several problems are solved at the same time.
    pub fn answered(&mut self, lang: Lang) -> Bar {
        let number = self.number;
        let words = match self.whole() {
            Some(whole) => {
                lang.pick(format!("{whole}題中{number}題済み"), format!("{number} of {whole} done"))
            }
            None => lang.pick(format!("{number}題済み"), format!("{number} done")),
        };
        self.part(words, number, lang)
    }

    fn part(&mut self, words: String, done: u64, lang: Lang) -> Bar {
        let whole = self.whole();
        let left = self.eta.left(done, whole.unwrap_or(0), lang);
        Bar { words, done: (done, whole), left }
    }

    fn whole(&self) -> Option<u64> {
        Some(self.count.load(Relaxed)).filter(|&count| count > 0)
    }
}
