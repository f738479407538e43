//! The stages of solving a problem: short mates by iterative deepening; any mate; shortening, and proving the
//! length; the main line; surplus pieces.

use super::line::probe_line;
use super::shorten::CHEAP;
use super::state::SolveState;
use super::surplus::{Surplus, Traditional, surplus_after, traditional_line};
use crate::position::Position;
use crate::solve::outcome::{Outcome, Reason};
use crate::solve::stage::Stage;
use crate::solve::tsume::board::Board;
use crate::solve::tsume::control::{Control, Earlier, Known};
use crate::solve::tsume::dfpn::{LONGEST, RepetitionTable, SearchState};
use crate::solve::tsume::memory::MemoryShares;
use crate::solve::tsume::options::{Options, Prove, SURPLUS_NODES};
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::store::{Fact, ProofTable};
use crate::types::Color;

/// The largest bound of the iterative deepening.
const LONGEST_SHORT: u16 = 17;
/// The question of surplus pieces gets one part in this many of the nodes so far.
const SURPLUS_SHARE: u64 = 10;
/// The number of nodes for the traditional length, if the caller asked for it and the rest took fewer.
const ASKED_NODES: u64 = 4 * SURPLUS_NODES;

/// The state that an earlier process left.
pub struct Begun {
    /// The table, with the facts found so far.
    pub table: ProofTable,
    pub known: Known,
    pub earlier: Earlier,
}

/// Runs a search to its end. Returns its control, to send the outcome, and the outcome. `begun`: the state from which
/// it is resumed, if it is.
pub fn solve(
    root: Position,
    attacker: Color,
    options: Options,
    mut control: Control,
    begun: Option<Begun>,
) -> (Control, Outcome) {
    let shares = MemoryShares::of(&options);
    let (table, known) = match begun {
        Some(Begun { table, known, earlier }) => {
            control.count_from(earlier);
            options.tables.join();
            (table, Some(known))
        }
        None => (options.tables.take(shares.table, options.goes_on), None),
    };
    control.shown.set_table(Some(table.for_another_thread()));
    let mut board = Board::new(root.clone(), attacker, options.futile);
    board.avoid(&options.avoided);
    let state = SearchState::new(board, control, table, RepetitionTable::in_bytes(shares.repetitions));
    let search = ParallelSearch::new(state, options.threads.saturating_sub(1), options.nodes_before_helpers);
    let mut work = SolveState::new(root, attacker, options, search, known);
    work.show();
    work.solve();
    if let (Some(upper), None) = (work.known.upper, &work.known.mate) {
        // The search ended before a line of that length was found.
        work.known.mate = probe_line(&mut work.search, upper);
    }
    work.prefer_no_surplus();
    if work.search.state().control.halted().is_none() {
        work.known.stage = Stage::Done;
    }
    work.show();
    let outcome = work.outcome();
    let SolveState { search, options, .. } = work;
    log::debug!(
        "{} of {} nodes on the first thread",
        search.state().control.own_nodes(),
        outcome.stats.nodes
    );
    let SearchState { control, mut table, .. } = search.into_state();
    table.report();
    // Before the outcome is sent: the receiver may begin the next search at once.
    options.tables.leave(table);
    (control, outcome)
}

impl SolveState {
    /// Runs all stages up to the main line, from the state that an earlier process left, if there was one.
    fn solve(&mut self) {
        if self.known.no_mate || self.known.stage == Stage::Done {
            return;
        }
        if self.known.upper.is_some() {
            return self.finish_shortening();
        }
        let most = self.options.limits.plies.map(|plies| plies.min(LONGEST.into()) as u16);
        // If the first mate is enough, it need not be a short one.
        let deepens = self.options.prove == Prove::Length || most.is_some();
        if deepens && self.known.stage == Stage::ShortMates && self.deepen(most.unwrap_or(LONGEST)) {
            return;
        }
        self.enter(Stage::AnyMate);
        let Some(most) = most else { return self.find_any() };
        let value = self.search.mate_within(most);
        if value.is_proved() {
            self.shorten(value.fact.upper);
        } else if value.is_refuted() && value.fact.lower == Fact::NO_MATE {
            self.known.no_mate = true;
        } else if value.is_refuted() {
            self.known.exclude(most);
            self.search.state_mut().control.halt(Reason::Plies);
        }
    }

