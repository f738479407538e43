//! The stages of a solution: short mates by iterative deepening; any mate; shortening and proof of the length; the main
//! line; surplus pieces.

use super::line::probe_line;
use super::shorten::CHEAP;
use super::state::SolveState;
use super::surplus::{Surplus, shorter_line, surplus_after};
use crate::position::Position;
use crate::solve::outcome::Reason;
use crate::solve::tsume::board::Board;
use crate::solve::tsume::control::Control;
use crate::solve::tsume::dfpn::{LONGEST, SearchState};
use crate::solve::tsume::options::{DEFAULT_MEMORY, Options, Prove, SURPLUS_NODES};
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::store::Fact;
use crate::types::Color;

/// The largest bound of the iterative deepening.
const LONGEST_SHORT: u16 = 17;
/// Surplus pieces get this share of the nodes so far.
const SURPLUS_SHARE: u64 = 10;

/// Runs a search to its end and sends the outcome.
pub fn solve(root: Position, attacker: Color, options: Options, control: Control) {
    let memory = options.limits.memory.unwrap_or(DEFAULT_MEMORY);
    let table = options.tables.take(memory, options.goes_on);
    let mut board = Board::new(root.clone(), attacker, options.futile);
    board.avoid(&options.avoided);
    let state = SearchState::new(board, control, table);
    let search = ParallelSearch::new(state, options.threads.saturating_sub(1), options.nodes_before_helpers);
    let mut work = SolveState::new(root, attacker, options, search);
    work.solve();
    if let (Some(upper), None) = (work.upper, &work.mate) {
        // Ended before a line of that length was found.
        work.mate = probe_line(&mut work.search, upper);
    }
    work.prefer_no_surplus();
    let others = work.search.counts_of_helpers().lookups;
    work.search.state_mut().table.count_others(others);
    let outcome = work.outcome();
    let SolveState { search, options, .. } = work;
    log::debug!(
        "{} of {} nodes on the first thread",
        search.state().control.own_nodes(),
        outcome.stats.nodes
    );
    let SearchState { control, table, .. } = search.into_state();
    // Before the outcome is sent: whoever waits for it may begin the next search at once.
    options.tables.leave(table);
    control.finish(outcome);
}

impl SolveState {
    /// All stages up to the main line.
    fn solve(&mut self) {
        let most = self.options.limits.plies.map(|plies| plies.min(LONGEST.into()) as u16);
        // Where the first mate is enough, it need not be a short one.
        let deepens = self.options.prove == Prove::Length || most.is_some();
        if deepens && self.deepen(most.unwrap_or(LONGEST)) {
            return;
        }
        let Some(most) = most else { return self.find_any() };
        let value = self.search.mate_within(most);
        if value.is_proved() {
            self.shorten(value.fact.upper);
        } else if value.is_refuted() && value.fact.lower == Fact::NO_MATE {
            self.no_mate = true;
        } else if value.is_refuted() {
            self.lower = most + 1;
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
        self.no_mate = value.is_refuted();
    }

    /// Searches for short mates by iterative deepening, as long as that is cheap. Whether the problem is decided.
    fn deepen(&mut self, most: u16) -> bool {
        while self.lower <= most.min(LONGEST_SHORT) {
            let value = self.search.mate_within_nodes(CHEAP, self.lower);
            if value.is_proved() {
                self.upper = Some(self.lower);
                self.find_line(u64::MAX);
                return true;
            }
            if !value.is_refuted() {
                return self.search.is_over();
            }
            if value.fact.lower == Fact::NO_MATE {
                self.no_mate = true;
                return true;
            }
            self.lower += 2;
            self.note_progress();
        }
        false
    }

    /// Prefers a line of the proved length that leaves nothing in the attacker's hand, if one is found with a share of
    /// the nodes so far.
    fn prefer_no_surplus(&mut self) {
        let Some(line) = self.mate.as_ref().filter(|_| self.upper == Some(self.lower)) else { return };
        if line.len() != usize::from(self.lower) {
            return;
        }
        self.surplus_is_decided = self.replay(line).is_empty();
        if self.surplus_is_decided {
            return;
        }
        let least = self.options.surplus_nodes;
        // Where the search goes on from an earlier one, that has done most of the work.
        let least = if self.options.goes_on { least.saturating_mul(2) } else { least };
        let nodes = least.max(self.nodes() / SURPLUS_SHARE);
        match surplus_after(&mut self.search, self.lower, nodes) {
            Surplus::Avoided(line) => (self.mate, self.surplus_is_decided) = (Some(line), true),
            Surplus::Unavoidable => {
                self.surplus_is_decided = true;
                // A statement beside the answer: it gets no more than its share.
                let nodes = self.options.surplus_nodes.min(SURPLUS_NODES).max(self.nodes() / SURPLUS_SHARE);
                self.traditional = shorter_line(&mut self.search, self.lower, nodes);
            }
            Surplus::Undecided => {}
        }
    }
}
