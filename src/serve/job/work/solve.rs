//! The work of a job that solves a problem: the search with its checkpoints, the certificate, the variations, the
//! answer.

use super::checkpoint::{Checkpoint, fresh_folder, tell_failure, tell_foreign};
use super::extra_file::{Bounded, CERTIFICATE, keep_graph};
use super::turn::{Turn, Work};
use crate::analysis::{SideLines, Variations};
use crate::problem::Question;
use crate::report::{CertificateProgress, CertificateSoFar, Lang, Report, Request};
use crate::serve::error::ApiError;
use crate::serve::job::progress::{JobProgress, Reporter};
use crate::serve::job::request::AskedProblem;
use crate::serve::job::shared::Job;
use crate::solve::tsume::CertifyError;
use crate::solve::{Budget, Options, Outcome, Progress, Reason, Resumed, Solver};
use crate::store::DiskFolder;
use serde_json::Value;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The work of solving a problem.
pub struct Solving {
    job: Arc<Job>,
    asked: Arc<AskedProblem>,
    options: Options,
    stage: Stage,
    checkpoint: Option<Checkpoint>,
    /// Whether the search is finished. Its checkpoint is then only needed in case the server ends before the answer
    /// is reported, or the job is stopped before the certificate is written.
    is_done: bool,
    /// Whether the job was stopped before the certificate was written.
    lacks_certificate: bool,
    /// Reports the progress of the certificate, which is written within one time slice.
    reporter: Reporter,
}

enum Stage {
    Searching(Box<Solver>),
    SideLines(Box<Outcome>, Box<SideLines>),
    Answering(Box<Outcome>, Variations),
    Answered { is_whole: bool },
}

impl Solving {
    /// Begins the search, or continues the one that left a checkpoint.
    ///
    /// # Errors
    /// No checkpoint can be kept.
    pub fn begin(
        job: &Arc<Job>,
        asked: &Arc<AskedProblem>,
        options: Options,
        every: Duration,
    ) -> Result<Solving, ApiError> {
        let question = &asked.question;
        let stated = asked.problem.exact_plies();
        let new = || Solver::new(question, Options { stated, ..options.clone() });
        let (solver, checkpoint) = match job.checkpoint() {
            None => (new(), None),
            Some(path) => {
                let solver = match resumed(&path, question, &options) {
                    Some(solver) => solver,
                    None => begun(&path, new())?,
                };
                (solver, Some(Checkpoint::new(path, every)))
            }
        };
        let (job, asked) = (Arc::clone(job), Arc::clone(asked));
        let reporter = Reporter::new(&job.request);
        Ok(Solving {
            job,
            asked,
            options,
            stage: Stage::Searching(Box::new(solver)),
            checkpoint,
            is_done: false,
            lacks_certificate: false,
            reporter,
        })
    }

    fn search(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        let Stage::Searching(solver) = &mut self.stage else { unreachable!("it is searching") };
        match solver.advance(slice).done() {
            Err(search) => {
                let line = solver.best_line();
                if let Some(checkpoint) = &mut self.checkpoint {
                    checkpoint.save_if_due(&self.job, |part| solver.checkpoints().save_a_part(part));
                }
                Ok(Turn::Progress(JobProgress { stage: "solve", search, line, ..JobProgress::default() }))
            }
            Ok(outcome) => self.found(outcome, slice),
        }
    }

    /// Handles the outcome of the search, and enters the next stage.
    fn found(&mut self, outcome: Outcome, slice: Budget) -> Result<Turn, ApiError> {
        let Stage::Searching(mut solver) =
            std::mem::replace(&mut self.stage, Stage::Answered { is_whole: false })
        else {
            unreachable!("it was searching")
        };
        // Continuing with the same limit of plies would find nothing more.
        self.is_done = outcome.is_whole() || outcome.reason == Some(Reason::Plies);
        let goes_on = !self.is_done || self.wants_side_lines();
        if self.checkpoint.is_some() && goes_on {
            tell_failure(&self.job, solver.checkpoints().save());
        }
        let asked = Arc::clone(&self.asked);
        let question = &asked.question;
        if question.rule().is_cooperative() {
            keep_graph(&self.job, &outcome, &self.asked.problem.name(), || solver.solution_graph());
        } else if self.asked.certificate && outcome.is_decided() {
            self.certify(&solver, &outcome);
            if self.checkpoint.is_some() && self.lacks_certificate && !goes_on {
                tell_failure(&self.job, solver.checkpoints().save());
            }
        }
        drop(solver);
        self.stage = if self.wants_side_lines() {
            let search = SideLines::new(question, &outcome, &self.options);
            Stage::SideLines(Box::new(outcome), Box::new(search))
        } else {
            Stage::Answering(Box::new(outcome), Variations::default())
        };
        self.advance(slice)
    }

    fn wants_side_lines(&self) -> bool {
        self.asked.variations && !self.asked.question.rule().is_cooperative()
    }

    /// Writes the certificate. If that fails, the answer is still reported, with the reason as a warning.
    fn certify(&mut self, solver: &Solver, outcome: &Outcome) {
        let (job, reporter) = (&self.job, &mut self.reporter);
        let progress = CertificateProgress::new(|far| {
            if let Some(event) = reporter.event(&writing(far)) {
                job.tell(event);
            }
        });
        let written = job.keep_file(CERTIFICATE, |file| {
            let mut file = Bounded::new(io::BufWriter::new(progress.watch(file)));
            solver.certify_showing(outcome, &mut file, &mut |nodes| progress.searched(nodes))?;
            io::Write::flush(&mut file).map_err(CertifyError::from)
        });
        if let Err(error) = written {
            self.lacks_certificate = matches!(error, CertifyError::Halted(Reason::Interrupted));
            self.job.warn(&ApiError::because("no-certificate", &error));
        }
    }

