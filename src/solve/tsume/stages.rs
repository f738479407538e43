//! The stages of a solution: lengths from below until one suffices, then the main line.

use super::super::outcome::{Bounds, Outcome, Reason, Solutions, Stats, Verdict};
use super::line::Line;
use super::pulse::Pulse;
use super::search::{Answer, Search};
use super::{DEFAULT_MEMORY, Options};
use crate::movegen::play_line;
use crate::position::Position;
use crate::types::{Color, Hand, Move};
use num_bigint::BigUint;

/// The work on one problem.
pub(super) struct Stages {
    root: Position,
    attacker: Color,
    options: Options,
    search: Search,
    /// No mate is shorter than this.
    lower: u32,
    /// The line of the shortest mate known.
    mate: Option<Vec<Move>>,
    first_mate_seconds: Option<f64>,
    no_mate: bool,
}

impl Stages {
    pub fn new(root: Position, attacker: Color, options: Options, pulse: Pulse) -> Stages {
        // The attacker's mates take odd numbers of plies, counted from his move.
        let lower = u32::from(root.side_to_move() == attacker);
        let search = Search::new(root.clone(), attacker, options.futile, pulse);
        Stages {
            root,
            attacker,
            options,
            search,
            lower,
            mate: None,
            first_mate_seconds: None,
            no_mate: false,
        }
    }

    /// Searches to the end and sends the outcome.
    pub fn run(mut self) {
        self.deepen();
        let outcome = self.outcome();
        self.search.pulse.finish(outcome);
    }

    fn deepen(&mut self) {
        loop {
            if self.options.limits.plies.is_some_and(|plies| u64::from(self.lower) > plies) {
                self.search.pulse.halt(Reason::Plies);
                return;
            }
            match self.search.ask(self.lower) {
                Answer::Yes => break,
                Answer::No { forever: true } => {
                    self.no_mate = true;
                    return;
                }
                Answer::No { forever: false } => self.lower += 2,
                Answer::Halted => return,
            }
            self.search.pulse.progress.plies = self.lower.into();
            self.search.pulse.progress.positions = self.search.positions();
            self.search.pulse.progress.bytes = self.search.bytes();
            if self.search.bytes() > self.options.limits.memory.unwrap_or(DEFAULT_MEMORY) {
                self.search.pulse.halt(Reason::Memory);
                return;
            }
        }
        if let Line::Found(line) = self.search.line(self.lower) {
            self.first_mate_seconds = Some(self.search.pulse.elapsed().as_secs_f64());
            self.mate = Some(line);
        }
    }

    fn outcome(&self) -> Outcome {
        let halted = self.search.pulse.halted();
        let mut bounds = Bounds { lower: self.lower.into(), upper: None };
        let mut solutions = Solutions::default();
        let (verdict, reason) = match (&self.mate, self.no_mate) {
            (Some(line), _) => {
                let plies = line.len() as u64;
                bounds.upper = Some(plies);
                solutions.count = BigUint::from(1u32);
                solutions.surplus.push(self.replay(line));
                solutions.listed.push(line.clone());
                let exact = u64::from(self.lower) == plies;
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
            false_hits_expected: 0.0,
            policy: Some(self.options.futile),
            stats: self.stats(),
        }
    }

    /// What the attacker holds at the end of a line, which is tested move by move.
    fn replay(&self, line: &[Move]) -> Hand {
        let mut position = self.root.clone();
        let played = play_line(&mut position, line);
        assert!(played.is_ok(), "a line that cannot be played: {played:?} from {}", self.root);
        position.hand(self.attacker)
    }

    fn stats(&self) -> Stats {
        Stats {
            positions: self.search.positions(),
            nodes: self.search.pulse.nodes(),
            lookups: 0,
            seconds: self.search.pulse.elapsed().as_secs_f64(),
            first_mate_seconds: self.first_mate_seconds,
            peak_bytes: self.search.bytes(),
            threads: 1,
        }
    }
}
