//! How far a search has come, on stderr: lines redrawn at a terminal, a line now and then elsewhere, and a line at once
//! when the user asks for it by a signal.

mod parts_eta;
mod problem_count;
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
use signal::ProgressSignal;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
pub use steps::StepsProgress;

/// A search that takes less shows nothing.
const FIRST_LINE_AFTER: Duration = Duration::from_millis(300);
/// The time between two lines where stderr is no terminal, and all of them stay.
const LINE_INTERVAL: Duration = Duration::from_secs(10);
/// The time between two looks at the count of problems, when searches show nothing themselves.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// How far a search, or a check with many searches, has come.
#[derive(Clone, Debug, Default)]
pub struct RunProgress {
    /// The search at hand.
    pub search: Progress,
    /// Of a check with many searches: the ply that is examined, from the last one on, and the number of plies.
    pub ply: Option<(u64, u64)>,
    /// Of work in steps: how far that is.
    pub steps: Option<Box<StepsProgress>>,
}

impl From<Progress> for RunProgress {
    fn from(search: Progress) -> RunProgress {
        RunProgress { search, ply: None, steps: None }
    }
}

/// The progress of the searches of a run.
pub struct ProgressLine {
    form: Form,
    lang: Lang,
    problems: Option<ProblemCount>,
    /// The name of the problem that is being solved.
    name: String,
    /// When its search began.
    started: Instant,
    /// Of a check and of work in parts: the time for what is left.
    parts_eta: PartsEta,
    /// When the next line is due.
    due: Instant,
    /// The length that is expected.
    expected: Option<u64>,
    eta: SearchEta,
    sampled: Instant,
    signal: ProgressSignal,
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
        self.problems = Some(ProblemCount::new(count));
        problems
    }

    /// The run comes to its next problem.
    pub fn next_problem(&mut self) {
        if let Some(problems) = &mut self.problems {
            problems.number += 1;
        }
    }

    /// Shows the problems alone, for searches that show nothing themselves.
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
            // Without a thread there is no bar.
            let _ = thread_builder(SMALL_STACK)
                .and_then(|thread| thread.name("progress".to_owned()).spawn(watch));
        }
        ShownCount { problems, is_drawn: self.form == Form::Redrawn }
    }

    /// A new search begins; `expected`: the expected length of the problem's mate in plies.
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

    /// Shows how far the search has come, when it is time to.
    pub fn show(&mut self, far: &RunProgress) {
        let now = Instant::now();
        let mut far = far.clone();
        if far.ply.is_some() {
            // Each ply has searches of its own.
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
        // One of many searches that has not begun says nothing.
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
                // Nobody listening on stderr is no reason to stop the search.
                let text = self.text(far);
                let _ = writeln!(io::stderr().lock(), "tsumugi: {}: {text}", self.name);
            }
        }
    }

    /// Shows how much of a work is done that consists of many small parts, 0 to 1, when it is time to.
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
        // Nobody listening on stderr is no reason to stop the search.
        let _ =
            writeln!(io::stderr().lock(), "tsumugi: {}: {}", self.name, all.join(self.lang.pick("、", ", ")));
    }

    /// Writes an answer, with nothing drawn meanwhile.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.form == Form::Redrawn { Screen::get().aside(write) } else { write() }
    }

    /// The search has ended: what was redrawn disappears.
    pub fn finish(&mut self) {
        if self.form == Form::Redrawn {
            Screen::get().clear();
        }
    }

    /// The bar over the problems of the run, or over the plies of the check of a single one.
    fn part(&mut self, far: &RunProgress) -> Option<Bar> {
        let of_batch = self.problems.as_mut().and_then(|problems| problems.begun(self.lang));
        let Some(of_problem) = self.part_of_problem(far) else { return of_batch };
        let Some(part) = of_batch else { return Some(of_problem) };
        let comma = self.lang.pick("、", ", ");
        Some(Bar { words: [part.words, of_problem.words].join(comma), ..part })
    }

    /// The bar over the plies of a check, or the whole of work in steps.
    fn part_of_problem(&mut self, far: &RunProgress) -> Option<Bar> {
        let (words, done, whole) = match (far.ply, &far.steps) {
            // From the last ply on.
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

/// A part of a whole, 0 to 1, as a number of small equal parts, and how many these are.
fn in_parts(part: f64) -> (u64, u64) {
    const WHOLE: u64 = 10_000;
    ((part.clamp(0.0, 1.0) * WHOLE as f64) as u64, WHOLE)
}

/// A count of problems that is shown as long as this lives.
pub struct ShownCount {
    problems: Arc<Mutex<Option<ProblemCount>>>,
    is_drawn: bool,
}

impl ShownCount {
    /// A problem is answered: the answer is written.
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
