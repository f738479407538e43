//! What was said about a search for a mate that goes on, so that nothing is said twice.

use super::mate::{Task, mate_info};
use crate::play::Score;
use crate::position::Rule;
use crate::solve::Progress;
use crate::types::Move;
use crate::usi::reply::Info;
use std::time::{Duration, Instant};

/// Lines are at least so far apart.
const LEAST_INTERVAL: Duration = Duration::from_millis(50);
/// Figures alone, where nothing else has changed, need not come as often.
const OF_FIGURES: Duration = Duration::from_secs(1);

/// A mate that is known, perhaps not the shortest.
#[derive(Default)]
pub(super) struct Known {
    /// Within so many plies.
    pub plies: u64,
    /// A line of it; empty while none is known.
    pub line: Vec<Move>,
}

/// What the GUI knows.
pub(super) struct Shown<'t> {
    task: &'t Task,
    interval: Duration,
    /// When the last line went out; the start before that.
    last: Instant,
    /// What is proved: no mate within so many plies, and the length of one that is known.
    proved: (u64, Option<u64>),
    /// The best mate.
    mate: Known,
}

impl<'t> Shown<'t> {
    pub(super) fn new(task: &'t Task) -> Shown<'t> {
        let interval = task.options.pv_interval().max(LEAST_INTERVAL);
        Shown { task, interval, last: task.started, proved: (0, None), mate: Known::default() }
    }

    /// Says what is new: the line of a mate at once, what is proved when it is time to, figures now and then.
    pub(super) fn show(&mut self, progress: &Progress, line: Vec<Move>) {
        let proved = (progress.plies, progress.upper);
        let since = self.last.elapsed();
        if !line.is_empty() && line != self.mate.line {
            let plies = progress.upper.unwrap_or(0).max(line.len() as u64);
            self.mate = Known { plies, line };
            self.say(self.mate_info(), progress);
            self.last = Instant::now();
        } else if proved != self.proved && since >= self.interval {
            self.proved = proved;
            self.say(self.bounds(progress), progress);
            self.last = Instant::now();
        } else if since >= self.interval.max(OF_FIGURES) {
            self.say(Info::default(), progress);
            self.last = Instant::now();
        }
    }

    /// The best mate that was shown.
    pub(super) fn into_mate(self) -> Known {
        self.mate
    }

    fn mate_info(&self) -> Info<'_> {
        let Known { plies, ref line } = self.mate;
        let info = mate_info(&self.task.question, line);
        let sign = if matches!(info.score, Some(Score::Mate(plies)) if plies < 0) { -1 } else { 1 };
        let score = Some(Score::Mate(sign * i32::try_from(plies).unwrap_or(i32::MAX)));
        Info { depth: Some(plies), seldepth: Some(plies), score, ..info }
    }

    fn bounds(&self, progress: &Progress) -> Info<'static> {
        let Progress { plies, upper, frontier, positions, .. } = *progress;
        let text = match self.task.question.rule {
            Rule::Helpmate => format!("ply {plies}, frontier {frontier}, positions {positions}"),
            Rule::Tsume => {
                let least = format!("no mate in {plies} plies or fewer, positions {positions}");
                upper.map_or(least.clone(), |upper| format!("mate in at most {upper}, {least}"))
            }
        };
        Info { depth: Some(plies), seldepth: Some(plies), string: Some(text), ..Info::default() }
    }

    /// Sends a line with the figures of the moment.
    fn say(&self, info: Info, progress: &Progress) {
        let info = Info {
            nodes: Some(progress.nodes),
            time: Some(self.task.started.elapsed()),
            hashfull: Some(self.task.hashfull(progress.bytes)),
            ..info
        };
        self.task.output.send(info);
    }
}
