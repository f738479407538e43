//! Backward check (逆算検討): finds the move of the intended line from which on the rest of the line is proved to
//! be the only shortest mate.
//!
//! The rest of the line is examined after taking back more and more moves. A second mate that is as short as
//! the rest of the line, or shorter, can be reached from every earlier position of the line too. Hence, if
//! the rest is sound at some ply, it is sound at every later ply; if it is not, it is not sound at any
//! earlier ply. So not every position has to be searched: the steps grow with the distance from the end (each
//! position for the last moves, then about a ninth of the moves left), and the boundary is finally found by
//! bisection.

use crate::problem::Question;
use crate::solve::helpmate::{Options, Solver};
use crate::solve::{Budget, Limits, Outcome, Progress, Reason, Step, Verdict};
use crate::types::Move;
use num_bigint::BigUint;

/// While walking back, the number of positions already known to be sound is divided by this to get the size of
/// a step.
const PART: usize = 8;

/// The result of searching the rest of the line from one of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemainderVerdict {
    /// The rest is the only shortest mate.
    Sound,
    /// There is a shorter mate, or another mate of the same length.
    Unsound {
        /// The length of the shortest mate found.
        plies: u64,
        /// A lower bound of the number of mates of that length.
        solutions: BigUint,
        /// One of these mates that differs from the rest of the line.
        other: Vec<Move>,
    },
    /// Not decided: the budget did not suffice or, without a reason, too many false hits of the table are to
    /// be expected.
    Unknown(Option<Reason>),
}

/// The search from one position of the line, with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The number of moves played before that position.
    pub ply: u64,
    /// The number of moves left.
    pub left: u64,
    /// The result.
    pub verdict: RemainderVerdict,
}

impl Probe {
    /// The result that follows from a search outcome.
    pub(super) fn new(ply: usize, rest: &[Move], outcome: &Outcome) -> Probe {
        let left = rest.len() as u64;
        let solutions = &outcome.solutions;
        let other = solutions.listed.iter().find(|line| line.as_slice() != rest);
        let verdict = match outcome.verdict {
            // A single solution that is not the rest of the line counts like several solutions.
            Verdict::Mate { plies, .. }
                if plies < left
                    || solutions.count > BigUint::from(1u8)
                    || plies == left && other.is_some() =>
            {
                RemainderVerdict::Unsound {
                    plies,
                    solutions: solutions.count.clone(),
                    other: other.cloned().unwrap_or_default(),
                }
            }
            Verdict::Mate { plies, .. }
                if plies == left && outcome.is_exact() && outcome.is_count_exact() =>
            {
                RemainderVerdict::Sound
            }
            Verdict::Unknown(reason) => RemainderVerdict::Unknown(Some(reason)),
            Verdict::Mate { .. } | Verdict::NoMate => RemainderVerdict::Unknown(outcome.reason),
        };
        Probe { ply: ply as u64, left, verdict }
    }
}

/// The final result.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BackwardResult {
    /// All searches, beginning with the latest position of the line.
    pub probes: Vec<Probe>,
    /// After this number of moves, and any larger one, the rest is proved to be the only shortest mate.
    pub sound_from: Option<u64>,
    /// After this number of moves, and any smaller one, the rest is proved not to be the only shortest mate.
    pub unsound_until: Option<u64>,
}

/// A backward check, to be driven by calls of its methods.
pub(super) struct Backward {
    question: Question,
    line: Vec<Move>,
    options: Options,
    /// The numbers of moves after which the attacker is to move; 0 is always included.
    starts: Vec<usize>,
    /// The first index in `starts` that is proved sound; all later ones are sound too.
    sound: usize,
    /// The last index in `starts` whose search found it unsound or did not decide it.
    failed: Option<usize>,
    current: Option<(usize, Box<Solver>)>,
    probes: Vec<Probe>,
    /// The number of probes, including the root, that were not cut short by a stop.
    decided: usize,
    interrupted: bool,
}

