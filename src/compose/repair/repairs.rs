//! Which candidates are judged when, and what became of them.

use super::candidates::{Candidate, Candidates};
use super::change::Change;
use super::trial::{Trial, Tried};
use crate::compose::Tally;
use crate::compose::sound::Patience;
use crate::problem::Rule;
use crate::types::Square;
use std::collections::VecDeque;

/// How far the repair of a problem has come: all that another run needs to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairState {
    /// The squares of the lines that should not be there. The order of the candidates depends on them, and which lines a
    /// search finds on the time that it has.
    pub cook_squares: Vec<Square>,
    /// What became of the candidates that were judged, which are the first of all, but for those that wait.
    pub tally: Tally,
    /// The places among them, from 0 and in order, of single changes that are repairs.
    pub singles: Vec<u64>,
    /// The candidates that the turns so far did not decide, in the order of their next ones: those that wait for the second,
    /// and those that wait for the third.
    pub waiting: [Vec<Waiting>; 2],
}

/// A candidate that waits for its next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its place among the candidates.
    pub place: u64,
    /// The positions that were expanded for it in its last turn.
    pub nodes: u64,
}

impl RepairState {
    /// How many candidates had a turn.
    fn taken(&self) -> u64 {
        self.waiting.iter().fold(self.tally.all(), |all, waiting| all.saturating_add(waiting.len() as u64))
    }

    /// Which of those that wait a candidate is among, and where.
    fn queue_of(&self, place: u64) -> Option<(usize, usize)> {
        let of = |queue: &Vec<Waiting>| queue.iter().position(|waiting| waiting.place == place);
        self.waiting.iter().enumerate().find_map(|(queue, waiting)| Some((queue, of(waiting)?)))
    }

    /// Has a candidate wait. For the last turn those that took least come first: they may have little left. Where in its
    /// queue it is.
    fn put_off(&mut self, queue: usize, waiting: Waiting) -> usize {
        let places = &mut self.waiting[queue];
        let is_last = queue + 1 == LATER_TURNS;
        let at =
            if is_last { places.partition_point(|other| other.nodes <= waiting.nodes) } else { places.len() };
        places.insert(at, waiting);
        at
    }
}

/// Turns that a candidate may have behind its first one.
const LATER_TURNS: usize = 2;

/// What may be spent on a candidate in its turns: first on all of its searches, which is some thirty milliseconds, then on
/// each of them. So what takes many short searches is found before what one search takes long to tell of another candidate.
const PATIENCE: [Option<Patience>; 1 + LATER_TURNS] =
    [Some(Patience::Together(25_000)), Some(Patience::OfEachSearch(25_000)), None];

/// Candidates that have their turns together, at most.
const GROUP: u64 = 64;

