//! The state of solving a problem, and its outcome.

use super::line::probe_line;
use crate::movegen::play_line;
use crate::position::Position;
use crate::solve::outcome::{Bounds, Details, Outcome, Reason, Solutions, Stats, Verdict};
use crate::solve::stage::Stage;
use crate::solve::tsume::control::Known;
use crate::solve::tsume::options::Options;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::types::{Color, Hand, Move};
use num_bigint::BigUint;

/// The state of solving a problem: the search, and its results so far.
pub struct SolveState {
    pub root: Position,
    pub attacker: Color,
    pub options: Options,
    pub search: ParallelSearch,
    /// The results so far.
    pub known: Known,
}

impl SolveState {
    /// The state at the start, or the state that an earlier process left.
    pub fn new(
        root: Position,
        attacker: Color,
        options: Options,
        search: ParallelSearch,
        known: Option<Known>,
    ) -> SolveState {
        let known = known.unwrap_or_else(|| Known::at_start(&root, attacker));
        SolveState { root, attacker, options, search, known }
    }

    /// The number of nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.search.state().control.nodes()
    }

    /// Notes that a mate within `upper` plies was found: keeps the bound, and a line to a mate, which may be
    /// shorter.
    pub fn note_mate(&mut self, upper: u16) {
        self.known.upper = Some(upper);
        if let Some(line) = probe_line(&mut self.search, upper) {
            self.keep_line(line);
        }
    }

    /// Keeps a line to the shortest mate known.
    pub fn keep_line(&mut self, line: Vec<Move>) {
        let seconds = self.search.state().control.elapsed().as_secs_f64();
        self.known.first_mate_seconds.get_or_insert(seconds);
        self.known.mate = Some(line);
        self.show();
    }

    /// Notes that the search enters a stage.
    pub fn enter(&mut self, stage: Stage) {
        if self.known.stage != stage {
            self.known.stage = stage;
            self.show();
        }
    }

    /// Shows the results to the caller.
    pub fn show(&self) {
        self.search.state().control.shown.set(&self.known);
    }

    /// The outcome that follows from the results so far.
    pub fn outcome(&self) -> Outcome {
        let (halted, stats) = (self.search.state().control.halted(), self.stats());
        let mut bounds = Bounds { lower: self.known.lower.into(), upper: None };
        let mut solutions = Solutions::default();
        let (verdict, reason) = match (&self.known.mate, self.known.no_mate) {
            (Some(line), _) => {
                // A line read from the table may end sooner than the proved bound.
                let plies = self.known.upper.map_or(0, u64::from).max(line.len() as u64);
                bounds.upper = Some(plies);
                solutions.count = BigUint::from(1u32);
                solutions.surplus.push(self.replay(line));
                solutions.listed.push(line.clone());
                let exact = u64::from(self.known.lower) == plies && line.len() as u64 == plies;
                // The answer includes what the longest defences leave in hand, so it is not complete in that
                // stage.
                let is_whole = exact && self.known.stage != Stage::Surplus;
                (Verdict::Mate { plies, exact }, if is_whole { None } else { halted })
            }
            (None, true) => (Verdict::NoMate, None),
            (None, false) => {
                let reason = halted.unwrap_or(Reason::Interrupted);
                (Verdict::Unknown(reason), Some(reason))
            }
        };
        Outcome {
            verdict,
            bounds,
            reason,
            solutions,
            false_hits_expected: self.search.state().table.false_hits_expected(),
            details: Details::Tsume {
                policy: self.options.futile,
                surplus_is_decided: self.known.mate.is_some() && self.known.surplus_is_decided,
                traditional: self.known.traditional.clone(),
                traditional_is_decided: self.known.traditional_is_decided,
                first_mate_seconds: self.known.first_mate_seconds,
            },
            stats,
        }
    }

    /// Plays a line, whose moves are tested for legality, and returns the attacker's hand at its end.
    pub fn replay(&self, line: &[Move]) -> Hand {
        let mut position = self.root.clone();
        let played = play_line(&mut position, line);
        assert!(played.is_ok(), "a line that cannot be played: {played:?} from {}", self.root);
        position.hand(self.attacker)
    }

    fn stats(&self) -> Stats {
        let table = &self.search.state().table;
        Stats {
            positions: table.stored(),
            nodes: self.nodes(),
            lookups: table.lookups(),
            seconds: self.search.state().control.elapsed().as_secs_f64(),
            peak_bytes: table.bytes(),
            threads: self.search.threads() as u32,
        }
    }
}
