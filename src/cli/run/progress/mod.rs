//! The progress of a search on stderr: redrawn lines at a terminal, otherwise a line from time to time; and a line at
//! once when the user asks for it by a signal.

mod parts_eta;
mod problem_count;
mod shown_reader;
mod signal;
mod steps;
mod words;

use crate::cli::args::ReadingFlags;
use crate::cli::input::{Item, ProblemsAhead, problems, problems_ahead};
use crate::cli::stderr::tell;
use crate::cli::stderr::{Bar, Screen};
use crate::report::{Lang, SearchEta, ply_text, progress_text};
use crate::solve::{Progress, lock};
use crate::store::{SMALL_STACK, thread_builder};
use parts_eta::PartsEta;
use problem_count::ProblemCount;
pub use shown_reader::ShownReader;
use signal::ProgressSignal;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
pub use steps::StepsProgress;

/// A search that takes less time shows nothing.
const FIRST_LINE_AFTER: Duration = Duration::from_millis(300);
/// The time between two lines when stderr is not a terminal, where all lines stay visible.
const LINE_INTERVAL: Duration = Duration::from_secs(10);
/// The time between two updates of the problem count, when searches show nothing themselves.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// The progress of a search, or of a check with many searches.
#[derive(Clone, Debug, Default)]
pub struct RunProgress {
    /// The current search.
    pub search: Progress,
    /// For a check with many searches: the ply that is examined, counting down from the last one, and the number of
    /// plies.
    pub ply: Option<(u64, u64)>,
    /// For work in steps: its progress.
    pub steps: Option<Box<StepsProgress>>,
}

impl From<Progress> for RunProgress {
    fn from(search: Progress) -> RunProgress {
        RunProgress { search, ply: None, steps: None }
    }
}

/// The progress display of the searches of a run.
pub struct ProgressLine {
    form: Form,
    lang: Lang,
    problems: Option<ProblemCount>,
    /// The name of the problem that is being solved.
    name: String,
    /// When the current search began.
    started: Instant,
    /// For a check and for work in parts: the estimate of the remaining time.
    parts_eta: PartsEta,
    /// When the next line is due.
    due: Instant,
    /// The expected length of the mate in plies.
    expected: Option<u64>,
    eta: SearchEta,
    sampled: Instant,
    signal: ProgressSignal,
    /// The nodes of the search shown last: a smaller number means that another search has begun.
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Silent,
    Redrawn,
    Sparse,
}

