//! Which candidates are judged when, and what became of them.

use super::candidates::{Candidate, Candidates};
use super::change::Change;
use super::trial::{Trial, Tried};
use crate::compose::Tally;
use crate::compose::sound::Patience;
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
    /// The places, in order, of candidates that the turns so far did not decide: of those that wait for the second, and
    /// of those that wait for the third.
    pub waiting: [Vec<u64>; 2],
}

impl RepairState {
    /// How many candidates had a turn.
    fn taken(&self) -> u64 {
        self.waiting.iter().fold(self.tally.all(), |all, waiting| all.saturating_add(waiting.len() as u64))
    }

    /// Which of those that wait a candidate is among.
    fn queue_of(&self, place: u64) -> Option<usize> {
        self.waiting.iter().position(|places| places.binary_search(&place).is_ok())
    }
}

/// Turns that a candidate may have behind its first one.
const LATER_TURNS: usize = 2;

/// What may be spent on a candidate in its turns: first on all of its searches, which is some thirty milliseconds, then on each
/// of them. So what takes many short searches is found before what one search takes long to tell of another candidate.
const PATIENCE: [Option<Patience>; 1 + LATER_TURNS] =
    [Some(Patience::Together(25_000)), Some(Patience::OfEachSearch(25_000)), None];

/// Candidates that have their first turns before the second ones of those among them that wait, at most.
const GROUP: u64 = 64;

/// Candidates that have their first turns before the third ones of those among them that wait, at most: one that a million
/// positions do not decide takes as long as hundreds of others. A multiple of the other group.
const LAST_GROUP: u64 = 4096;

/// The candidates of one problem, with what became of them so far.
///
/// They have their turns in groups of the same size of change: first each with little work, then those that this did not
/// decide with more; then the next group. Those that wait for their last turn, which may be as much work as the limits permit, have it
/// behind many groups, and behind all others of their size. So one that takes long does not keep back many that are easily found.
/// What became of them is to be counted in the order of their turns, and before the next round of turns begins. Pairs with a
/// single change that is a repair change more than they must.
pub struct Repairs {
    candidates: Peekable<Candidates>,
    /// How many candidates may be taken.
    most: u64,
    /// How many have their turns together: the first two, and all.
    group_sizes: [u64; 2],
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
    /// That behind the last of the groups that wait together for the last turn.
    last_end: u64,
}

