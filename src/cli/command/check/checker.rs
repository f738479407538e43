//! Checking one problem: the answer in the form of the run.

use crate::analysis::{
    COOK_NODES, CheckProgress, CookExamination, Examination, Intended, Soundness, SoundnessCheck, TsumeCheck,
};
use crate::cli::args::{CheckFlags, SearchFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::graph::GraphFile;
use crate::cli::output::heading::heading;
use crate::cli::output::twins::Judgement;
use crate::cli::run::kept_answers::{
    self, CheckQuestion, CheckWanted, Checked, KeptAnswers, StatedKeys, Wanted,
};
use crate::cli::run::progress::RunProgress;
use crate::cli::run::session::{PulledSearch, Session, question, refuse_several_of_tsume};
use crate::compose::possible_length;
use crate::problem::{Problem, Question};
use crate::report::{CheckReport, CookReport, Lang};
use crate::solve::{Budget, Limits};
use std::sync::{Mutex, PoisonError};

/// A problem with the result of its check, or why it could not be read; the inner error: why it cannot be checked.
pub type Answer = Result<(Problem, Result<Found, Refusal>), Failure>;

/// The result of a check.
pub struct Found {
    /// The answer to be written, under the problem's heading; empty where nothing is to be written.
    pub text: String,
    /// The verdict.
    pub judgement: Judgement,
    /// Whether the answer was in the file of `--resume` already.
    pub is_kept: bool,
    /// The errors that occurred while the graph was written.
    pub aside: Tally,
}

/// Checks problems.
pub struct Checker<'a> {
    flags: &'a CheckFlags,
    graph: Mutex<GraphFile>,
    kept: Option<&'a Mutex<KeptAnswers<Checked>>>,
    wanted: CheckWanted,
    lang: Lang,
}