impl ProgressLine {
    /// A progress display in the form that suits stderr; none if `quiet`.
    pub fn new(quiet: bool, lang: Lang) -> ProgressLine {
        let form = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Form::Silent,
            (false, true) => Form::Redrawn,
            (false, false) => Form::Sparse,
        };
        let now = Instant::now();
        let (name, eta, signal) = (String::new(), SearchEta::default(), ProgressSignal::listen());
        let (started, due, sampled) = (now, now, now);
        ProgressLine {
            form,
            lang,
            problems: None,
            name,
            started,
            parts_eta: PartsEta::new(),
            due,
            expected: None,
            eta,
            sampled,
            signal,
            nodes: 0,
        }
    }

    /// The language of the display.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The problems of a run over inputs, which begins now. If their total number is shown, they are read ahead.
    pub fn problems<'a>(
        &mut self,
        inputs: &'a [OsString],
        reading: &'a ReadingFlags,
    ) -> Box<dyn Iterator<Item = Item> + 'a> {
        if self.form != Form::Redrawn {
            return Box::new(problems(inputs, reading));
        }
        let ProblemsAhead { problems, count } = problems_ahead(inputs, reading);
        self.problems = Some(ProblemCount::new(count));
        problems
    }

    /// Records that the run begins its next problem.
    pub fn next_problem(&mut self) {
        if let Some(problems) = &mut self.problems {
            problems.number += 1;
        }
    }

    /// Shows only the problem count, for searches that show nothing themselves.
    pub fn show_count(&mut self) -> ShownCount {
        let problems = Arc::new(Mutex::new(self.problems.take()));
        let (seen, lang) = (Arc::downgrade(&problems), self.lang);
        let watch = move || {
            thread::sleep(FIRST_LINE_AFTER);
            while let Some(problems) = seen.upgrade() {
                let part = lock(&problems).as_mut().map(|problems| problems.answered(lang));
                drop(problems);
                let Some(part) = part else { return };
                Screen::get().draw(Some(part), None);
                thread::sleep(REDRAW_INTERVAL);
            }
        };
        if self.form == Form::Redrawn {
            // Without a thread the count is not shown.
            let _ = thread_builder(SMALL_STACK)
                .and_then(|thread| thread.name("progress".to_owned()).spawn(watch));
        }
        ShownCount { problems, is_drawn: self.form == Form::Redrawn }
    }

    /// Begins the display of a new search; `expected`: the expected length of the problem's mate in plies.
    pub fn start(&mut self, name: String, expected: Option<u64>) {
        self.name = name;
        self.expected = expected;
        self.eta = SearchEta::default();
        self.nodes = 0;
        self.started = Instant::now();
        self.parts_eta = PartsEta::new();
        self.sampled = self.started;
        self.due = self.started + if self.form == Form::Sparse { LINE_INTERVAL } else { FIRST_LINE_AFTER };
    }

    /// Shows the progress of the search, if an update is due.
    pub fn show(&mut self, far: &RunProgress) {
        let now = Instant::now();
        let mut far = far.clone();
        if far.ply.is_some() {
            // Each ply has its own searches, so the time is that of the whole check.
            far.search.seconds = self.started.elapsed().as_secs_f64();
        }
        if far.search.nodes < self.nodes {
            self.eta = SearchEta::default();
        }
        self.nodes = far.search.nodes;
        if self.signal.take() {
            let text = self.text(&far);
            tell(format_args!("{}: {text}", self.name));
        }
        // A search of a check that has not begun has nothing to show.
        let has_begun = far.ply.is_none() || far.search.nodes > 0;
        if now >= self.due && has_begun {
            self.draw(&far);
        }
        if now >= self.sampled {
            self.eta.add(&far.search);
            self.sampled = now + LINE_INTERVAL / 4;
        }
    }

    fn draw(&mut self, far: &RunProgress) {
        match self.form {
            Form::Silent => {}
            Form::Redrawn => {
                let line = format!("{}: {}", words::short_name(&self.name), self.figures(&far.search));
                let part = self.part(far);
                Screen::get().draw(part, Some(line));
            }
            Form::Sparse => {
                self.due = Instant::now() + LINE_INTERVAL;
                // A failed write to stderr is no reason to stop the search.
                let text = self.text(far);
                let _ = writeln!(io::stderr().lock(), "tsumugi: {}: {text}", self.name);
            }
        }
    }

    /// Shows the progress of work that consists of many small parts, `part` from 0 to 1, if an update is due.
    pub fn show_part(&mut self, part: f64, words: impl FnOnce(Lang) -> String) {
        let (done, whole) = in_parts(part);
        let now = Instant::now();
        let asked = self.signal.take();
        if !asked && (now < self.due || self.form == Form::Silent) {
            return;
        }
        let left = self.parts_eta.left(done, whole, self.lang);
        let words = words(self.lang);
        if self.form == Form::Redrawn && !asked {
            self.due = now + REDRAW_INTERVAL;
            Screen::get().draw(Some(Bar { words, done: (done, Some(whole)), left }), None);
            return;
        }
        self.due = now + LINE_INTERVAL;
        let percent = format!("{:.1} %", part * 100.0);
        let all: Vec<String> = [percent, words, left].into_iter().filter(|text| !text.is_empty()).collect();
        // A failed write to stderr is no reason to stop the search.
        let _ =
            writeln!(io::stderr().lock(), "tsumugi: {}: {}", self.name, all.join(self.lang.pick("、", ", ")));
    }

    /// Shows the progress of work of unknown length, if an update is due.
    pub fn show_words(&mut self, words: impl FnOnce(Lang) -> String) {
        let asked = self.signal.take();
        let now = Instant::now();
        if !asked && (now < self.due || self.form == Form::Silent) {
            return;
        }
        let words = words(self.lang);
        if self.form == Form::Redrawn && !asked {
            self.due = now + REDRAW_INTERVAL;
            Screen::get().draw(None, Some(format!("{}: {words}", words::short_name(&self.name))));
            return;
        }
        self.due = now + LINE_INTERVAL;
        tell(format_args!("{}: {words}", self.name));
    }

    /// Writes an answer while the display is cleared.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.form == Form::Redrawn { Screen::get().aside(write) } else { write() }
    }

    /// Ends the display: redrawn lines disappear.
    pub fn finish(&mut self) {
        if self.form == Form::Redrawn {
            Screen::get().clear();
        }
    }

    /// The bar for the problems of the run, or for the plies of a single problem's check.
    fn part(&mut self, far: &RunProgress) -> Option<Bar> {
        let of_batch = self.problems.as_mut().and_then(|problems| problems.begun(self.lang));
        let Some(of_problem) = self.part_of_problem(far) else { return of_batch };
        let Some(part) = of_batch else { return Some(of_problem) };
        let comma = self.lang.pick("、", ", ");
        Some(Bar { words: [part.words, of_problem.words].join(comma), ..part })
    }

    /// The bar for the plies of a check, or for work in steps.
    fn part_of_problem(&mut self, far: &RunProgress) -> Option<Bar> {
        let (words, done, whole) = match (far.ply, &far.steps) {
            // Plies are examined from the last one on.
            (Some((ply, whole)), _) => (ply_text((ply, whole), self.lang), whole.saturating_sub(ply), whole),
            (None, Some(steps)) => {
                let (done, whole) = in_parts(steps.part);
                (steps.text(self.lang), done, whole)
            }
            (None, None) => return None,
        };
        let left = self.parts_eta.left(done, whole, self.lang);
        Some(Bar { words, done: (done, Some(whole)), left })
    }

    fn text(&mut self, far: &RunProgress) -> String {
        let figures = self.figures(&far.search);
        let comma = self.lang.pick("、", ", ");
        match (far.ply, &far.steps) {
            (Some(ply), _) => [ply_text(ply, self.lang), figures].join(self.lang.pick(" / ", ", ")),
            (None, Some(steps)) => {
                let (done, whole) = in_parts(steps.part);
                let left = self.parts_eta.left(done, whole, self.lang);
                let words = [steps.text(self.lang), left, figures];
                words.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(comma)
            }
            (None, None) => figures,
        }
    }

    fn figures(&self, progress: &Progress) -> String {
        progress_text(progress, &self.eta, self.expected, self.lang)
    }
}

/// A fraction from 0 to 1 as a number of small equal parts, and the number of parts in the whole.
fn in_parts(part: f64) -> (u64, u64) {
    const WHOLE: u64 = 10_000;
    ((part.clamp(0.0, 1.0) * WHOLE as f64) as u64, WHOLE)
}

/// A problem count that is shown as long as this lives.
pub struct ShownCount {
    problems: Arc<Mutex<Option<ProblemCount>>>,
    is_drawn: bool,
}

impl ShownCount {
    /// Counts a problem as answered, and writes its answer.
    pub fn answered<T>(&self, write: impl FnOnce() -> T) -> T {
        if let Some(problems) = &mut *lock(&self.problems) {
            problems.number += 1;
        }
        if self.is_drawn { Screen::get().aside(write) } else { write() }
    }
}

impl Drop for ShownCount {
    fn drop(&mut self) {
        *lock(&self.problems) = None;
        if self.is_drawn {
            Screen::get().aside(|| ());
        }
    }
}
