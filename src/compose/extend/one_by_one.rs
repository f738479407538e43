//! A step whose candidates are judged one by one, with the cheapest tests first: for a tsume, a helpselfmate,
//! a problem with conditions or with several intended solutions.
//!
//! The defender's options at the second ply are the same for all candidates that share the position there, so
//! they are searched once. The candidates that remain get a full check; for a tsume it ends at the first
//! flaw.

use super::fate::{Cost, Fate};
use super::sound::{Sound, intended};
use crate::analysis::{CookCheck, Doubt, Soundness, SoundnessCheck};
use crate::compose::sound::with_default;
use crate::problem::Question;
use crate::solve::helpmate::Start;
use crate::solve::{Budget, Options, Outcome, Progress, Reason, Solver, Verdict};
use crate::types::Move;
use hashbrown::HashMap;
use std::time::Instant;

/// The judgement of all candidates of a step.
pub(super) struct OneByOne {
    starts: Vec<Start>,
    sound: Sound,
    options: Options,
    fates: Vec<Fate>,
    /// By the key of the position at the second ply: whether all candidates with this position are proved
    /// unsound.
    replies: HashMap<u128, bool>,
    task: Option<CandidateTask>,
    cost: Cost,
    started: Instant,
}

/// The search in progress.
struct CandidateTask {
    /// The key of the position at the second ply, when the search is about that position.
    reply: Option<u128>,
    search: CandidateSearch,
}

/// A search about a candidate, or about the position at its second ply.
enum CandidateSearch {
    /// Finds the length of a tsume after the attacker's first move; the number is the length that it must
    /// have.
    Length(Box<Solver>, u64),
    Cooks(Box<CookCheck>),
    Solutions(Box<SoundnessCheck>),
}

impl OneByOne {
    pub fn new(sound: &Sound, starts: Vec<Start>, options: &Options) -> OneByOne {
        let mut options = Options { max_solutions: 1, ..options.clone() };
        options.limits = with_default(options.limits);
        OneByOne {
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

    /// Works until the budget of this call is used up.
    ///
    /// # Errors
    /// The progress so far, when the work is not finished.
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

    /// Continues the current task, or begins the next one.
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
        let CandidateTask { reply, mut search } = task;
        match search.advance(budget) {
            Ok((fate, nodes)) => {
                self.cost.nodes += nodes;
                self.cost.searches += 1;
                match reply {
                    Some(key) => {
                        self.replies.insert(key, fate == Some(Fate::Unsound));
                    }
                    None => self.fates.extend(fate),
                }
                Progress::default()
            }
            Err(progress) => {
                self.task = Some(CandidateTask { reply, search });
                progress
            }
        }
    }

    /// The next task.
    ///
    /// # Errors
    /// The fate of the candidate, when no search is needed.
    fn next_task(&self) -> Result<CandidateTask, Fate> {
        let Start { position, way } = &self.starts[self.fates.len()];
        let question = self.sound.question_of(position);
        let line = [way.as_slice(), &self.sound.line].concat();
        if let (&[check, _], true) = (way.as_slice(), question.attacks_first()) {
            let reply = question.after(check);
            let key = reply.position().key();
            match self.replies.get(&key) {
                None => {
                    return Ok(CandidateTask { reply: Some(key), search: self.of_reply(&reply, &line[1..]) });
                }
                Some(true) => return Err(Fate::Unsound),
                Some(false) => {}
            }
        }
        Ok(CandidateTask { reply: None, search: self.whole(&question, line) })
    }

    /// A search that can prove all candidates with this position at the second ply unsound. Under a rule by
    /// which both sides cooperate, every solution from there becomes a solution of each of the candidates,
    /// one move longer.
    fn of_reply(&self, reply: &Question, line: &[Move]) -> CandidateSearch {
        match reply.rule().is_cooperative() {
            true => self.solutions(reply, line.to_vec()),
            false => {
                let solver = Solver::new(reply, self.options.clone());
                CandidateSearch::Length(Box::new(solver), line.len() as u64)
            }
        }
    }

    fn whole(&self, question: &Question, line: Vec<Move>) -> CandidateSearch {
        match question.rule().is_cooperative() {
            true => self.solutions(question, line),
            false => {
                let intended = intended(question, line);
                let check = CookCheck::new(question, intended, &self.options, self.options.limits);
                CandidateSearch::Cooks(Box::new(check.until_flaw()))
            }
        }
    }

    fn solutions(&self, question: &Question, line: Vec<Move>) -> CandidateSearch {
        // The number of intended solutions is the problem's: a question about the position after a move does
        // not carry one.
        let intended = intended(&self.sound.question, line);
        CandidateSearch::Solutions(Box::new(SoundnessCheck::new(question, intended, &self.options, false)))
    }
}

impl CandidateSearch {
    /// The fate, when the search has decided it, and the number of positions expanded. A tsume that has the
    /// right length is not decided by that.
    ///
    /// # Errors
    /// The progress so far, when the search is not finished.
    fn advance(&mut self, budget: Budget) -> Result<(Option<Fate>, u64), Progress> {
        Ok(match self {
            CandidateSearch::Length(solver, plies) => {
                let outcome = solver.advance(budget).done()?;
                (is_other_length(&outcome, *plies).then_some(Fate::Unsound), outcome.stats.nodes)
            }
            CandidateSearch::Cooks(check) => {
                let found = check.advance(budget).done().map_err(|(_, progress)| progress)?;
                (Some(fate(&found.soundness)), found.nodes)
            }
            CandidateSearch::Solutions(check) => {
                let found = check.advance(budget).done().map_err(|progress| progress.search)?;
                (Some(fate(&found.soundness)), found.outcome.stats.nodes)
            }
        })
    }
}

fn fate(soundness: &Soundness) -> Fate {
    match *soundness {
        Soundness::Sound => Fate::Sound,
        Soundness::Unsound(_) => Fate::Unsound,
        Soundness::Unknown(doubt) => Fate::Unknown(doubt),
    }
}

/// Whether it is proved that the shortest mate against the best defence has another number of plies.
fn is_other_length(outcome: &Outcome, plies: u64) -> bool {
    match outcome.verdict {
        Verdict::NoMate => outcome.is_exact(),
        Verdict::Mate { plies: found, exact } if exact && outcome.is_exact() => found != plies,
        Verdict::Mate { plies: found, .. } => found < plies || outcome.proved_lower() > plies,
        Verdict::Unknown(_) => outcome.proved_lower() > plies,
    }
}
