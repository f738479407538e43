//! Backward check (逆算検討): from which move of the intended line on is it proved to be the only shortest mate?
//!
//! The rest of the line is examined after more and more moves are taken back. A second mate as short as the rest of the
//! line, or a shorter one, can be reached from every position before it too: where the rest is sound, it is sound at
//! every later ply; where it is not, it is not at any earlier one. So not every position has to be searched: steps grow
//! with the distance from the end (each position for the last moves, then about every ninth part), and the boundary is
//! then found by halving.

use crate::problem::Question;
use crate::solve::helpmate::{Options, Solver};
use crate::solve::{Budget, Limits, Outcome, Progress, Reason, Step, Verdict};
use crate::types::Move;
use num_bigint::BigUint;

/// A step back is this part of the moves that are behind.
const PART: usize = 8;

/// What the search from one position of the line says about the rest of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemainderVerdict {
    /// It is the only shortest mate.
    Sound,
    /// There is a shorter mate, or another as short.
    Unsound {
        /// The length of the shortest mate found.
        plies: u64,
        /// The number of mates of that length, at least.
        solutions: BigUint,
        /// One of them that is not the rest of the line.
        other: Vec<Move>,
    },
    /// The budget did not suffice, or too many false hits are to be expected (no reason).
    Unknown(Option<Reason>),
}

/// The search from one position of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The number of moves played before it.
    pub ply: u64,
    /// The number of moves left.
    pub left: u64,
    /// What came out.
    pub verdict: RemainderVerdict,
}

impl Probe {
    /// What an outcome says about the rest of the line.
    pub(super) fn new(ply: usize, rest: &[Move], outcome: &Outcome) -> Probe {
        let left = rest.len() as u64;
        let solutions = &outcome.solutions;
        let other = solutions.listed.iter().find(|line| line.as_slice() != rest);
        let verdict = match outcome.verdict {
            // One solution that is another one tells the same as several.
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

/// What is known in the end.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BackwardResult {
    /// All searches, the latest position first.
    pub probes: Vec<Probe>,
    /// From this many moves on, and after any more of them, the rest is proved to be the only shortest mate.
    pub sound_from: Option<u64>,
    /// After this many moves, and any fewer, it is proved not to be.
    pub unsound_until: Option<u64>,
}

/// A backward check, to be driven by calls of its methods.
pub(super) struct Backward {
    question: Question,
    line: Vec<Move>,
    options: Options,
    /// The numbers of moves after which the attacker is to move, and 0.
    starts: Vec<usize>,
    /// The first place in `starts` that is proved to be sound; all after it are.
    sound: usize,
    /// The last place that was searched in vain, or is unsound.
    failed: Option<usize>,
    current: Option<(usize, Box<Solver>)>,
    probes: Vec<Probe>,
    /// How many of them, the root among them, are more than what a stop left.
    decided: usize,
    interrupted: bool,
}

impl Backward {
    /// `line` is a mate by the rules. The limits of `options` hold for each search; `root` is what was found without
    /// taking any move back.
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

    /// Takes over what another backward check of the same question had searched, in the order of its searches, as far as
    /// this one would search the same.
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

    /// What was searched so far, in the order of the searches, but for the root and what a stop left.
    pub fn decided(&self) -> &[Probe] {
        &self.probes[1..self.decided]
    }

    /// The next place to search; `None` when there is nothing more to find out.
    fn next(&self) -> Option<usize> {
        let failed = self.failed.filter(|_| !self.interrupted)?;
        let between = self.sound - failed;
        // Nothing but the root was tried in vain: still walking back.
        let step = if failed == 0 { (self.starts.len() - self.sound) / PART } else { between / 2 };
        (between > 1).then(|| self.sound - step.clamp(1, between - 1))
    }

    /// Searches on: the number of moves played before the position that is searched, and how far that has come. `None`
    /// when everything is known that the budget allows.
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

    /// What is known now.
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
