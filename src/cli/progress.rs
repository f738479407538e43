//! How far a search has come, on stderr: one line redrawn at a terminal, a line now and then elsewhere.

use crate::report::{Lang, bytes_text};
use crate::solve::Progress;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Nothing is shown of a search that takes less.
const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two lines where they stay.
const SPARSE: Duration = Duration::from_secs(10);

/// The narrowest terminal that is thought of.
const COLUMNS: usize = 79;

/// The progress of the searches of a run.
pub struct ProgressLine {
    form: Form,
    lang: Lang,
    /// What is being solved.
    name: String,
    /// When the next line is due.
    due: Instant,
    /// Seconds and expanded positions at the last line, for the rate.
    last: (f64, u64),
    is_drawn: bool,
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
        ProgressLine { form, lang, name: String::new(), due: Instant::now(), last: (0.0, 0), is_drawn: false }
    }

    /// A new search begins.
    pub fn start(&mut self, name: String) {
        self.name = name;
        self.due = Instant::now() + if self.form == Form::Sparse { SPARSE } else { PATIENCE };
        self.last = (0.0, 0);
    }

    /// Shows how far the search has come, when it is time to.
    pub fn show(&mut self, progress: &Progress) {
        if self.form == Form::Silent || Instant::now() < self.due {
            return;
        }
        let text = self.text(progress);
        self.last = (progress.seconds, progress.nodes);
        let mut stderr = io::stderr().lock();
        // Nobody listening on stderr is no reason to stop the search.
        let _ = if self.form == Form::Redrawn {
            self.is_drawn = true;
            // A line that wraps could not be redrawn.
            let room = COLUMNS.saturating_sub(text.width() + 2);
            write!(stderr, "\r{}: {text}\x1b[K", cut(&self.name, room))
        } else {
            self.due = Instant::now() + SPARSE;
            writeln!(stderr, "tsumugi: {}: {text}", self.name)
        };
        let _ = stderr.flush();
    }

    /// The search has ended: what was redrawn disappears.
    pub fn finish(&mut self) {
        if self.is_drawn {
            let _ = write!(io::stderr().lock(), "\r\x1b[K");
            self.is_drawn = false;
        }
    }

    fn text(&self, progress: &Progress) -> String {
        let (seconds, nodes) = self.last;
        let rate =
            (progress.nodes.saturating_sub(nodes)) as f64 / (progress.seconds - seconds).max(1e-3) / 1e3;
        let Progress { plies, frontier, positions, seconds, .. } = *progress;
        let memory = bytes_text(progress.bytes);
        self.lang.pick(
            format!("{plies}手 / 層 {frontier} / {positions}局面 / 毎秒 {rate:.0}千 / {memory} / {seconds:.0}秒"),
            format!("ply {plies}, frontier {frontier}, {positions} positions, {rate:.0} k/s, {memory}, {seconds:.0} s"),
        )
    }
}

/// The end of a name, so much of it as fits into so many columns.
fn cut(name: &str, columns: usize) -> &str {
    let mut width = 0;
    let mut fits = |letter: char| {
        width += letter.width().unwrap_or(0);
        width <= columns
    };
    let kept = name.chars().rev().take_while(|&letter| fits(letter)).map(char::len_utf8).sum::<usize>();
    &name[name.len() - kept..]
}
