//! The leaves of the search: whether the attacker, who is to move, has a tsume. The answers of the tsume
//! solver are cached.

use super::clock::{Clock, Stopped};
use crate::movegen::{for_each_check, line_flaw, mate_in_one};
use crate::position::{Futile, Position, Rule};
use crate::solve::tsume::{DEFAULT_MEMORY, Options, Prove, Solver};
use crate::solve::{Outcome, Reason, Step, Verdict};
use crate::types::{Color, Move};
use core::ops::ControlFlow;
use hashbrown::HashMap;

/// The result for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tsume {
    /// A line into a mate, replayed by the rules.
    Mate(Box<[Move]>),
    /// It is proved that there is no tsume.
    NoMate,
    /// Not decided by a search with this node limit; with [`FOR_GOOD`] a larger limit would not help.
    Open(u64),
}

/// The effort stored for a search that ended for another reason than its node limit.
const FOR_GOOD: u64 = u64::MAX;

/// The approximate size of a cached answer in bytes, and of each move of its line.
const ANSWER: u64 = 64;
const MOVE: u64 = 2;

/// The answers so far, and the running search.
pub struct Leaves {
    attacker: Color,
    options: Options,
    known: HashMap<u128, Tsume>,
    /// The approximate size of the answers in bytes.
    bytes: u64,
    most_bytes: u64,
    running: Option<Running>,
    /// Whether a larger effort could decide something that stayed open in this round.
    pub is_open: bool,
    /// The number of false hits of fingerprints expected in the table that all searches share.
    pub false_hits_expected: f64,
}

/// A search, with the key of its position, and the number of its nodes that have been counted.
struct Running {
    key: u128,
    effort: u64,
    counted: u64,
    solver: Solver,
}

impl Leaves {
    /// An empty cache. The searches use half of the memory.
    pub fn new(attacker: Color, memory: Option<u64>) -> Leaves {
        let half = memory.unwrap_or(DEFAULT_MEMORY) / 2;
        let mut options = Options {
            // Whether there is a mate does not depend on the policy; with this one a line ends in a mate on
            // the board.
            futile: Futile::None,
            prove: Prove::None,
            max_solutions: 1,
            surplus_nodes: 0,
            ..Options::default()
        };
        options.limits.memory = Some(half);
        let known = HashMap::new();
        Leaves {
            attacker,
            options,
            known,
            bytes: 0,
            most_bytes: half,
            running: None,
            is_open: false,
            false_hits_expected: 0.0,
        }
    }

    /// The cached result for a position.
    pub fn known(&self, position: &Position) -> Option<&Tsume> {
        self.known.get(&position.key())
    }

    /// The number of cached answers.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// The approximate size of the answers in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the attacker, who is to move, has a tsume; `None` when that stays open in this round.
    ///
    /// # Errors
    /// The reason why the search has to stop. A call with the same position resumes the search.
    pub fn ask(&mut self, position: &Position, clock: &mut Clock) -> Result<Option<bool>, Stopped> {
        let key = position.key();
        match self.known.get(&key) {
            Some(Tsume::Mate(_)) => return Ok(Some(true)),
            Some(Tsume::NoMate) => return Ok(Some(false)),
            Some(&Tsume::Open(effort)) if effort >= clock.effort => {
                self.is_open |= effort != FOR_GOOD;
                return Ok(None);
            }
            _ => {}
        }
        clock.check()?;
        if self.running.as_ref().is_none_or(|running| running.key != key) {
            if let Some(answer) = at_once(position) {
                clock.has_worked = true;
                return self.keep(key, answer);
            }
            self.running = Some(self.start(position, key, clock));
        }
        let Some(running) = &mut self.running else { unreachable!("it was just started") };
        let step = running.solver.advance(clock.rest_of_call());
        clock.has_worked = true;
        match step {
            Step::Progress(progress) => {
                clock.nodes += progress.nodes.saturating_sub(running.counted);
                running.counted = progress.nodes;
                Err(Stopped::Paused)
            }
            Step::Done(outcome) => {
                clock.nodes += outcome.stats.nodes.saturating_sub(running.counted);
                let effort = running.effort;
                self.running = None;
                self.false_hits_expected = self.false_hits_expected.max(outcome.false_hits_expected);
                let answer = judged(position, self.attacker, &outcome, effort);
                if matches!(answer, Tsume::Open(_)) {
                    // The search may have ended because of a limit of the whole search.
                    match clock.check() {
                        Err(Stopped::Halted(reason)) => return Err(Stopped::Halted(reason)),
                        Ok(()) | Err(Stopped::Paused) => {}
                    }
                }
                self.keep(key, answer)
            }
        }
    }

    fn start(&mut self, position: &Position, key: u128, clock: &Clock) -> Running {
        let mut options = self.options.clone();
        options.limits = clock.limits_of_leaf(self.options.limits.memory);
        options.stop = clock.stop_flag();
        // The table can be reused: all positions belong to one problem, with the same attacker and the same
        // pieces in the box.
        self.options.goes_on = true;
        let solver = Solver::of_legal(position, self.attacker, options);
        Running { key, effort: clock.effort, counted: 0, solver }
    }

    fn keep(&mut self, key: u128, answer: Tsume) -> Result<Option<bool>, Stopped> {
        let value = match &answer {
            Tsume::Mate(line) => {
                self.bytes += MOVE * line.len() as u64;
                Some(true)
            }
            Tsume::NoMate => Some(false),
            Tsume::Open(effort) => {
                self.is_open |= *effort != FOR_GOOD;
                None
            }
        };
        if self.known.insert(key, answer).is_none() {
            self.bytes += ANSWER;
        }
        if self.bytes > self.most_bytes { Err(Stopped::Halted(Reason::Memory)) } else { Ok(value) }
    }
}

/// The result for a position, if it can be found without a search.
fn at_once(position: &Position) -> Option<Tsume> {
    if let Some(mv) = mate_in_one(position) {
        return Some(Tsume::Mate(Box::new([mv])));
    }
    let has_check = for_each_check(position, |_| ControlFlow::Break(())).is_break();
    (!has_check).then_some(Tsume::NoMate)
}

fn judged(position: &Position, attacker: Color, outcome: &Outcome, effort: u64) -> Tsume {
    let is_trusted = outcome.trusts_fingerprints();
    match (outcome.verdict, outcome.solutions.listed.first()) {
        (Verdict::Mate { .. }, Some(line))
            if is_trusted && line_flaw(position, Rule::Tsume, attacker, line).is_none() =>
        {
            Tsume::Mate(line.clone().into())
        }
        (Verdict::NoMate, _) if outcome.is_exact() => Tsume::NoMate,
        (Verdict::Unknown(Reason::Nodes), _) => Tsume::Open(effort),
        (verdict, _) => {
            log::info!("{position}: {verdict:?} is not used");
            Tsume::Open(FOR_GOOD)
        }
    }
}