impl<'a> Checker<'a> {
    /// `kept`: the answers in the file of `--resume`.
    ///
    /// # Errors
    /// The graph cannot be written.
    pub fn new(
        flags: &'a CheckFlags,
        kept: Option<&'a Mutex<KeptAnswers<Checked>>>,
        lang: Lang,
    ) -> Result<Checker<'a>, FatalError> {
        let search = Wanted::of_search(&flags.search, &flags.listing);
        let &SearchFlags { nodes, time, max_plies: plies, .. } = &flags.search;
        let limits = Limits { nodes, time, plies, memory: None };
        let wanted = CheckWanted { search, backward: flags.backward, limits: limits.or_nodes(COOK_NODES) };
        let graph = Mutex::new(GraphFile::new(flags.graph.graph.clone(), lang)?);
        Ok(Checker { flags, graph, kept, wanted, lang })
    }

    /// Checks one problem.
    pub fn answer(&self, item: Item, session: &mut Session) -> Answer {
        let problem = item?;
        let mut found = self.check(&problem, session);
        // An interrupted check may lack a part of its answer even where the verdict is known. It is not kept, so that
        // the run that resumes checks the problem anew.
        if let Ok(found) = &mut found
            && self.kept.is_some()
            && session.interrupt.is_set()
        {
            found.text.clear();
        }
        Ok((problem, found))
    }

    fn check(&self, problem: &Problem, session: &mut Session) -> Result<Found, Refusal> {
        let question = question(problem, &session.options.choices)?;
        let intended = self.intended(problem);
        self.refuse(problem, &question, intended.plies)?;
        if let Some(found) = self.known(problem, &question, &intended) {
            return Ok(found);
        }
        Ok(match question.rule().is_cooperative() {
            true => self.check_cooperative(problem, &question, intended, session),
            false => self.check_tsume(problem, &question, intended, session),
        })
    }

    /// Refuses requests that have no meaning for a problem. `plies`: the intended length, from the problem or from a
    /// flag.
    fn refuse(&self, problem: &Problem, question: &Question, plies: Option<u64>) -> Result<(), Refusal> {
        if let Some(plies) = plies {
            possible_length(question.rule(), question.attacks_first(), &(plies..=plies))
                .map_err(|why| Refusal::Length(plies, why))?;
        }
        if question.rule().is_cooperative() {
            let lacks_line = self.flags.backward && problem.record.moves.is_empty();
            return if lacks_line { Err(Refusal::NoLine) } else { Ok(()) };
        }
        if self.flags.backward || self.flags.graph.graph.is_some() {
            return Err(Refusal::TsumeCheck);
        }
        refuse_several_of_tsume(question)
    }

    fn check_cooperative(
        &self,
        problem: &Problem,
        question: &Question,
        intended: Intended,
        session: &mut Session,
    ) -> Found {
        let options = session.search_options(question);
        log::info!("{}: solving {} with {:?}", problem.name(), question.position(), options.limits);
        let mut check = SoundnessCheck::new(question, intended, &options, self.flags.backward);
        let found = session.pull(problem, &mut check);
        log::info!("{}: {:?} {:?}", problem.name(), found.soundness, found.outcome.stats);
        let graph = || check.solution_graph().cloned();
        let mut aside = Tally::default();
        let mut file = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        file.write(problem, question.rule(), &found.outcome, graph, &mut aside);
        drop(file);
        let report =
            CheckReport { report: session.report(problem, question, &found.outcome), examination: &found };
        let text = self.text(problem, || report.json(), |lang, full| report.text(lang, full));
        Found { text, judgement: judgement(&found.soundness), is_kept: false, aside }
    }

    fn check_tsume(
        &self,
        problem: &Problem,
        question: &Question,
        intended: Intended,
        session: &mut Session,
    ) -> Found {
        let options = session.options_with_stated(problem, question);
        let limits = options.limits.or_nodes(COOK_NODES);
        let mut check = TsumeCheck::new(question, intended, &options, limits);
        let found = session.pull(problem, &mut check);
        log::info!("{}: {:?} {} nodes", problem.name(), found.soundness, found.nodes);
        let report =
            CookReport { report: session.report(problem, question, &found.outcome), examination: &found };
        let text = self.text(problem, || report.json(), |lang, full| report.text(lang, full));
        Found { text, judgement: judgement(&found.soundness), is_kept: false, aside: Tally::default() }
    }

    fn text(
        &self,
        problem: &Problem,
        json: impl FnOnce() -> String,
        text: impl FnOnce(Lang, bool) -> String,
    ) -> String {
        match self.flags.json || self.kept.is_some() {
            true => json() + "\n",
            false => heading(problem) + &text(self.lang, self.flags.full),
        }
    }

    fn intended(&self, problem: &Problem) -> Intended {
        let stated = problem.exact_plies();
        let solutions = problem.intended_solutions.clone();
        Intended { line: problem.record.moves.clone(), plies: self.flags.plies.or(stated), solutions }
    }

    /// The answer from the file of `--resume`, if it has one that covers everything this run asks for.
    fn known(&self, problem: &Problem, question: &Question, intended: &Intended) -> Option<Found> {
        let mut kept = self.kept?.lock().unwrap_or_else(PoisonError::into_inner);
        let told = StatedKeys::of(problem, question);
        let question = CheckQuestion {
            problem: kept_answers::Question::of(question),
            line: intended.line.iter().map(ToString::to_string).collect(),
            plies: intended.plies,
            solutions: intended.solutions.as_ref().map(ToString::to_string),
        };
        let known = kept.known(&question, &problem.name(), &self.wanted, &told)?;
        let judgement = match known.statement.soundness {
            kept_answers::Soundness::Sound => Judgement::Right,
            kept_answers::Soundness::Unsound => Judgement::Wrong,
            kept_answers::Soundness::Unknown => Judgement::Undecided,
        };
        let text = known.copy.unwrap_or_default();
        Some(Found { text, judgement, is_kept: true, aside: Tally::default() })
    }
}

fn judgement(soundness: &Soundness) -> Judgement {
    match soundness {
        Soundness::Sound => Judgement::Right,
        Soundness::Unsound(_) => Judgement::Wrong,
        Soundness::Unknown(_) => Judgement::Undecided,
    }
}

impl PulledSearch for TsumeCheck {
    type Found = CookExamination;

    fn advance(&mut self, slice: Budget) -> Result<CookExamination, RunProgress> {
        TsumeCheck::advance(self, slice).done().map_err(|(ply, search)| {
            let ply = (ply > 0).then(|| (ply as u64, self.plies() as u64));
            RunProgress { ply, ..RunProgress::from(search) }
        })
    }
}

impl PulledSearch for SoundnessCheck {
    type Found = Examination;

    fn advance(&mut self, slice: Budget) -> Result<Examination, RunProgress> {
        SoundnessCheck::advance(self, slice).done().map_err(|CheckProgress { ply, search }| {
            let ply = ply.map(|played| (played + 1, self.plies() as u64));
            RunProgress { ply, ..RunProgress::from(search) }
        })
    }
}