impl Repairs {
    /// At most so many candidates, of which none was judged.
    pub fn new(candidates: Candidates, most: u64) -> Repairs {
        // Only tsume have more than one turn.
        let group_sizes = if candidates.rule() == Rule::Tsume { [GROUP, LAST_GROUP] } else { [u64::MAX; 2] };
        Repairs {
            candidates: candidates.peekable(),
            most,
            group_sizes,
            taken: 0,
            group: None,
            turn: 0,
            waiting: Default::default(),
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
            } else if let Some(queue) = state.queue_of(place) {
                self.waiting[queue].push_back((place, candidate));
            }
        }
        let lengths = self.waiting.each_ref().map(VecDeque::len);
        let are_these =
            self.singles.len() == state.singles.len() && lengths == state.waiting.each_ref().map(Vec::len);
        self.state = state;
        are_these
    }

    /// Whether the next candidate is of the group, which ends at the place that `end` tells.
    fn has_more(&mut self, end: impl Fn(&Group) -> u64) -> bool {
        let open = self.group.filter(|group| self.taken < end(group).min(self.most));
        open.is_some_and(|group| self.candidates.peek().is_some_and(|candidate| group.has(candidate)))
    }

    /// The next candidate of the group.
    fn take(&mut self) -> Option<(u64, Candidate)> {
        let candidate = if self.has_more(|group| group.end) { self.candidates.next() } else { None }?;
        self.taken += 1;
        Some((self.taken - 1, candidate))
    }

    /// Begins with the next group. Whether there is one.
    fn begin_group(&mut self) -> bool {
        let [size, last_size] = self.group_sizes;
        let end = self.taken.saturating_add(size);
        if self.has_more(|group| group.last_end) {
            self.group = self.group.map(|group| Group { end, ..group });
            return true;
        }
        let next = if self.taken < self.most { self.candidates.peek() } else { None };
        self.group = next.map(|candidate| Group {
            changes: candidate.changes.len(),
            size: candidate.size(),
            end,
            last_end: self.taken.saturating_add(last_size),
        });
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
        if self.turn == 0 && self.has_more(|group| group.end) {
            return true;
        }
        let waits = self.waiting.each_ref().map(|queue| !queue.is_empty());
        self.turn = match waits {
            [true, _] => 1,
            [_, true] if !self.has_more(|group| group.last_end) => 2,
            _ => 0,
        };
        self.turn > 0 || self.begin_group()
    }

    /// Counts what became of a turn. Whether it is a repair with no change that is one without the other.
    pub fn count(&mut self, tried: &Tried) -> bool {
        let Tried { place, undecided, result } = tried;
        let turn = self.state.queue_of(*place).map_or(0, |queue| 1 + queue);
        if turn > 0 {
            self.state.waiting[turn - 1].retain(|waits| waits != place);
        }
        if let Some(candidate) = undecided {
            self.state.waiting[turn].push(*place);
            self.waiting[turn].push_back((*place, candidate.clone()));
            return false;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::sound::{Judgement, Rejection};
    use crate::compose::{Draft, diagnose};
    use crate::position::Position;
    use crate::problem::{Choices, Question};
    use crate::solve::{Limits, Options};

    /// Two pieces may be changed: more candidates of a size than have all their turns together.
    const SFEN: &str = "7k1/9/7G1/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1";
    const MOST: u64 = 2 * LAST_GROUP;

    fn candidates() -> Candidates {
        let position = Position::from_sfen(SFEN).expect("an SFEN");
        let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
        let draft = Draft::from(&Question::of(position, &choices).expect("a problem"));
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let diagnosis = diagnose(&draft, &(1..=1), &Options { limits, ..Options::default() });
        Candidates::new(&draft, 2, &diagnosis.cooks)
    }

    /// A turn as it may come out: every fifth candidate has a second one, every tenth a third.
    fn tried(trial: &Trial, turn: usize) -> Tried {
        let waits = [5_u64, 10].get(turn).is_some_and(|&each| trial.place.is_multiple_of(each));
        Tried {
            place: trial.place,
            undecided: waits.then(|| trial.candidate.clone()),
            result: Err(Judgement::Rejected(Rejection::NoMate)),
        }
    }

    /// A turn: the candidate's place, the turns it had before, its number and size of changes.
    type Turn = (u64, usize, (usize, u32));

    /// The turns from a state on, at most so many.
    fn run(state: RepairState, most: usize) -> (Vec<Turn>, RepairState) {
        let mut repairs = Repairs::new(candidates(), MOST);
        assert!(repairs.go_on(state));
        let mut turns = Vec::new();
        while repairs.next_round() {
            while turns.len() < most
                && let Some(trial) = repairs.next_trial()
            {
                let turn = repairs.turn;
                let Candidate { changes, .. } = &trial.candidate;
                turns.push((trial.place, turn, (changes.len(), trial.candidate.size())));
                repairs.count(&tried(&trial, turn));
            }
            if turns.len() == most {
                break;
            }
        }
        (turns, repairs.state)
    }

    #[test]
    fn all_have_their_turns_in_groups() {
        let (turns, state) = run(RepairState::default(), usize::MAX);
        assert_eq!((state.tally.all(), state.waiting), (MOST, Default::default()));
        assert_eq!(turns.len() as u64, MOST + MOST.div_ceil(5) + MOST.div_ceil(10));
        assert!(turns.is_sorted_by_key(|&(_, _, size)| size));
        let last = turns
            .last()
            .map(|(_, _, size)| turns.iter().filter(|(_, turn, other)| (*turn, other) == (0, size)).count());
        assert!(last.is_some_and(|count| count as u64 > LAST_GROUP), "{last:?}");
        for (now, &(place, turn, size)) in turns.iter().enumerate().filter(|(_, (_, turn, _))| *turn > 0) {
            let firsts = || (0..).zip(&turns).filter(|(_, (_, turn, other))| (*turn, *other) == (0, size));
            let begin = firsts().map(|(_, (place, ..))| *place).min().expect("a first turn");
            let group = |place: u64| (place - begin) / if turn == 1 { GROUP } else { LAST_GROUP };
            assert!(firsts().all(|(at, first)| (at < now) == (group(first.0) <= group(place))));
        }
    }

    #[test]
    fn turns_go_on_from_any_state() {
        let whole = run(RepairState::default(), usize::MAX);
        let (mut turns, mut state) = (Vec::new(), RepairState::default());
        for most in (1..).map(|piece| 50 + piece * 1371 % 1601) {
            let (more, next) = run(state, most);
            let is_end = more.len() < most;
            turns.extend(more);
            state = next;
            if is_end {
                break;
            }
        }
        assert_eq!((turns, state), whole);
    }
}
