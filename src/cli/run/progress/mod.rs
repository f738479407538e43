//! How far a search has come, on stderr: lines redrawn at a terminal, a line now and then elsewhere, and a line at once when the
//! user asks for it by a signal.

mod batch;
mod estimate;
mod eta;
mod signal;
mod words;

use crate::cli::args::ReadingFlags;
use crate::cli::input::{Item, ProblemsAhead, problems, problems_ahead};
use crate::cli::stderr::complain;
use crate::cli::stderr::{Part, Screen};
use crate::report::Lang;
use crate::solve::Progress;
use batch::Batch;
use estimate::Estimate;
use eta::Pace;
use signal::Asked;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing is shown of a search that takes less.
const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two lines where they stay.
const SPARSE: Duration = Duration::from_secs(10);
/// The time between two looks at a batch whose searches show nothing themselves.
const GLANCE: Duration = Duration::from_millis(200);

/// How far something that is pulled has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct HowFar {
    /// The search at hand.
    pub search: Progress,
    /// Of a check with many searches: the ply that is examined, from the last one on, and the number of plies.
    pub ply: Option<(u64, u64)>,
}

impl From<Progress> for HowFar {
    fn from(search: Progress) -> HowFar {
        HowFar { search, ply: None }
    }
}

/// The progress of the searches of a run.
pub struct ProgressLine {
    form: Form,
    lang: Lang,
    batch: Option<Batch>,
    /// What is being solved.
    name: String,
    /// Since when.
    started: Instant,
    /// Of a check: the time for the plies that are left.
    estimate: Estimate,
    /// When the next line is due.
    due: Instant,
    /// The length that is expected.
    expected: Option<u64>,
    pace: Pace,
    paced: Instant,
    asked: Asked,
    /// The nodes of the search that was shown last: fewer are those of another search.
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Silent,
    Redrawn,
    Sparse,
}

