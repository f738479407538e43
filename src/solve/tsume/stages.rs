//! The stages of a solution: short mates from below; any mate; its length, shortened until nothing shorter exists; the
//! main line.

mod shorten;

use super::super::outcome::{Bounds, Outcome, Reason, Solutions, Stats, Verdict};
use super::crew::{Counts, Crew};
use super::number::{FREE, LONGEST};
use super::pulse::Pulse;
use super::search::Search;
use super::{DEFAULT_MEMORY, Options, Prove};
use crate::movegen::play_line;
use crate::position::Position;
use crate::store::Fact;
use crate::types::{Color, Hand, Move};
use num_bigint::BigUint;

/// Lengths up to this are tried one after the other as long as each takes few nodes.
const LONGEST_SHORT: u16 = 17;
const CHEAP: u64 = 5_000;

/// The work on one problem.
pub(super) struct Stages {
    root: Position,
    attacker: Color,
    options: Options,
    search: Search,
    /// No mate is shorter than this.
    lower: u16,
    /// There is a mate within so many plies.
    upper: Option<u16>,
    /// The line of the shortest mate known.
    mate: Option<Vec<Move>>,
    first_mate_seconds: Option<f64>,
    no_mate: bool,
    /// It is known what the longest defence leaves in the attacker's hand.
    surplus_is_decided: bool,
}

impl Stages {
    pub fn new(root: Position, attacker: Color, options: Options, pulse: Pulse) -> Stages {
        // The attacker's mates take odd numbers of plies, counted from his move.
        let lower = u16::from(root.side_to_move() == attacker);
        let memory = options.limits.memory.unwrap_or(DEFAULT_MEMORY);
        let table = options.tables.take(memory, options.goes_on);
        let mut search = Search::new(root.clone(), attacker, options.futile, pulse, table);
        search.avoid(&options.avoided);
        if options.threads > 1 {
            Crew::join(&mut search, options.threads - 1, options.alone);
        }
        Stages {
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
        }
    }

    /// Searches to the end and sends the outcome.
    pub fn run(mut self) {
        self.solve();
        if let (Some(upper), None) = (self.upper, &self.mate) {
            // Ended before a line of that length was found.
            self.mate = self.search.known_line(upper);
        }
        self.prefer_no_surplus();
        let others = self.counts_of_helpers().lookups;
        self.search.table.count_others(others);
        let outcome = self.outcome();
        log::debug!("{} of {} nodes on the first thread", self.search.pulse.ticks(), outcome.stats.nodes);
        let Search { pulse, table, .. } = self.search;
        // Before the outcome is sent: whoever waits for it may begin the next search at once.
        self.options.tables.leave(table);
        pulse.finish(outcome);
    }

    fn solve(&mut self) {
        let most = self.options.limits.plies.map(|plies| plies.min(LONGEST.into()) as u16);
        // Where the first mate is enough, it need not be a short one.
        let deepens = self.options.prove == Prove::Length || most.is_some();
        if deepens && self.deepen(most.unwrap_or(LONGEST)) {
            return;
        }
        let Some(most) = most else { return self.find() };
        let number = self.search.inquire(most);
        if number.pn == 0 {
            self.shorten(number.fact.upper);
        } else if number.dn == 0 && number.fact.lower == Fact::NO_MATE {
            self.no_mate = true;
        } else if number.dn == 0 {
            self.lower = most + 1;
            self.search.pulse.halt(Reason::Plies);
        }
    }

    /// Looks for any mate.
    fn find(&mut self) {
        for is_scrupulous in [false, true] {
            let value = self.search.find(is_scrupulous);
            log::debug!("{value:?} after {} nodes", self.search.pulse.nodes());
            if value.is_mate() {
                return self.shorten(value.length);
            }
            if value.is_none() && value.reach == FREE && !value.is_guess {
                self.no_mate = true;
                return;
            }
            if self.search.pulse.is_over() {
                return;
            }
        }
        debug_assert!(false, "a scrupulous search refutes the root on every path");
    }

    /// Looks for short mates, one length after the other, as long as that is cheap. Whether that was all.
    fn deepen(&mut self, most: u16) -> bool {
        while self.lower <= most.min(LONGEST_SHORT) {
            let number = self.search.inquire_within(CHEAP, self.lower);
            if number.pn == 0 {
                self.upper = Some(self.lower);
                self.find_line(u64::MAX);
                return true;
            }
            if number.dn != 0 {
                return self.search.pulse.is_over();
            }
            if number.fact.lower == Fact::NO_MATE {
                self.no_mate = true;
                return true;
            }
            self.lower += 2;
            self.note_progress();
        }
        false
    }

    fn note_progress(&mut self) {
        let helpers = self.counts_of_helpers();
        let progress = &mut self.search.pulse.progress;
        progress.plies = u64::from(self.lower).saturating_sub(1);
        progress.upper = self.upper.map(u64::from);
        progress.positions = self.search.table.stored() + helpers.stored;
        progress.bytes = self.search.table.bytes();
    }

    fn outcome(&self) -> Outcome {
        let (halted, stats) = (self.search.pulse.halted(), self.stats());
        let mut bounds = Bounds { lower: self.lower.into(), upper: None };
        let mut solutions = Solutions::default();
        let (verdict, reason) = match (&self.mate, self.no_mate) {
            (Some(line), _) => {
                // A line that was not searched for may end sooner than what is proved.
                let plies = self.upper.map_or(0, u64::from).max(line.len() as u64);
                bounds.upper = Some(plies);
                solutions.count = BigUint::from(1u32);
                solutions.surplus.push(self.replay(line));
                solutions.surplus_is_decided = self.surplus_is_decided;
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
            false_hits_expected: self.search.table.false_hits_expected(),
            verified: None,
            policy: Some(self.options.futile),
            stats,
        }
    }

    /// What the attacker holds at the end of a line, which is tested move by move.
    fn replay(&self, line: &[Move]) -> Hand {
        let mut position = self.root.clone();
        let played = play_line(&mut position, line);
        assert!(played.is_ok(), "a line that cannot be played: {played:?} from {}", self.root);
        position.hand(self.attacker)
    }

    fn counts_of_helpers(&self) -> Counts {
        self.search.pulse.crew.as_ref().map(Crew::counts).unwrap_or_default()
    }

    fn stats(&self) -> Stats {
        let helpers = self.counts_of_helpers();
        Stats {
            positions: self.search.table.stored() + helpers.stored,
            nodes: self.search.pulse.nodes(),
            lookups: self.search.table.lookups() + helpers.lookups,
            seconds: self.search.pulse.elapsed().as_secs_f64(),
            first_mate_seconds: self.first_mate_seconds,
            peak_bytes: self.search.table.bytes(),
            threads: 1 + self.search.pulse.crew.as_ref().map_or(0, Crew::helpers) as u32,
        }
    }
}