/// The candidates of one problem, with what became of them so far.
///
/// They have their turns in groups of the same size of change: first each with little work, then those that this did not
/// decide with more, where there are several, at last with as much as the limits permit; then the next group. So one that
/// takes long does not keep back many that are easily found.
/// What became of them is to be counted in the order of their turns, and before the next round of turns begins. Pairs with a
/// single change that is a repair change more than they must.
pub struct Repairs {
    candidates: Candidates,
    /// The next one, when it was looked at.
    next: Option<Candidate>,
    /// How many candidates may be taken.
    most: u64,
    /// How many have their turns together.
    group_size: u64,
    taken: u64,
    group: Option<Group>,
    /// The turns that each candidate of this round had before.
    turn: usize,
    /// Those of the group that wait for their second and for their third turn.
    waiting: [VecDeque<(u64, Candidate)>; LATER_TURNS],
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
        // Only tsume have more than one turn.
        let group_size = if candidates.rule() == Rule::Tsume { GROUP } else { u64::MAX };
        let cook_squares = candidates.cook_squares();
        Repairs {
            candidates,
            next: None,
            most,
            group_size,
            taken: 0,
            group: None,
            turn: 0,
            waiting: Default::default(),
            state: RepairState { cook_squares, ..RepairState::default() },
            singles: Vec::new(),
        }
    }

    /// Goes on from a state, before the first turn. False when there are not so many candidates, or other ones: then these
    /// repairs are of no use.
    #[must_use]
    pub fn go_on(&mut self, state: RepairState) -> bool {
        if state.taken() == 0 {
            return true;
        }
        self.candidates.order_by(&state.cook_squares);
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
            } else if let Some((queue, _)) = state.queue_of(place) {
                self.waiting[queue].push_back((place, candidate));
            }
        }
        for (queue, waiting) in self.waiting.iter_mut().zip(&state.waiting) {
            let turn = |place: u64| waiting.iter().position(|waiting| waiting.place == place);
            queue.make_contiguous().sort_by_key(|&(place, _)| turn(place));
        }
        let lengths = self.waiting.each_ref().map(VecDeque::len);
        let are_these =
            self.singles.len() == state.singles.len() && lengths == state.waiting.each_ref().map(Vec::len);
        self.state = state;
        are_these
    }

    /// The next candidate, which stays.
    fn peek(&mut self) -> Option<&Candidate> {
        self.next = self.next.take().or_else(|| self.candidates.next());
        self.next.as_ref()
    }

    /// Whether a candidate of the group is left.
    fn has_more(&mut self) -> bool {
        let open = self.group.filter(|group| self.taken < group.end.min(self.most));
        open.is_some_and(|group| self.peek().is_some_and(|candidate| group.has(candidate)))
    }

    /// The next candidate of the group.
    fn take(&mut self) -> Option<(u64, Candidate)> {
        let candidate = if self.has_more() { self.next.take() } else { None }?;
        self.taken += 1;
        Some((self.taken - 1, candidate))
    }

    /// Begins with the next group. Whether there is one.
    fn begin_group(&mut self) -> bool {
        let end = self.taken.saturating_add(self.group_size);
        let next = if self.taken < self.most { self.peek() } else { None };
        self.group =
            next.map(|candidate| Group { changes: candidate.changes.len(), size: candidate.size(), end });
        self.group.is_some()
    }

    /// The next turn of this round; `None` where all had theirs, or none was begun.
    pub fn next_trial(&mut self) -> Option<Trial> {
        let (place, candidate) = match self.turn {
            0 => self.take(),
            turn => self.waiting[turn - 1].pop_front(),
        }?;
        Some(Trial { place, candidate, patience: PATIENCE[self.turn] })
    }

    /// Begins with the next round of turns, or goes on with the one that was left: all turns taken so far have been counted.
    /// Whether there is one.
    pub fn next_round(&mut self) -> bool {
        if self.turn == 0 && self.has_more() {
            return true;
        }
        let queue = self.waiting.iter().position(|queue| !queue.is_empty());
        self.turn = queue.map_or(0, |queue| 1 + queue);
        self.turn > 0 || self.begin_group()
    }

    /// One that waits alone for its second turn, when all of its group had their first, keeps none back and has its last one
    /// at once.
    fn spare_one_its_turn(&mut self) {
        let is_whole = !self.has_more() && self.taken == self.state.taken();
        let [second, last] = &mut self.waiting;
        if is_whole && second.len() == 1 {
            std::mem::swap(second, last);
            let [second, last] = &mut self.state.waiting;
            std::mem::swap(second, last);
        }
    }

    /// Counts what became of a turn. Whether it is a repair with no change that is one without the other.
    pub fn count(&mut self, tried: &Tried) -> bool {
        let turn = self.state.queue_of(tried.place).map_or(0, |(queue, at)| {
            self.state.waiting[queue].remove(at);
            1 + queue
        });
        let is_least = match (&tried.undecided, &tried.result) {
            (Some(candidate), _) => {
                let waiting = Waiting { place: tried.place, nodes: tried.nodes };
                let at = self.state.put_off(turn, waiting);
                self.waiting[turn].insert(at, (tried.place, candidate.clone()));
                false
            }
            (None, Ok(repaired)) => self.count_repair(tried.place, &repaired.candidate.changes),
            (None, Err(judgement)) => {
                self.state.tally.count(judgement);
                false
            }
        };
        if turn == 0 {
            self.spare_one_its_turn();
        }
        is_least
    }

    /// Counts a repair. Whether none of its changes is one without the other.
    fn count_repair(&mut self, place: u64, changes: &[Change]) -> bool {
        self.state.tally.good += 1;
        if let [change] = *changes {
            let at = self.state.singles.partition_point(|&single| single < place);
            self.state.singles.insert(at, place);
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
