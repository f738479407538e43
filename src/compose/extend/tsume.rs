//! A step of a tsume: its candidates are judged one by one, what costs little first.
//!
//! What the defender can do at the second ply is the same for all candidates with the same position there: it is solved
//! once. What is left goes through the check of a tsume, which ends with the first flaw.

use super::fate::{Cost, Fate};
use super::sound::Sound;
use crate::analysis::{CookCheck, CookStep, Doubt, Intended, Soundness};
use crate::compose::sound::with_default;
use crate::solve::helpmate::Start;
use crate::solve::{Budget, Options, Outcome, Progress, Reason, Solver, Step, Verdict};
use hashbrown::HashMap;
use std::time::Instant;

/// The judgement of all candidates of a step.
pub(super) struct TsumeStep {
    starts: Vec<Start>,
    sound: Sound,
    options: Options,
    fates: Vec<Fate>,
    /// By the key of the position at the second ply, whether the defender can do better there than the line has it.
    replies: HashMap<u128, bool>,
    task: Option<Task>,
    cost: Cost,
    started: Instant,
}

enum Task {
    /// The defender's position before the problem.
    Reply(u128, Box<Solver>),
    Whole(Box<CookCheck>),
}

impl TsumeStep {
    pub fn new(sound: &Sound, starts: Vec<Start>, options: &Options) -> TsumeStep {
        let mut options = Options { max_solutions: 1, ..options.clone() };
        options.limits = with_default(options.limits);
        TsumeStep {
            fates: Vec::with_capacity(starts.len()),
            starts,
            sound: sound.clone(),
            options,
            replies: HashMap::new(),
            task: None,
            cost: Cost::default(),
            started: Instant::now(),
        }
    }

    /// Works on until the budget of this call is used up.
    ///
    /// # Errors
    /// How far it has come.
    pub fn advance(&mut self, budget: Budget) -> Result<(Vec<Fate>, Cost), Progress> {
        let called = Instant::now();
        let before = self.cost.nodes;
        loop {
            if self.fates.len() == self.starts.len() {
                self.cost.seconds = self.started.elapsed().as_secs_f64();
                return Ok((self.fates.clone(), self.cost));
            }
            if self.options.stop.is_set() {
                self.fates.resize(self.starts.len(), Fate::Unknown(Doubt::Limit(Reason::Interrupted)));
                continue;
            }
            let search = self.work(budget);
            let is_spent = match budget {
                Budget::Nodes(nodes) => self.cost.nodes - before >= nodes,
                Budget::Time(time) => called.elapsed() >= time,
                Budget::Unlimited => false,
            };
            if is_spent {
                return Err(search);
            }
        }
    }

    /// Goes on with the task, or begins the next one.
    fn work(&mut self, budget: Budget) -> Progress {
        let task = match self.task.take() {
            Some(task) => task,
            None => match self.next_task() {
                Ok(task) => task,
                Err(fate) => {
                    self.fates.push(fate);
                    return Progress::default();
                }
            },
        };
        match task {
            Task::Reply(key, mut solver) => match solver.advance(budget) {
                Step::Progress(progress) => {
                    self.task = Some(Task::Reply(key, solver));
                    progress
                }
                Step::Done(outcome) => {
                    self.cost.nodes += outcome.stats.nodes;
                    self.cost.searches += 1;
                    self.replies.insert(key, is_other_length(&outcome, self.sound.line.len() as u64 + 1));
                    Progress::default()
                }
            },
            Task::Whole(mut check) => match check.advance(budget) {
                CookStep::Progress((_, progress)) => {
                    self.task = Some(Task::Whole(check));
                    progress
                }
                CookStep::Done(found) => {
                    self.cost.nodes += found.nodes;
                    self.cost.searches += 1;
                    self.fates.push(match found.soundness {
                        Soundness::Sound => Fate::Sound,
                        Soundness::Unsound(_) => Fate::Unsound,
                        Soundness::Unknown(doubt) => Fate::Unknown(doubt),
                    });
                    Progress::default()
                }
            },
        }
    }

    /// The next task.
    ///
    /// # Errors
    /// The fate of the candidate, when no search is needed.
    fn next_task(&self) -> Result<Task, Fate> {
        let Start { position, way } = &self.starts[self.fates.len()];
        let question = self.sound.question_of(position);
        if let (&[check, _], true) = (way.as_slice(), question.attacks_first()) {
            let reply = question.after(check);
            let key = reply.position().key();
            match self.replies.get(&key) {
                None => return Ok(Task::Reply(key, Box::new(Solver::new(&reply, self.options.clone())))),
                Some(true) => return Err(Fate::Unsound),
                Some(false) => {}
            }
        }
        let intended = Intended { line: [way.as_slice(), &self.sound.line].concat(), ..Intended::default() };
        let check = CookCheck::new(&question, intended, &self.options, self.options.limits);
        Ok(Task::Whole(Box::new(check.until_flaw())))
    }
}

/// Whether it is proved that the mate against the best defence takes another number of plies.
fn is_other_length(outcome: &Outcome, plies: u64) -> bool {
    match outcome.verdict {
        Verdict::NoMate => outcome.is_exact(),
        Verdict::Mate { plies: found, exact } if exact && outcome.is_exact() => found != plies,
        Verdict::Mate { plies: found, .. } => found < plies || outcome.bounds.lower > plies,
        Verdict::Unknown(_) => outcome.bounds.lower > plies && outcome.trusts_fingerprints(),
    }
}
