//! `tsumugi check`: whether problems are sound.

use crate::analysis::{
    COOK_NODES, CheckProgress, CookCheck, CookExamination, Examination, Intended, Soundness, SoundnessCheck,
};
use crate::cli::args::CheckFlags;
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::batch::Batch;
use crate::cli::output::graph::GraphFile;
use crate::cli::output::heading::heading;
use crate::cli::output::twins::{Judgement, Twins};
use crate::cli::run::progress::RunProgress;
use crate::cli::run::session::{PulledSearch, Session, question};
use crate::problem::{ExpectedPlies, Problem, Question};
use crate::report::{CheckReport, CookReport, Lang};
use crate::solve::Budget;

/// Positions expanded in each search of a backward check that has no other limit.
const BACKWARD_NODES: u64 = 10_000_000;

/// Checks every problem of the inputs.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &CheckFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let limits = &mut session.options.search.limits;
    if flags.backward && limits.nodes.is_none() && limits.time.is_none() {
        limits.nodes = Some(BACKWARD_NODES);
    }
    let mut run = Run {
        batch: Batch { json: flags.json, ..Batch::new(lang) },
        flags,
        graph: GraphFile::new(flags.graph.graph.clone(), lang),
        twins: Twins::default(),
        is_first: true,
    };
    for problem in session.progress.problems(&flags.inputs.inputs, &flags.inputs.reading) {
        run.visit(problem, session)?;
        if session.interrupt.is_set() {
            run.batch.tally.interrupted = true;
            break;
        }
    }
    run.tell_twins()?;
    Ok(run.batch.tally)
}

struct Run<'a> {
    batch: Batch,
    flags: &'a CheckFlags,
    graph: GraphFile,
    twins: Twins,
    is_first: bool,
}

impl Run<'_> {
    fn visit(&mut self, problem: Item, session: &mut Session) -> anyhow::Result<()> {
        let lang = self.batch.lang;
        session.progress.next_problem();
        let answer = problem.and_then(|problem| {
            let answer = self.answer(&problem, session);
            answer.map_err(|refusal| Failure::refused(&problem, &refusal, lang))
        });
        match answer {
            Ok(text) => self.batch.output.write(&text)?,
            Err(failure) => self.batch.fail(failure)?,
        }
        Ok(())
    }

    /// What is said about a problem as it is written.
    fn answer(&mut self, problem: &Problem, session: &mut Session) -> Result<String, Refusal> {
        self.twins.begin(problem)?;
        let question = question(problem, &session.options)?;
        if !question.rule().is_cooperative() {
            return self.tsume_answer(problem, &question, session);
        }
        if self.flags.backward && problem.record.moves.is_empty() {
            return Err(Refusal::NoLine);
        }
        let intended = self.intended(problem);
        let options = session.search_options(&question);
        log::info!("{}: solving {} with {:?}", problem.name(), question.position(), options.limits);
        let mut check = SoundnessCheck::new(&question, intended, &options, self.flags.backward);
        let found = session.pull(problem, &mut check);
        log::info!("{}: {:?} {:?}", problem.name(), found.soundness, found.outcome.stats);
        self.count(&found.soundness);
        let graph = || check.solution_graph().cloned();
        self.graph.write(problem, &found.outcome, graph, &mut self.batch.tally);
        let report =
            CheckReport { report: session.report(problem, &question, &found.outcome), examination: &found };
        if self.batch.json {
            return Ok(report.json() + "\n");
        }
        Ok(self.headed(problem, &report.text(self.batch.lang, self.flags.full)))
    }

    /// The answer about a tsume.
    fn tsume_answer(
        &mut self,
        problem: &Problem,
        question: &Question,
        session: &mut Session,
    ) -> Result<String, Refusal> {
        if self.flags.backward || self.flags.graph.graph.is_some() {
            return Err(Refusal::TsumeCheck);
        }
        if problem.intended_solutions.is_some() {
            return Err(Refusal::SeveralOfTsume);
        }
        let options = session.search_options(question);
        let limits = options.limits.or_nodes(COOK_NODES);
        let intended = self.intended(problem);
        let mut check = CookCheck::new(question, intended, &options, limits);
        let found = session.pull(problem, &mut check);
        log::info!("{}: {:?} {} nodes", problem.name(), found.soundness, found.nodes);
        self.count(&found.soundness);
        let report =
            CookReport { report: session.report(problem, question, &found.outcome), examination: &found };
        if self.batch.json {
            return Ok(report.json() + "\n");
        }
        Ok(self.headed(problem, &report.text(self.batch.lang, self.flags.full)))
    }

    fn intended(&self, problem: &Problem) -> Intended {
        let stated = match problem.plies {
            Some(ExpectedPlies::Mate(plies)) => Some(plies),
            Some(ExpectedPlies::NoMate) | None => None,
        };
        let solutions = problem.intended_solutions.clone();
        Intended { line: problem.record.moves.clone(), plies: self.flags.plies.or(stated), solutions }
    }

    fn count(&mut self, soundness: &Soundness) {
        let judgement = match soundness {
            Soundness::Sound => Judgement::Right,
            Soundness::Unsound(_) => Judgement::Wrong,
            Soundness::Unknown(_) => Judgement::Undecided,
        };
        self.twins.judge(judgement);
        self.note(judgement);
    }

    fn note(&mut self, judgement: Judgement) {
        self.batch.tally.differs |= judgement == Judgement::Wrong;
        self.batch.tally.unknown |= judgement == Judgement::Undecided;
    }

    /// Says of every problem of several diagrams whether the whole is sound.
    fn tell_twins(&mut self) -> anyhow::Result<()> {
        let (lang, twins) = (self.batch.lang, std::mem::take(&mut self.twins));
        for whole in twins.wholes() {
            let judgement = whole.judgement();
            self.note(judgement);
            let (word, verdict) = match judgement {
                Judgement::Right => ("sound", lang.pick("完全作", "sound")),
                Judgement::Wrong => ("unsound", lang.pick("不完全作", "unsound")),
                Judgement::Undecided => ("unknown", lang.pick("不明", "unknown")),
            };
            if self.batch.json {
                self.batch.output.line(whole.json(word))?;
            } else {
                self.batch.output.line(format_args!("\n{}", whole.text(verdict, lang)))?;
            }
        }
        Ok(())
    }

    /// A text under the problem's heading, with a blank line before all but the first.
    fn headed(&mut self, problem: &Problem, text: &str) -> String {
        let gap = if std::mem::take(&mut self.is_first) { "" } else { "\n" };
        format!("{gap}{}{text}", heading(problem))
    }
}

impl PulledSearch for CookCheck {
    type Found = CookExamination;

    fn advance(&mut self, slice: Budget) -> Result<CookExamination, RunProgress> {
        CookCheck::advance(self, slice).done().map_err(|(ply, search)| {
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
