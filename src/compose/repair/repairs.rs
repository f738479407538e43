//! The order in which candidates are judged, and the counts of the results.

use super::candidates::{Candidate, Candidates};
use super::change::Change;
use super::trial::{Trial, Tried};
use crate::compose::Tally;
use crate::compose::sound::Patience;
use crate::problem::Rule;
use crate::types::Square;
use std::collections::VecDeque;

/// The state of a repair: all that another run needs to resume it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairState {
    /// The squares of the lines that should not be solutions. They are stored because the order of the
    /// candidates depends on them, and another run may find other lines in the time that it has.
    pub cook_squares: Vec<Square>,
    /// The counts of the judged candidates. These are the first ones in order, except for those in `waiting`.
    pub tally: Tally,
    /// The indices, in ascending order, of the candidates with a single change that are repairs.
    pub singles: Vec<u64>,
    /// The candidates that their turns so far did not decide, in the order of their next turns: first those
    /// that wait for their second turn, then those that wait for their third.
    pub waiting: [Vec<Waiting>; 2],
}

/// A candidate that waits for its next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its index among the candidates.
    pub place: u64,
    /// The number of positions expanded for it in its last turn.
    pub nodes: u64,
}

impl RepairState {
    /// The number of candidates that had a turn.
    fn taken(&self) -> u64 {
        self.waiting.iter().fold(self.tally.all(), |all, waiting| all.saturating_add(waiting.len() as u64))
    }

    /// The waiting queue that a candidate is in, and its index in the queue.
    fn queue_of(&self, place: u64) -> Option<(usize, usize)> {
        let of = |queue: &Vec<Waiting>| queue.iter().position(|waiting| waiting.place == place);
        self.waiting.iter().enumerate().find_map(|(queue, waiting)| Some((queue, of(waiting)?)))
    }

    /// Puts a candidate into a waiting queue, and returns its index there. For the last turn, the candidates
    /// that took the least work come first, because they may be nearly decided.
    fn put_off(&mut self, queue: usize, waiting: Waiting) -> usize {
        let places = &mut self.waiting[queue];
        let is_last = queue + 1 == LATER_TURNS;
        let at =
            if is_last { places.partition_point(|other| other.nodes <= waiting.nodes) } else { places.len() };
        places.insert(at, waiting);
        at
    }
}

/// The number of turns that a candidate may have after its first one.
const LATER_TURNS: usize = 2;

/// The limit of work on a candidate in each of its turns: at first for all of its searches together, which
/// takes some thirty milliseconds, then for each search. Thus a repair that needs many short searches is
/// found before a long search about another candidate ends.
const PATIENCE: [Option<Patience>; 1 + LATER_TURNS] =
    [Some(Patience::Together(25_000)), Some(Patience::OfEachSearch(25_000)), None];

/// The largest number of candidates in a group.
const GROUP: u64 = 64;

/// The candidates of one problem, with the results so far.
///
/// Candidates have their turns in groups with the same size of change. First each candidate of the group gets
/// a turn with little work; if several are still undecided, they get a turn with more work, and finally one
/// with as much as the limits permit; then the next group follows. Thus one slow candidate does not delay
/// many that are easy to decide. The results must be counted in the order of the turns, and before the next
/// round of turns begins. A pair of changes that contains a single change which is a repair by itself changes
/// more than needed.
pub struct Repairs {
    candidates: Candidates,
    /// The next candidate, if it has been peeked at.
    next: Option<Candidate>,
    /// The number of candidates that may be taken.
    most: u64,
    /// The number of candidates in a group.
    group_size: u64,
    taken: u64,
    group: Option<Group>,
    /// The number of turns that each candidate of this round had before.
    turn: usize,
    /// The candidates of the group that wait for their second and for their third turn.
    waiting: [VecDeque<(u64, Candidate)>; LATER_TURNS],
    state: RepairState,
    singles: Vec<Change>,
}

/// The properties shared by the candidates of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Group {
    changes: usize,
    size: u32,
    /// The index after the group's last candidate, if the group has the full number of candidates.
    end: u64,
}

impl Repairs {
    /// At most `most` candidates, none of which was judged yet.
    pub fn new(candidates: Candidates, most: u64) -> Repairs {
        // Only candidates of a tsume have more than one turn, so only they need small groups.
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

    /// Resumes from a state; must be called before the first turn. Returns false when the candidates differ
    /// from those of the state; these repairs are unusable then.
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

    /// Peeks at the next candidate without taking it.
    fn peek(&mut self) -> Option<&Candidate> {
        self.next = self.next.take().or_else(|| self.candidates.next());
        self.next.as_ref()
    }

    /// Whether the group has another candidate that was not taken yet.
    fn has_more(&mut self) -> bool {
        let open = self.group.filter(|group| self.taken < group.end.min(self.most));
        open.is_some_and(|group| self.peek().is_some_and(|candidate| group.has(candidate)))
    }

    /// Takes the next candidate of the group.
    fn take(&mut self) -> Option<(u64, Candidate)> {
        let candidate = if self.has_more() { self.next.take() } else { None }?;
        self.taken += 1;
        Some((self.taken - 1, candidate))
    }

    /// Starts the next group. Returns whether there is one.
    fn begin_group(&mut self) -> bool {
        let end = self.taken.saturating_add(self.group_size);
        let next = if self.taken < self.most { self.peek() } else { None };
        self.group =
            next.map(|candidate| Group { changes: candidate.changes.len(), size: candidate.size(), end });
        self.group.is_some()
    }

    /// The next turn of this round; `None` when all turns of the round are done, or no round has begun.
    pub fn next_trial(&mut self) -> Option<Trial> {
        let (place, candidate) = match self.turn {
            0 => self.take(),
            turn => self.waiting[turn - 1].pop_front(),
        }?;
        Some(Trial { place, candidate, patience: PATIENCE[self.turn] })
    }

    /// Starts the next round of turns, or resumes the interrupted one; all turns taken so far must have been
    /// counted. Returns whether there is a round.
    pub fn next_round(&mut self) -> bool {
        if self.turn == 0 && self.has_more() {
            return true;
        }
        let queue = self.waiting.iter().position(|queue| !queue.is_empty());
        self.turn = queue.map_or(0, |queue| 1 + queue);
        self.turn > 0 || self.begin_group()
    }

    /// A candidate that waits alone for its second turn, after the whole group had its first, delays no other
    /// one, so it gets its last turn at once.
    fn spare_one_its_turn(&mut self) {
        let is_whole = !self.has_more() && self.taken == self.state.taken();
        let [second, last] = &mut self.waiting;
        if is_whole && second.len() == 1 {
            std::mem::swap(second, last);
            let [second, last] = &mut self.state.waiting;
            std::mem::swap(second, last);
        }
    }

    /// Counts the result of a turn. Returns whether it is a repair in which every change is needed.
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

    /// Counts a repair. Returns whether none of its changes is a repair by itself.
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

    /// The state from which the repair can be resumed.
    pub fn state(&self) -> &RepairState {
        &self.state
    }
}

impl Group {
    fn has(self, candidate: &Candidate) -> bool {
        (self.changes, self.size) == (candidate.changes.len(), candidate.size())
    }
}
