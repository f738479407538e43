//! What was said about a search for a mate that goes on, so that nothing is said twice.

use super::output::Output;
use crate::play::Score;
use crate::problem::Question;
use crate::report::{Lang, plies_text};
use crate::solve::{Progress, ProofNumbers};
use crate::types::Move;
use crate::usi::reply::Info;
use std::time::{Duration, Instant};

/// Lines are at least so far apart.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);
/// Figures alone, where nothing else has changed, need not come as often.
pub(super) const OF_FIGURES: Duration = Duration::from_secs(1);

/// The lines of a search that goes on.
#[derive(Default)]
pub(super) struct Lines {
    /// Of the best mate so far; empty while none is known.
    pub mate: Vec<Move>,
    /// To the position that is being searched, where it was asked for.
    pub at_hand: Option<Vec<Move>>,
}

/// A mate that is known, perhaps not the shortest.
#[derive(Default)]
pub(super) struct KnownMate {
    /// The number of plies within which it mates.
    pub plies: u64,
    /// A line of it; empty while none is known.
    pub line: Vec<Move>,
}

/// What figures of a search are told by.
#[derive(Clone, Copy)]
pub(super) struct Figures<'t> {
    pub question: &'t Question,
    /// The bytes that it may use.
    pub memory: u64,
    pub started: Instant,
}

impl Figures<'_> {
    /// The part of the memory that is in use, in thousandths.
    pub(super) fn hashfull(&self, bytes: u64) -> u64 {
        (bytes.saturating_mul(1000) / self.memory.max(1)).min(1000)
    }
}

/// What the GUI knows.
pub(super) struct Shown<'t> {
    figures: Figures<'t>,
    output: &'t Output,
    interval: Duration,
    /// When the last line went out; the start before that.
    last: Instant,
    /// What is proved: the number of plies within which there is no mate, and the length of one that is known.
    proved: (u64, Option<u32>),
    /// The best mate.
    mate: KnownMate,
    /// The last line to the position that was being searched, and how many plies away that was.
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

    /// Says what is new: the line of a mate at once, what is proved when it is time to, figures now and then.
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

    /// The best mate that was shown.
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

    /// Beside the figures: of a tsume whose mate is not known, where the search is.
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
            let least = format!("no mate in {} or fewer, positions {positions}", plies_text(plies, Lang::En));
            upper.map_or(least.clone(), |upper| format!("mate in at most {upper}, {least}"))
        };
        Info { depth: Some(plies), seldepth: Some(plies), string: Some(text), ..Info::default() }
    }

    /// Sends a line with the figures of the moment.
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

/// A mate by its line: length and score.
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
