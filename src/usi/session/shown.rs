//! What was sent about a running search for a mate, so that nothing is sent twice.

use super::output::Output;
use crate::play::Score;
use crate::problem::Question;
use crate::report::{Lang, plies_text};
use crate::solve::{Progress, ProofNumbers};
use crate::types::Move;
use crate::usi::reply::Info;
use std::time::{Duration, Instant};

/// The least time between two lines.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);
/// The least time between two lines in which only figures such as the node count have changed.
pub(super) const OF_FIGURES: Duration = Duration::from_secs(1);

/// The lines of a running search.
#[derive(Default)]
pub(super) struct Lines {
    /// The line of the best mate so far; empty if none is known.
    pub mate: Vec<Move>,
    /// The line to the position that is being searched, if it was asked for.
    pub at_hand: Option<Vec<Move>>,
}

/// A mate that is known; it may not be the shortest one.
#[derive(Default)]
pub(super) struct KnownMate {
    /// The greatest number of plies that it takes.
    pub plies: u64,
    /// Its line; empty if none is known.
    pub line: Vec<Move>,
}

/// What is needed to report the figures of a search.
#[derive(Clone, Copy)]
pub(super) struct Figures<'t> {
    pub question: &'t Question,
    /// The memory in bytes that the search may use; of a tsume the part for the table.
    pub memory: u64,
    pub started: Instant,
}

impl Figures<'_> {
    /// The part of the memory that is in use, in thousandths.
    pub(super) fn hashfull(&self, bytes: u64) -> u64 {
        (bytes.saturating_mul(1000) / self.memory.max(1)).min(1000)
    }
}

/// What was sent to the GUI.
pub(super) struct Shown<'t> {
    figures: Figures<'t>,
    output: &'t Output,
    interval: Duration,
    /// When the last line was sent; before that, when the search began.
    last: Instant,
    /// What was proved: the number of plies within which there is no mate, and the length of a known mate.
    proved: (u64, Option<u32>),
    /// The best mate that was sent.
    mate: KnownMate,
    /// The last line to the position being searched, and its depth in plies.
    at_hand: (u32, Vec<Move>),
}

impl<'t> Shown<'t> {
    pub(super) fn new(figures: Figures<'t>, output: &'t Output, interval: Duration) -> Shown<'t> {
        let interval = interval.max(LEAST_INTERVAL);
        Shown {
            figures,
            output,
            interval,
            last: figures.started,
            proved: (0, None),
            mate: KnownMate::default(),
            at_hand: (0, Vec::new()),
        }
    }

    /// Sends what is new: the line of a mate at once, proved bounds after the interval, and figures from time to
    /// time.
    pub(super) fn show(&mut self, progress: &Progress, Lines { mate: line, at_hand }: Lines) {
        if let Some(line) = at_hand {
            self.at_hand = (progress.depth, line);
        }
        let proved = (progress.plies, progress.upper);
        let since = self.last.elapsed();
        if !line.is_empty() && line != self.mate.line {
            let plies = u64::from(progress.upper.unwrap_or(0)).max(line.len() as u64);
            self.mate = KnownMate { plies, line };
            self.say(self.mate_info(), progress);
            self.last = Instant::now();
        } else if proved != self.proved && since >= self.interval {
            self.proved = proved;
            self.say(self.bounds(progress), progress);
            self.last = Instant::now();
        } else if since >= self.interval.max(OF_FIGURES) {
            self.say(self.figures_info(), progress);
            if let Some(ProofNumbers { proof, disproof }) = progress.numbers {
                self.output.send(Info::text(format!("proof numbers {proof} and {disproof}")));
            }
            self.last = Instant::now();
        }
    }

    /// The best mate that was sent.
    pub(super) fn into_mate(self) -> KnownMate {
        self.mate
    }

    fn mate_info(&self) -> Info<'_> {
        let KnownMate { plies, ref line } = self.mate;
        let info = mate_info(self.figures.question, line);
        let sign = if matches!(info.score, Some(Score::Mate(plies)) if plies < 0) { -1 } else { 1 };
        let score = Some(Score::Mate(sign * i32::try_from(plies).unwrap_or(i32::MAX)));
        Info { depth: Some(plies), seldepth: Some(plies), score, ..info }
    }

    /// What is sent together with the figures: for a tsume without a known mate, the line that is being searched.
    fn figures_info(&self) -> Info<'_> {
        let (depth, ref pv) = self.at_hand;
        let depth = (depth > 0).then(|| depth.into());
        Info { depth, seldepth: depth, pv, ..Info::default() }
    }

    fn bounds(&self, progress: &Progress) -> Info<'static> {
        let Progress { plies, upper, frontier, positions, .. } = *progress;
        let text = if self.figures.question.rule().is_cooperative() {
            format!("ply {plies}, frontier {frontier}, positions {positions}")
        } else {
            let most = upper.map(|upper| format!("mate in at most {upper}"));
            // A bound of no plies would say nothing.
            let least = (plies > 0).then(|| format!("no mate in {} or fewer", plies_text(plies, Lang::En)));
            let known: Vec<String> =
                most.into_iter().chain(least).chain([format!("positions {positions}")]).collect();
            known.join(", ")
        };
        Info { depth: Some(plies), seldepth: Some(plies), string: Some(text), ..Info::default() }
    }

    /// Sends a line with the current figures.
    fn say(&self, info: Info, progress: &Progress) {
        let info = Info {
            nodes: Some(progress.nodes),
            time: Some(self.figures.started.elapsed()),
            hashfull: Some(self.figures.hashfull(progress.bytes)),
            ..info
        };
        self.output.send(info);
    }
}

/// An `info` line about a mate: its line, length and score.
pub(super) fn mate_info<'a>(question: &Question, pv: &'a [Move]) -> Info<'a> {
    let plies = i32::try_from(pv.len()).unwrap_or(i32::MAX);
    Info {
        depth: Some(pv.len() as u64),
        seldepth: Some(pv.len() as u64),
        score: Some(Score::Mate(if question.mates_first() { plies } else { -plies })),
        pv,
        ..Info::default()
    }
}
