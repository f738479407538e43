//! Which candidates are judged when, and what became of them.

use super::candidates::{Candidate, Candidates};
use super::change::Change;
use super::trial::{Trial, Tried};
use crate::compose::Tally;
use crate::problem::Rule;
use std::collections::VecDeque;
use std::iter::Peekable;

/// How far the repair of a problem has come: all that another run needs to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairState {
    /// What became of the candidates that were judged, which are the first of all, but for those that wait.
    pub tally: Tally,
    /// The places among them, from 0 and in order, of single changes that are repairs.
    pub singles: Vec<u64>,
    /// The places, in order, of candidates that the first turn did not decide and that wait for the second.
    pub waiting: Vec<u64>,
}

impl RepairState {
    /// How many candidates had a turn.
    fn taken(&self) -> u64 {
        self.tally.all().saturating_add(self.waiting.len() as u64)
    }
}

/// Positions expanded for a candidate in its first turn: some thirty milliseconds.
const FIRST_TURN: u64 = 25_000;

/// Candidates that have their turns together, at most.
const GROUP: u64 = 64;

/// The candidates of one problem, with what became of them so far.
///
/// They have their turns in groups of the same size of change: first each with little work, then those that this did not
/// decide with as much as the limits permit; then the next group. So one that takes long does not keep back many that are easily found.
/// What became of them is to be counted in the order of their turns, and before the next round of turns begins. Pairs with a
/// single change that is a repair change more than they must.
pub struct Repairs {
    candidates: Peekable<Candidates>,
    /// How many candidates may be taken.
    most: u64,
    /// How many have their turns together.
    group_size: u64,
    taken: u64,
    group: Option<Group>,
    is_second_turn: bool,
    /// Those of the group that have a second turn.
    waiting: VecDeque<(u64, Candidate)>,
    state: RepairState,
    singles: Vec<Change>,
}

/// What the candidates of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    changes: usize,
    size: u32,
    /// The place behind the last one, if there are so many.
    end: u64,
}

impl Repairs {
    /// At most so many candidates, of which none was judged.
    pub fn new(candidates: Candidates, most: u64) -> Repairs {
        // Only tsume have second turns.
        let group_size = if candidates.rule() == Rule::Tsume { GROUP } else { u64::MAX };
        Repairs {
            candidates: candidates.peekable(),
            most,
            group_size,
            taken: 0,
            group: None,
            is_second_turn: false,
            waiting: VecDeque::new(),
            state: RepairState::default(),
            singles: Vec::new(),
        }
    }

    /// Goes on from a state, before the first turn. False when there are not so many candidates, or other ones: then these
    /// repairs are of no use.
    #[must_use]
    pub fn go_on(&mut self, state: RepairState) -> bool {
        while self.taken < state.taken() {
            let Some((place, candidate)) = self.take() else {
                if self.begin_group() {
                    continue;
                }
                return false;
            };
            if state.singles.binary_search(&place).is_ok() {
                let [change] = candidate.changes[..] else { return false };
                self.singles.push(change);
            } else if state.waiting.binary_search(&place).is_ok() {
                self.waiting.push_back((place, candidate));
            }
        }
        let are_these =
            (self.singles.len(), self.waiting.len()) == (state.singles.len(), state.waiting.len());
        self.state = state;
        are_these
    }

    /// Whether a candidate of the group is left.
    fn has_more(&mut self) -> bool {
        let open = self.group.filter(|group| self.taken < group.end.min(self.most));
        open.is_some_and(|group| self.candidates.peek().is_some_and(|candidate| group.has(candidate)))
    }

    /// The next candidate of the group.
    fn take(&mut self) -> Option<(u64, Candidate)> {
        let candidate = if self.has_more() { self.candidates.next() } else { None }?;
        self.taken += 1;
        Some((self.taken - 1, candidate))
    }

    /// Begins with the next group. Whether there is one.
    fn begin_group(&mut self) -> bool {
        let next = if self.taken < self.most { self.candidates.peek() } else { None };
        self.group = next.map(|candidate| Group {
            changes: candidate.changes.len(),
            size: candidate.size(),
            end: self.taken.saturating_add(self.group_size),
        });
        self.group.is_some()
    }

    /// The next turn of this round; `None` where all had theirs, or none was begun.
    pub fn next_trial(&mut self) -> Option<Trial> {
        let (place, candidate) = if self.is_second_turn { self.waiting.pop_front() } else { self.take() }?;
        Some(Trial { place, candidate, nodes: (!self.is_second_turn).then_some(FIRST_TURN) })
    }

    /// Begins with the next round of turns, or goes on with the one that was left: all turns taken so far have been counted.
    /// Whether there is one.
    pub fn next_round(&mut self) -> bool {
        if !self.is_second_turn && self.has_more() {
            return true;
        }
        self.is_second_turn = !self.is_second_turn && !self.waiting.is_empty();
        self.is_second_turn || self.begin_group()
    }

    /// Counts what became of a turn. Whether it is a repair with no change that is one without the other.
    pub fn count(&mut self, tried: &Tried) -> bool {
        let Tried { place, undecided, result } = tried;
        if let Some(candidate) = undecided {
            self.state.waiting.push(*place);
            self.waiting.push_back((*place, candidate.clone()));
            return false;
        }
        self.state.waiting.retain(|waits| waits != place);
        let repaired = match result {
            Ok(repaired) => repaired,
            Err(judgement) => {
                self.state.tally.count(judgement);
                return false;
            }
        };
        self.state.tally.good += 1;
        let changes = &repaired.candidate.changes;
        if let [change] = changes[..] {
            let at = self.state.singles.partition_point(|single| single < place);
            self.state.singles.insert(at, *place);
            self.singles.push(change);
            return true;
        }
        !changes.iter().any(|change| self.singles.contains(change))
    }

    /// How far it has come.
    pub fn state(&self) -> &RepairState {
        &self.state
    }
}

impl Group {
    fn has(self, candidate: &Candidate) -> bool {
        (self.changes, self.size) == (candidate.changes.len(), candidate.size())
    }
}