impl Backward {
    /// `line` must be a mate by the rules. The limits of `options` apply to each search; `root` is the result
    /// for the whole line.
    pub fn new(question: &Question, line: &[Move], options: Options, root: Probe) -> Backward {
        let first = usize::from(!question.attacks_first());
        let mut starts: Vec<usize> = (first..line.len()).step_by(2).collect();
        if first > 0 {
            starts.insert(0, 0);
        }
        let is_sound = root.verdict == RemainderVerdict::Sound;
        Backward {
            question: question.clone(),
            line: line.to_vec(),
            options: Options { max_solutions: 2, ..options },
            sound: if is_sound { 0 } else { starts.len() },
            failed: (!is_sound).then_some(0),
            starts,
            current: None,
            probes: vec![root],
            decided: 1,
            interrupted: false,
        }
    }

    /// Takes over the searches of an earlier backward check of the same question, in their order, as far as
    /// this check would make the same searches.
    pub fn go_on(&mut self, probes: Vec<Probe>) {
        for probe in probes {
            let Some(place) = self.next().filter(|&place| self.starts[place] as u64 == probe.ply) else {
                log::warn!("earlier searches of a backward check do not fit: they are made anew");
                return;
            };
            self.take(place, probe);
            self.decided = self.probes.len();
        }
    }

    /// The searches so far in their order, without the root and those cut short by a stop.
    pub fn decided(&self) -> &[Probe] {
        &self.probes[1..self.decided]
    }

    /// The next index in `starts` to search; `None` when nothing is left to find out.
    fn next(&self) -> Option<usize> {
        let failed = self.failed.filter(|_| !self.interrupted)?;
        let between = self.sound - failed;
        // Only the root has failed so far: keep walking back from the end.
        let step = if failed == 0 { (self.starts.len() - self.sound) / PART } else { between / 2 };
        (between > 1).then(|| self.sound - step.clamp(1, between - 1))
    }

    /// Continues the search. Returns the number of moves before the position being searched, and the progress
    /// of that search; `None` when everything is known that the budget allows.
    pub fn advance(&mut self, budget: Budget) -> Option<(u64, Progress)> {
        let (place, mut solver) = match self.current.take() {
            Some(current) => current,
            None => {
                let place = self.next()?;
                (place, Box::new(self.solver(place)))
            }
        };
        let ply = self.starts[place];
        match solver.advance(budget) {
            Step::Progress(progress) => {
                self.current = Some((place, solver));
                Some((ply as u64, progress))
            }
            Step::Done(outcome) => {
                self.note(place, &outcome);
                Some((ply as u64, Progress::default()))
            }
        }
    }

    fn solver(&self, place: usize) -> Solver {
        let played = self.starts[place];
        let question = self.line[..played].iter().fold(self.question.clone(), |before, &mv| before.after(mv));
        let left = (self.line.len() - played) as u64;
        let limits = Limits { plies: Some(left), ..self.options.limits };
        Solver::of(&question, Options { limits, ..self.options.clone() })
    }

    fn note(&mut self, place: usize, outcome: &Outcome) {
        self.take(place, Probe::new(self.starts[place], &self.line[self.starts[place]..], outcome));
    }

    fn take(&mut self, place: usize, probe: Probe) {
        match probe.verdict {
            RemainderVerdict::Sound => self.sound = place,
            _ => self.failed = Some(place),
        }
        self.interrupted |= probe.verdict == RemainderVerdict::Unknown(Some(Reason::Interrupted));
        self.probes.push(probe);
        if !self.options.stop.is_set() {
            self.decided = self.probes.len();
        }
    }

    /// The result so far.
    pub fn result(&self) -> BackwardResult {
        let mut probes = self.probes.clone();
        probes.sort_by_key(|probe| std::cmp::Reverse(probe.ply));
        let unsound = probes.iter().find(|probe| matches!(probe.verdict, RemainderVerdict::Unsound { .. }));
        BackwardResult {
            sound_from: self.starts.get(self.sound).map(|&ply| ply as u64),
            unsound_until: unsound.map(|probe| probe.ply),
            probes,
        }
    }
}