    /// Searches for any mate, and shortens it.
    fn find_any(&mut self) {
        let value = self.search.any_mate();
        log::debug!("{value:?} after {} nodes", self.nodes());
        if value.is_proved() {
            return self.shorten(value.fact.length);
        }
        debug_assert!(!value.is_refuted() || value.is_no_mate_for_sure(), "no path leads to the root");
        self.known.no_mate = value.is_refuted();
    }

    /// Searches for short mates by iterative deepening, as long as that is cheap. Returns true if the problem is
    /// decided or the search is over.
    fn deepen(&mut self, most: u16) -> bool {
        while self.known.lower <= most.min(LONGEST_SHORT) {
            let value = self.search.mate_within_nodes(CHEAP, self.known.lower);
            if value.is_proved() {
                self.known.upper = Some(self.known.lower);
                self.find_line(u64::MAX);
                return true;
            }
            if !value.is_refuted() {
                return self.search.is_over();
            }
            if value.fact.lower == Fact::NO_MATE {
                self.known.no_mate = true;
                return true;
            }
            self.known.lower += 2;
            self.show();
        }
        false
    }

    /// Searches, with a share of the nodes so far, for a line of the proved length that leaves nothing in the
    /// attacker's hand, and prefers it. Also determines the traditional length.
    fn prefer_no_surplus(&mut self) {
        if self.known.stage == Stage::Done {
            return;
        }
        let Some(line) = self.known.mate.as_ref().filter(|_| self.known.upper == Some(self.known.lower))
        else {
            return;
        };
        if line.len() != usize::from(self.known.lower) {
            return;
        }
        let is_asked = self.asks_for_traditional();
        self.known.surplus_is_decided = self.replay(line).is_empty();
        if self.known.surplus_is_decided && !is_asked {
            return;
        }
        self.enter(Stage::Surplus);
        if !self.known.surplus_is_decided {
            self.decide_surplus();
        }
        if self.known.surplus_is_decided {
            // This only supplements the answer, so it gets no more than its share; or as many nodes as the rest
            // if the caller asked for it.
            let most = if is_asked { self.nodes().max(ASKED_NODES) } else { self.nodes() / SURPLUS_SHARE };
            let nodes = self.options.surplus_nodes.min(SURPLUS_NODES).max(most);
            let bytes = self.bytes_of_questions(nodes);
            match traditional_line(&mut self.search, self.known.lower, nodes, bytes) {
                Traditional::Shorter(line) => self.known.traditional = Some(line),
                Traditional::None => {}
                Traditional::Undecided => return,
            }
            self.known.traditional_is_decided = true;
        }
    }

    /// The memory in bytes for the questions of a search for surplus pieces with `nodes` nodes.
    fn bytes_of_questions(&self, nodes: u64) -> u64 {
        let in_use = self.search.state().table.bytes();
        MemoryShares::of(&self.options).for_questions(in_use, nodes)
    }

    /// Whether the caller asked for the traditional length: by a number of nodes, or because the problem states a
    /// length below the proved one, which may be the traditional one.
    fn asks_for_traditional(&self) -> bool {
        let states_less = self.options.stated.is_some_and(|stated| stated < self.known.lower.into());
        states_less || self.options.surplus_nodes > SURPLUS_NODES
    }

    /// Searches for a line of the proved length that leaves nothing in hand.
    fn decide_surplus(&mut self) {
        let least = match self.asks_for_traditional() {
            true => self.options.surplus_nodes.max(ASKED_NODES).max(self.nodes()),
            false => self.options.surplus_nodes,
        };
        // If the search continues an earlier one, that one has done most of the work, and its nodes are not
        // counted here.
        let least = if self.options.goes_on { least.saturating_mul(2) } else { least };
        let nodes = least.max(self.nodes() / SURPLUS_SHARE);
        let bytes = self.bytes_of_questions(nodes);
        match surplus_after(&mut self.search, self.known.lower, nodes, bytes) {
            Surplus::Avoided(line) => (self.known.mate, self.known.surplus_is_decided) = (Some(line), true),
            Surplus::Unavoidable => self.known.surplus_is_decided = true,
            Surplus::Undecided => {}
        }
    }
}