    fn answer(&mut self) -> Turn {
        let Stage::Answering(outcome, variations) =
            std::mem::replace(&mut self.stage, Stage::Answered { is_whole: false })
        else {
            unreachable!("the answer is at hand")
        };
        let AskedProblem { problem, question, .. } = &*self.asked;
        let wants_side_lines = self.wants_side_lines();
        let request = Request {
            variations_left_out: wants_side_lines.then_some(variations.unknown),
            ..Request::of(question.rule(), &self.options)
        };
        let report = Report { problem, question, outcome: &outcome, side_lines: &variations.lines, request };
        let text = report.json();
        // A stop after the search was complete does not make the answer partial by itself.
        let is_partial = outcome.reason == Some(Reason::Interrupted) && !outcome.is_whole()
            || self.lacks_certificate
            || (wants_side_lines && variations.unknown > 0 && self.options.stop.is_set());
        if let Some(checkpoint) = self.checkpoint.take_if(|_| self.is_done && !is_partial) {
            checkpoint.remove();
        }
        self.stage = Stage::Answered { is_whole: !is_partial };
        Turn::Answer { text, is_partial }
    }
}

impl Work for Solving {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        match &mut self.stage {
            Stage::Searching(_) => self.search(slice),
            Stage::SideLines(outcome, search) => match search.advance(slice).done() {
                Err(search) => {
                    Ok(Turn::Progress(JobProgress { stage: "variations", search, ..JobProgress::default() }))
                }
                Ok(variations) => {
                    let outcome = outcome.clone();
                    self.stage = Stage::Answering(outcome, variations);
                    Ok(self.answer())
                }
            },
            Stage::Answering(..) => Ok(self.answer()),
            Stage::Answered { is_whole } => Ok(Turn::Done { is_whole: *is_whole }),
        }
    }
}

/// The progress of the certificate.
fn writing(far: CertificateSoFar) -> JobProgress {
    let search = Progress { nodes: far.nodes, ..Progress::default() };
    let words = Some((far.text(Lang::En), far.text(Lang::Ja)));
    JobProgress { stage: "certificate", search, words, ..JobProgress::default() }
}

/// The search that left a checkpoint for this question, if there is a usable one.
fn resumed(path: &Path, question: &Question, options: &Options) -> Option<Solver> {
    let folder = DiskFolder::open(path).ok()?;
    let resumed = Solver::resume(Box::new(folder), |_, saved| {
        saved.stop = options.stop.clone();
        saved.limits.time = options.limits.time;
        saved.limits.nodes = options.limits.nodes;
        saved.limits.memory = options.limits.memory;
        saved.threads = options.threads;
    });
    match resumed {
        Ok(Resumed { mut solver, .. }) => {
            solver.limit_nodes_anew();
            Some(solver).filter(|solver| solver.question().asks_as(question))
        }
        Err(error) => {
            tell_foreign(path, &error);
            None
        }
    }
}

/// Makes a search store checkpoints in a new folder.
fn begun(path: &Path, mut solver: Solver) -> Result<Solver, ApiError> {
    let folder = fresh_folder(path)?;
    solver
        .checkpoints()
        .keep_checkpoint(folder, Value::Null)
        .map_err(|error| ApiError::because("no-checkpoint", &error))?;
    Ok(solver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::job::request::{Request, Subject};
    use crate::serve::limits::Budget as JobBudget;
    use crate::solve::StopFlag;
    use serde_json::json;
    use std::fs;

    /// Works up to the answer: whether it is partial, and whether there is a checkpoint then.
    fn answered(mut solving: Solving) -> (bool, bool) {
        loop {
            match solving.advance(Budget::Unlimited).expect("no error") {
                Turn::Answer { is_partial, .. } => {
                    return (is_partial, solving.checkpoint.is_some());
                }
                Turn::Progress(_) => {}
                Turn::Done { .. } => unreachable!("there is an answer before"),
            }
        }
    }

    #[test]
    fn a_job_that_is_stopped_while_it_writes_its_certificate_can_go_on() {
        let path = std::env::temp_dir().join(format!("tsumugi-certifying-{}", std::process::id()));
        let budget = JobBudget::of(1 << 28, 1);
        let sfen = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
        let request = json!({ "kind": "solve", "sfen": sfen, "rule": "tsume", "certificate": true });
        let request = Request::read(request, "a", &budget).expect("a request");
        let Subject::Problem(asked) = &request.subject else { unreachable!("it asks about a problem") };
        let asked = Arc::clone(asked);
        let job = Arc::new(Job::new("a".to_owned(), request, Some(path.clone())).expect("a job"));
        let begin = |stop: &StopFlag| {
            let options = job.request.options(&budget, stop);
            Solving::begin(&job, &asked, options, Duration::from_secs(600)).expect("a search")
        };
        let stop = StopFlag::default();
        let mut solving = begin(&stop);
        let Stage::Searching(solver) = &mut solving.stage else { unreachable!("it begins with the search") };
        let outcome = solver.advance(Budget::Unlimited).done().expect("it was not limited");
        stop.stop();
        let turn = solving.found(outcome, Budget::Unlimited).expect("no error");
        assert!(matches!(turn, Turn::Answer { is_partial: true, .. }));
        assert!(job.file(CERTIFICATE).expect("no error").is_none());
        assert_eq!(answered(begin(&StopFlag::default())), (false, false));
        assert!(job.file(CERTIFICATE).expect("no error").is_some());
        fs::remove_dir_all(path).expect("the folder is removed");
    }
}
