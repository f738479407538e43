//! The answer to one problem, in the formats asked for.

use super::steps::write_steps;
use crate::analysis::Variations;
use crate::cli::args::{FormatKind, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::{FatalError, message};
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::hints::hint_at_idle_flag;
use crate::cli::output::AnswerForm;
use crate::cli::output::certificate::CertificateFile;
use crate::cli::output::destination::Destination;
use crate::cli::output::drawing::problem_svg;
use crate::cli::output::files::{InputFiles, WholeFile};
use crate::cli::output::formats::solution_text;
use crate::cli::output::graph::GraphFile;
use crate::cli::output::heading::heading;
use crate::cli::run::kept_answers::{
    KeptAnswer, KeptAnswers, Proof, Question, StatedKeys, Statement, Wanted,
};
use crate::cli::run::session::{Session, Solved, question_beside_line};
use crate::notation::read::{Encoding, Reader};
use crate::problem::{self, Problem};
use crate::report::{CertificateProgress, Lang, Message, Report, Request};
use crate::solve::Verdict;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The answer to a problem: its texts, and what the summary counts.
pub struct Answer {
    /// The problem's id, or its place if it has none.
    pub name: String,
    /// The texts in the order of the formats.
    pub texts: Vec<(OutputFormat, String)>,
    /// What the formats cannot express, as messages.
    pub warnings: Vec<String>,
    /// Whether the answer was in the file of `--resume` already.
    pub is_known: bool,
    /// The verdict, where this run found one about a mate.
    pub verdict: Option<Verdict>,
    /// Whether the verdict is unknown.
    pub is_unknown: bool,
    /// Whether the search was interrupted.
    pub is_interrupted: bool,
    /// The errors that occurred while the graph and the certificate were written.
    pub aside: Tally,
}

/// Solves problems and writes their answers in the form of the run.
pub struct Answerer<'a> {
    form: AnswerForm,
    lang: Lang,
    extras: Extras<'a>,
    steps: Option<Mutex<Destination>>,
    graph: Mutex<GraphFile>,
    certificate: Mutex<CertificateFile>,
}

/// Further requests of a run. With checkpoints only the certificate can be asked for.
#[derive(Default)]
pub struct Extras<'a> {
    /// The answers in the file of `--resume`, and what they have to contain.
    pub kept: Option<(&'a Mutex<KeptAnswers<Proof>>, Wanted)>,
    /// Whether variations (変化), the defender's other replies, are searched.
    pub variations: bool,
    /// The file for the certificate.
    pub certificate: Option<PathBuf>,
    /// Whether another process can resume the search: then the certificate is written only when the answer is
    /// complete.
    pub can_go_on: bool,
}