impl ProgressLine {
    /// Progress in the form that suits stderr; none if `quiet`.
    pub fn new(quiet: bool, lang: Lang) -> ProgressLine {
        let form = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Form::Silent,
            (false, true) => Form::Redrawn,
            (false, false) => Form::Sparse,
        };
        let now = Instant::now();
        let (name, pace, asked) = (String::new(), Pace::default(), Asked::listen());
        let (started, due, paced) = (now, now, now);
        ProgressLine {
            form,
            lang,
            batch: None,
            name,
            started,
            estimate: Estimate::new(),
            due,
            expected: None,
            pace,
            paced,
            asked,
            nodes: 0,
        }
    }

    /// The language of what is said.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The problems of a run over inputs, which begins. Where it is drawn how many there are, they are read ahead.
    pub fn problems<'a>(
        &mut self,
        inputs: &'a [OsString],
        reading: &'a ReadingFlags,
    ) -> Box<dyn Iterator<Item = Item> + 'a> {
        if self.form != Form::Redrawn {
            return Box::new(problems(inputs, reading));
        }
        let ProblemsAhead { problems, count } = problems_ahead(inputs, reading);
        self.batch = Some(Batch::new(count));
        problems
    }

    /// The run comes to its next problem.
    pub fn next_problem(&mut self) {
        if let Some(batch) = &mut self.batch {
            batch.number += 1;
        }
    }

    /// Shows the batch alone, for searches that show nothing themselves.
    pub fn watch_batch(&mut self) -> BatchWatch {
        let batch = Arc::new(Mutex::new(self.batch.take()));
        let (seen, lang) = (Arc::downgrade(&batch), self.lang);
        let watch = move || {
            thread::sleep(PATIENCE);
            while let Some(batch) = seen.upgrade() {
                let part = lock(&batch).as_mut().map(|batch| batch.answered(lang));
                drop(batch);
                let Some(part) = part else { return };
                Screen::get().draw(Some(part), None);
                thread::sleep(GLANCE);
            }
        };
        if self.form == Form::Redrawn {
            // Without a thread there is no bar.
            let _ = thread::Builder::new().name("progress".to_owned()).spawn(watch);
        }
        BatchWatch { batch, is_drawn: self.form == Form::Redrawn }
    }

    /// A new search begins, of a problem whose mate is expected to have so many plies.
    pub fn start(&mut self, name: String, expected: Option<u64>) {
        self.name = name;
        self.expected = expected;
        self.pace = Pace::default();
        self.nodes = 0;
        self.started = Instant::now();
        self.estimate = Estimate::new();
        self.paced = self.started;
        self.due = self.started + if self.form == Form::Sparse { SPARSE } else { PATIENCE };
    }

    /// Shows how far the search has come, when it is time to.
    pub fn show(&mut self, far: &HowFar) {
        let now = Instant::now();
        let mut far = *far;
        if far.ply.is_some() {
            // Each ply has searches of its own.
            far.search.seconds = self.started.elapsed().as_secs_f64();
        }
        if far.search.nodes < self.nodes {
            self.pace = Pace::default();
        }
        self.nodes = far.search.nodes;
        if self.asked.take() {
            complain(format_args!("{}: {}", self.name, self.text(&far)));
        }
        // One of many searches that has not begun says nothing.
        let has_begun = far.ply.is_none() || far.search.nodes > 0;
        if now >= self.due && has_begun {
            self.draw(&far);
        }
        if now >= self.paced {
            self.pace.add(&far.search);
            self.paced = now + SPARSE / 4;
        }
    }

    fn draw(&mut self, far: &HowFar) {
        match self.form {
            Form::Silent => {}
            Form::Redrawn => {
                let line = format!("{}: {}", words::short_name(&self.name), self.figures(&far.search));
                let part = self.part(far);
                Screen::get().draw(part, Some(line));
            }
            Form::Sparse => {
                self.due = Instant::now() + SPARSE;
                // Nobody listening on stderr is no reason to stop the search.
                let _ = writeln!(io::stderr().lock(), "tsumugi: {}: {}", self.name, self.text(far));
            }
        }
    }

    /// The search has ended: what was redrawn disappears.
    pub fn finish(&mut self) {
        if self.form == Form::Redrawn {
            Screen::get().clear();
        }
    }

    /// What is done of the batch, or of the only problem's check.
    fn part(&mut self, far: &HowFar) -> Option<Part> {
        let of_batch = self.batch.as_mut().and_then(|batch| batch.begun(self.lang));
        let Some((ply, whole)) = far.ply else { return of_batch };
        let words = self.ply_words((ply, whole));
        if let Some(part) = of_batch {
            let comma = self.lang.pick("、", ", ");
            return Some(Part { words: [part.words, words].join(comma), ..part });
        }
        // From the last ply on.
        let done = whole.saturating_sub(ply);
        let left = self.estimate.left(done, whole, self.lang);
        Some(Part { words, done: (done, Some(whole)), left })
    }

    fn ply_words(&self, (ply, whole): (u64, u64)) -> String {
        self.lang.pick(format!("{whole}手中{ply}手目"), format!("ply {ply} of {whole}"))
    }

    fn text(&self, far: &HowFar) -> String {
        let figures = self.figures(&far.search);
        match far.ply {
            Some(ply) => [self.ply_words(ply), figures].join(self.lang.pick(" / ", ", ")),
            None => figures,
        }
    }

    fn figures(&self, progress: &Progress) -> String {
        match progress.frontier {
            0 => words::of_proof(progress, &self.pace, self.lang),
            _ => words::of_layers(progress, &self.pace, self.expected, self.lang),
        }
    }
}

/// A batch that is shown as long as this lives.
pub struct BatchWatch {
    batch: Arc<Mutex<Option<Batch>>>,
    is_drawn: bool,
}

impl BatchWatch {
    /// A problem is answered: the answer is written.
    pub fn answered<T>(&self, write: impl FnOnce() -> T) -> T {
        if let Some(batch) = &mut *lock(&self.batch) {
            batch.number += 1;
        }
        if self.is_drawn { Screen::get().aside(write) } else { write() }
    }
}

impl Drop for BatchWatch {
    fn drop(&mut self) {
        *lock(&self.batch) = None;
        if self.is_drawn {
            Screen::get().aside(|| ());
        }
    }
}

fn lock(batch: &Mutex<Option<Batch>>) -> std::sync::MutexGuard<'_, Option<Batch>> {
    batch.lock().unwrap_or_else(PoisonError::into_inner)
}
