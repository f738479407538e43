//! How many problems a run has, and how many are done.

use super::estimate::Estimate;
use crate::cli::args::ReadingFlags;
use crate::cli::input::items::for_each_problem;
use crate::cli::stderr::Part;
use crate::report::Lang;
use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

/// The problems of a run.
#[derive(Clone)]
pub struct Batch {
    estimate: Estimate,
    /// How many there are; 0 while nobody knows.
    count: Arc<AtomicU64>,
    /// How many are begun: one after another, or answered when several are solved at the same time.
    pub number: u64,
}

impl Batch {
    /// A run over inputs, which are counted aside where they can be read twice.
    pub fn new(inputs: &[OsString], reading: &ReadingFlags) -> Batch {
        let batch = Batch { estimate: Estimate::new(), count: Arc::default(), number: 0 };
        if inputs.iter().all(|input| can_be_read_twice(Path::new(input))) {
            let (inputs, reading, count) = (inputs.to_vec(), reading.clone(), Arc::clone(&batch.count));
            // Without a thread the count stays unknown. It ends with the program at the latest.
            let _ = thread::Builder::new().name("count".to_owned()).spawn(move || {
                let mut problems = 0;
                let counted = for_each_problem(&inputs, &reading, &mut |_| {
                    problems += 1;
                    Ok(ControlFlow::Continue(()))
                });
                if counted.is_ok() {
                    count.store(problems, Relaxed);
                }
            });
        }
        batch
    }

    /// The part that is done while a problem is being solved; `None` for a single problem.
    pub fn begun(&mut self, lang: Lang) -> Option<Part> {
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

    /// The part that is done when several problems are solved at the same time.
    pub fn answered(&mut self, lang: Lang) -> Part {
        let number = self.number;
        let words = match self.whole() {
            Some(whole) => {
                lang.pick(format!("{whole}題中{number}題済み"), format!("{number} of {whole} done"))
            }
            None => lang.pick(format!("{number}題済み"), format!("{number} done")),
        };
        self.part(words, number, lang)
    }

    fn part(&mut self, words: String, done: u64, lang: Lang) -> Part {
        let whole = self.whole();
        let left = self.estimate.left(done, whole.unwrap_or(0), lang);
        Part { words, done: (done, whole), left }
    }

    fn whole(&self) -> Option<u64> {
        // More may have come in than were counted: the inputs are read twice.
        Some(self.count.load(Relaxed)).filter(|&count| count > 0).map(|count| count.max(self.number))
    }
}

/// Whether reading an input leaves it as it is: an SFEN, a file or a folder does, a pipe does not.
fn can_be_read_twice(input: &Path) -> bool {
    input != Path::new("-") && fs::metadata(input).map_or(true, |data| data.is_file() || data.is_dir())
}