impl<'a> Answerer<'a> {
    /// Creates an answerer for this form. Diagrams never replace `inputs`, the files that are read.
    ///
    /// # Errors
    /// When the folder of diagrams cannot be made, or the graph or the certificate cannot be written.
    pub fn new(
        form: AnswerForm,
        extras: Extras<'a>,
        inputs: &InputFiles,
        lang: Lang,
    ) -> Result<Answerer<'a>, FatalError> {
        Ok(Answerer {
            steps: form.steps(inputs)?.map(Mutex::new),
            graph: Mutex::new(GraphFile::new(form.graph.clone(), lang)?),
            certificate: Mutex::new(CertificateFile::new(extras.certificate.as_deref(), lang)?),
            form,
            lang,
            extras,
        })
    }

    /// Solves a problem by `solve`, unless the file of `--resume` already holds its answer.
    ///
    /// # Errors
    /// The problem could not be read, or cannot be solved or written.
    pub fn answer(
        &self,
        item: Item,
        session: &mut Session,
        solve: impl FnOnce(&mut Session, &Problem, &problem::Question) -> Result<Solved, Refusal>,
    ) -> Result<Answer, Failure> {
        let problem = item?;
        self.form.refuse_unwritable(&problem, self.lang)?;
        self.solve(&problem, session, solve)
            .map_err(|refusal| Failure::refused(&problem, &refusal, self.lang))
    }

    fn solve(
        &self,
        problem: &Problem,
        session: &mut Session,
        solve: impl FnOnce(&mut Session, &Problem, &problem::Question) -> Result<Solved, Refusal>,
    ) -> Result<Answer, Refusal> {
        let question = question_beside_line(problem, &session.options.choices)?;
        if let Some(answer) = self.answer_before(problem, &question) {
            return Ok(answer);
        }
        let (outcome, solver) = solve(session, problem, &question)?;
        let mut answer = Answer::new(problem);
        // The certificate is written before any further search, while the proof is still in the hash table.
        let mut certificate = self.certificate.lock().unwrap_or_else(PoisonError::into_inner);
        let Session { interrupt, progress, .. } = &mut *session;
        let certify = |file: &mut WholeFile| {
            progress.start(problem.name(), None);
            let shown = CertificateProgress::new(|far| progress.show_words(|lang| far.text(lang)));
            let mut output = shown.watch(file);
            let mut show = |nodes| shown.searched(nodes);
            let written =
                interrupt.while_searching(|| solver.certify_showing(&outcome, &mut output, &mut show));
            progress.finish();
            written
        };
        if !self.extras.can_go_on || outcome.is_whole() {
            certificate.write(problem, question.rule(), &outcome, certify, &mut answer.aside);
        }
        drop(certificate);
        let is_cooperative = question.rule().is_cooperative();
        if self.extras.variations && is_cooperative {
            hint_at_idle_flag("--variations", question.rule());
        }
        let wants_variations = self.extras.variations && !is_cooperative;
        let variations = match wants_variations {
            true => session.side_lines(problem, &question, &outcome),
            false => Variations::default(),
        };
        if variations.unknown > 0 {
            let (name, count) = (problem.name(), variations.unknown);
            log::warn!(
                "{}",
                self.lang.pick(
                    format!("{name}: 玉方の応手{count}個は制限内に詰みが見つからず、変化にありません"),
                    match count {
                        1 => format!("{name}: a reply of the defender is left out: no mate found within the limits"),
                        _ => format!("{name}: {count} replies of the defender are left out: no mate found within the limits"),
                    },
                )
            );
        }
        let report = session.report(problem, &question, &outcome);
        let variations_left_out = wants_variations.then_some(variations.unknown);
        let request = Request { variations_left_out, ..report.request };
        let report = Report { side_lines: &variations.lines, request, ..report };
        answer.verdict = Some(outcome.verdict);
        answer.is_unknown = matches!(outcome.verdict, Verdict::Unknown(_));
        answer.is_interrupted = outcome.is_interrupted();
        let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        graph.write(problem, question.rule(), &outcome, || solver.solution_graph(), &mut answer.aside);
        drop(graph);
        answer.add_texts(&self.form.formats, |format| self.text(&report, format));
        self.write_steps(|| Some(report.solved_problem()), &mut answer);
        Ok(answer)
    }

    /// Writes the diagrams of a solved problem, where `--svg-steps` asks for them.
    fn write_steps(&self, solved: impl FnOnce() -> Option<Problem>, answer: &mut Answer) {
        let Some(steps) = &self.steps else { return };
        let mut folder = steps.lock().unwrap_or_else(PoisonError::into_inner);
        let written =
            solved().map_or(Ok(()), |solved| write_steps(&solved, &mut folder, self.form.drawing, self.lang));
        if let Err(error) = written {
            answer.warnings.push(message(&error, self.lang));
        }
    }

    /// The answer from the file of `--resume`, if any. It is still copied under another name, and its diagrams are
    /// written, where necessary.
    fn answer_before(&self, problem: &Problem, question: &problem::Question) -> Option<Answer> {
        let known = self.known(problem, question)?;
        let mut answer = Answer::known(problem, known.statement.is_unknown());
        answer.texts.extend(known.copy.map(|text| (OutputFormat::Json, text)));
        let solved = || Reader::new(known.line.as_bytes(), Encoding::Utf8, "").next()?.ok();
        self.write_steps(|| Some(Problem { record: solved()?.record, ..problem.clone() }), &mut answer);
        Some(answer)
    }

    fn known(&self, problem: &Problem, question: &problem::Question) -> Option<KeptAnswer<Proof>> {
        let (kept, wanted) = self.extras.kept.as_ref()?;
        let mut answers = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let told = StatedKeys::of(problem, question);
        answers.known(&Question::of(question), &problem.name(), wanted, &told)
    }

    fn text(&self, report: &Report, format: OutputFormat) -> Result<String, String> {
        let problem = report.problem;
        match format.kind() {
            FormatKind::Text => {
                let text = match self.form.notation {
                    Some(style) => report.compact_text(self.lang, style.into()),
                    None => report.text(self.lang, self.form.full),
                };
                Ok(format!("{}{text}", heading(problem)))
            }
            FormatKind::Json => Ok(report.json() + "\n"),
            FormatKind::Svg => Ok(problem_svg(&report.solved_problem(), self.form.drawing)),
            FormatKind::Record(format) => solution_text(report, format, self.lang)
                .map_err(|error| format!("{}: {}", problem.name(), error.message(self.lang))),
        }
    }
}

impl Answer {
    /// Adds the text of each format, or a warning where there is none.
    pub fn add_texts(
        &mut self,
        formats: &[OutputFormat],
        text: impl Fn(OutputFormat) -> Result<String, String>,
    ) {
        for &format in formats {
            match text(format) {
                Ok(text) => self.texts.push((format, text)),
                Err(message) => self.warnings.push(message),
            }
        }
    }

    /// The texts of all formats.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(_, text)| text.as_str())
    }

    /// An answer that is in the file of `--resume` already, and is not written again.
    pub fn known(problem: &Problem, is_unknown: bool) -> Answer {
        Answer { is_known: true, is_unknown, ..Answer::new(problem) }
    }

    /// A diagram after the only one that the output can hold: the problem was not searched.
    pub fn without_place(problem: &Problem) -> Answer {
        Answer { texts: vec![(OutputFormat::Svg, String::new())], ..Answer::new(problem) }
    }

    /// An answer without texts and without a verdict.
    pub fn new(problem: &Problem) -> Answer {
        Answer {
            name: problem.name(),
            texts: Vec::new(),
            warnings: Vec::new(),
            is_known: false,
            verdict: None,
            is_unknown: false,
            is_interrupted: false,
            aside: Tally::default(),
        }
    }
}
