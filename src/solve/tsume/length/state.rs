//! The state of solving a problem, and its outcome.

use super::line::probe_line;
use crate::movegen::play_line;
use crate::position::Position;
use crate::solve::outcome::{Bounds, Details, Outcome, Reason, Solutions, Stats, Verdict};
use crate::solve::tsume::dfpn::SearchState;
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
    /// A proved lower bound of the length.
    pub lower: u16,
    /// A proved upper bound of the length.
    pub upper: Option<u16>,
    /// The line of the shortest mate found.
    pub mate: Option<Vec<Move>>,
    first_mate_seconds: Option<f64>,
    /// It is proved that there is no mate.
    pub no_mate: bool,
    /// It is decided whether a longest defence leaves nothing in the attacker's hand.
    pub surplus_is_decided: bool,
    /// The longest line that leaves nothing, where every longest defence leaves something.
    pub traditional: Option<Vec<Move>>,
}

impl SolveState {
    /// The state at the start.
    pub fn new(root: Position, attacker: Color, options: Options, search: ParallelSearch) -> SolveState {
        // The attacker's mates take odd numbers of plies, counted from his move.
        let lower = u16::from(root.side_to_move() == attacker);
        SolveState {
            root,
            attacker,
            options,
            search,
            lower,
            upper: None,
            mate: None,
            first_mate_seconds: None,
            no_mate: false,
            surplus_is_decided: false,
            traditional: None,
        }
    }

    /// The nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.search.state().control.nodes()
    }

    /// A mate within `upper` plies was found: keeps the bound, and a line into a mate, which may be shorter.
    pub fn note_mate(&mut self, upper: u16) {
        self.upper = Some(upper);
        if let Some(line) = probe_line(&mut self.search, upper) {
            self.keep_line(line);
        }
    }

    /// Keeps a line into the shortest mate known.
    pub fn keep_line(&mut self, line: Vec<Move>) {
        let seconds = self.search.state().control.elapsed().as_secs_f64();
        self.first_mate_seconds.get_or_insert(seconds);
        self.search.state().control.best_line.set(&line);
        self.mate = Some(line);
    }

    /// Updates the progress report.
    pub fn note_progress(&mut self) {
        let helpers = self.search.counts_of_helpers();
        let SearchState { table, control, .. } = self.search.state_mut();
        let progress = &mut control.progress;
        progress.plies = u64::from(self.lower).saturating_sub(1);
        progress.upper = self.upper.map(u64::from);
        progress.positions = table.stored() + helpers.stored;
        progress.bytes = table.bytes();
    }

    /// The outcome by the results so far.
    pub fn outcome(&self) -> Outcome {
        let (halted, stats) = (self.search.state().control.halted(), self.stats());
        let mut bounds = Bounds { lower: self.lower.into(), upper: None };
        let mut solutions = Solutions::default();
        let (verdict, reason) = match (&self.mate, self.no_mate) {
            (Some(line), _) => {
                // A line that was not searched for may end sooner than what is proved.
                let plies = self.upper.map_or(0, u64::from).max(line.len() as u64);
                bounds.upper = Some(plies);
                solutions.count = BigUint::from(1u32);
                solutions.surplus.push(self.replay(line));
                solutions.listed.push(line.clone());
                let exact = u64::from(self.lower) == plies && line.len() as u64 == plies;
                (Verdict::Mate { plies, exact }, if exact { None } else { halted })
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
                surplus_is_decided: self.mate.is_some() && self.surplus_is_decided,
                traditional: self.traditional.clone(),
                first_mate_seconds: self.first_mate_seconds,
            },
            stats,
        }
    }

    /// The attacker's hand at the end of a line, whose moves are tested for legality.
    pub fn replay(&self, line: &[Move]) -> Hand {
        let mut position = self.root.clone();
        let played = play_line(&mut position, line);
        assert!(played.is_ok(), "a line that cannot be played: {played:?} from {}", self.root);
        position.hand(self.attacker)
    }

    fn stats(&self) -> Stats {
        let helpers = self.search.counts_of_helpers();
        Stats {
            positions: self.search.state().table.stored() + helpers.stored,
            nodes: self.nodes(),
            lookups: self.search.state().table.lookups() + helpers.lookups,
            seconds: self.search.state().control.elapsed().as_secs_f64(),
            peak_bytes: self.search.state().table.bytes(),
            threads: self.search.threads() as u32,
        }
    }
}
