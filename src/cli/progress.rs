//! How far a search has come, on stderr: one line redrawn at a terminal, a line now and then elsewhere, and a line at
//! once when the user asks for it by a signal.

use super::asked::Asked;
use super::output::complain;
use super::pace::Pace;
use crate::report::Lang;
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
    /// The length that is expected.
    expected: Option<u64>,
    pace: Pace,
    paced: Instant,
    asked: Asked,
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
        let (due, paced) = (Instant::now(), Instant::now());
        let (name, pace, asked) = (String::new(), Pace::default(), Asked::listen());
        ProgressLine { form, lang, name, due, expected: None, pace, paced, asked, is_drawn: false }
    }

    /// The language of what is said.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A new search begins, of a problem whose mate is expected to have so many plies.
    pub fn start(&mut self, name: String, expected: Option<u64>) {
        self.name = name;
        self.expected = expected;
        self.pace = Pace::default();
        self.paced = Instant::now();
        self.due = Instant::now() + if self.form == Form::Sparse { SPARSE } else { PATIENCE };
    }

    /// Shows how far the search has come, when it is time to.
    pub fn show(&mut self, progress: &Progress) {
        let now = Instant::now();
        if self.asked.take() {
            self.answer(progress);
        }
        if self.form != Form::Silent && now >= self.due {
            self.draw(progress);
        }
        if now >= self.paced {
            self.pace.add(progress);
            self.paced = now + SPARSE / 4;
        }
    }

    /// A line that stays, whatever the form.
    fn answer(&mut self, progress: &Progress) {
        let text = self.text(progress);
        self.finish();
        complain(format_args!("{}: {text}", self.name));
    }

    fn draw(&mut self, progress: &Progress) {
        let text = self.text(progress);
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
        if progress.frontier == 0 { self.text_of_proof(progress) } else { self.text_of_layers(progress) }
    }

    /// For a search that goes from depth to depth.
    fn text_of_proof(&self, progress: &Progress) -> String {
        let Progress { plies, upper, nodes, seconds, .. } = *progress;
        let rate = self.pace.rates(progress).nodes / 1e3;
        let elapsed = short_time(seconds);
        let upper = upper.map_or(String::new(), |upper| {
            self.lang.pick(format!(" / {upper}手以下で詰"), format!(", mate in at most {upper}"))
        });
        self.lang.pick(
            format!("{plies}手以下は不詰{upper} / {nodes}ノード / 毎秒 {rate:.0}千 / {elapsed}"),
            format!("no mate in {plies} plies{upper}, {nodes} nodes, {rate:.0}k nodes/s, {elapsed}"),
        )
    }

    fn text_of_layers(&self, progress: &Progress) -> String {
        let rates = self.pace.rates(progress);
        let rate = rates.lookups / 1e3;
        let Progress { plies, frontier, positions, seconds, .. } = *progress;
        let memory = format!("{}/{}", short_bytes(progress.bytes), short_bytes(progress.budget));
        // In tenths of a per cent, so that what rounds to nothing has no minus.
        let growth = rates.growth.map(|growth| (1000.0 * (growth - 1.0)).round() as i64);
        let growth = growth.map(|tenths| format!("{:+.1}%", tenths as f64 / 10.0));
        let growth = growth.map_or(String::new(), |growth| format!(" ({growth})"));
        let elapsed = short_time(seconds);
        let left =
            self.expected.and_then(|expected| self.pace.seconds_to(expected, progress)).map(short_time);
        let left = left.map_or(String::new(), |left| {
            self.lang.pick(format!(" / 残り約 {left}"), format!(", about {left} left"))
        });
        self.lang.pick(
            format!(
                "{plies}手 / 層 {frontier}{growth} / {positions}局面 / 照合毎秒 {rate:.0}千 / {memory} / {elapsed}{left}"
            ),
            format!("ply {plies}, frontier {frontier}{growth}, {positions} pos, {rate:.0}k look-ups/s, {memory}, {elapsed}{left}"),
        )
    }
}

/// Bytes in few letters.
fn short_bytes(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 999.5 { format!("{mib:.0}M") } else { format!("{:.1}G", mib / 1024.0) }
}

/// Seconds in few letters.
fn short_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0}s"),
        ..7200.0 => format!("{:.0}m", seconds / 60.0),
        ..172_800.0 => format!("{:.1}h", seconds / 3600.0),
        _ => format!("{:.0}d", seconds / 86_400.0),
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
