//! `tsumugi hisshi`: whether positions are brinkmates (必至), and by which moves.

use super::answering::{self, answer_all};
use super::solve::Answer;
use crate::cli::args::{FormatKind, GeneralFlags, HisshiFlags, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::output::AnswerForm;
use crate::cli::output::drawing::problem_svg;
use crate::cli::output::heading::heading;
use crate::cli::run::answering::Answers;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::memory;
use crate::cli::run::options::{SearchOptions, memory_share};
use crate::cli::run::progress::{ProgressLine, RunProgress};
use crate::cli::run::session::{PulledSearch, Session};
use crate::hisshi::{Options, Outcome, Solver, Verdict};
use crate::notation::{RecordFormat, write_checked};
use crate::problem::{Choices, Question, QuestionError, Rule};
use crate::record::Record;
use crate::report::{HisshiReport, Lang, Message};
use crate::solve::{Budget, Limits, Reason};

/// Searches every problem of the inputs.
///
/// # Errors
/// An output cannot be opened or written.
pub fn run(flags: &HisshiFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    if !general.quiet {
        memory::tell_limits(flags.memory, general.language());
    }
    let interrupt = Interrupt::listen();
    let encoding = flags.answers.encoding.out_encoding;
    let form = answering::form(
        flags.answers.json,
        &flags.answers.format,
        flags.full,
        flags.answers.out.clone(),
        encoding,
    )?;
    form.refuse_idle_flags()?;
    let make = |progress| Finder::new(flags, &form, &interrupt, progress);
    answer_all(&flags.inputs, flags.jobs, &form, general, &interrupt, None, make)
}

/// Searches one problem after another for a brinkmate.
struct Finder<'a> {
    session: Session,
    options: Options,
    choices: Choices,
    form: &'a AnswerForm,
    lang: Lang,
}

impl Finder<'_> {
    fn new<'a>(
        flags: &HisshiFlags,
        form: &'a AnswerForm,
        interrupt: &Interrupt,
        progress: ProgressLine,
    ) -> Finder<'a> {
        let memory = memory_share(flags.memory, flags.jobs, Rule::Tsume);
        let limits = Limits { time: flags.time, nodes: flags.nodes, plies: None, memory: Some(memory) };
        let stop = interrupt.stop_flag();
        let options = Options { limits, longest: flags.max_plies, stop: stop.clone() };
        let choices = Choices { rule: Some(Rule::Tsume), rest: flags.rest, ..Choices::default() };
        let lang = progress.lang();
        let session = Session::new(SearchOptions::of_checkpoint(stop), interrupt.clone(), progress);
        Finder { session, options, choices, form, lang }
    }

    fn text(&self, report: &HisshiReport, format: OutputFormat) -> Result<String, String> {
        let record = match format.kind() {
            FormatKind::Json => return Ok(report.json() + "\n"),
            FormatKind::Svg => {
                return Ok(problem_svg(&report.solved_problem(self.lang), self.form.drawing));
            }
            FormatKind::Text => {
                return Ok(heading(report.problem) + &report.text(self.lang, self.form.full));
            }
            FormatKind::Record(record) => record,
        };
        let solved = report.solved_problem(self.lang);
        let name = report.problem.name();
        let mut text = write_checked(&solved, record)
            .map_err(|error| format!("{name}: {}", error.message(self.lang)))?;
        if record == RecordFormat::Usi {
            text += &other_lines(report);
        }
        Ok(text)
    }
}

impl Answers for Finder<'_> {
    type Answer = Result<Answer, Failure>;

    fn progress(&mut self) -> &mut ProgressLine {
        &mut self.session.progress
    }

    fn answer(&mut self, item: Item) -> Result<Answer, Failure> {
        let problem = item?;
        self.form.refuse_unwritable(&problem, self.lang)?;
        let refused = |error| Failure::refused(&problem, &Refusal::Question(error), self.lang);
        // The side to move is the attacker.
        let attacker = Some(problem.position().side_to_move());
        let choices = Choices { attacker, ..self.choices };
        let question = Question::new(&problem, &choices).map_err(refused)?;
        let rule = question.rule();
        let solver = Solver::new(question.position(), self.options.clone());
        let mut solver = solver.map_err(|defects| refused(QuestionError::Illegal { rule, defects }))?;
        let outcome = self.session.pull(&problem, &mut solver);
        log::info!("{}: {:?} {:?}", problem.name(), outcome.verdict, outcome.stats);
        let report = HisshiReport {
            problem: &problem,
            position: question.position(),
            longest: self.options.longest,
            outcome: &outcome,
        };
        let mut answer = Answer::new(&problem);
        answer.is_unknown = !outcome.is_decided();
        answer.is_interrupted = is_interrupted(&outcome);
        answer.add_texts(&self.form.formats, |format| self.text(&report, format));
        Ok(answer)
    }
}

/// The main lines of all first moves after the first one, each as a line of a problem set.
fn other_lines(report: &HisshiReport) -> String {
    let others = report.outcome.solutions.iter().skip(1);
    let lines = others.map(|attack| Record::new(report.position.clone(), attack.main_line()));
    lines.map(|record| format!("{record}\n")).collect()
}

fn is_interrupted(outcome: &Outcome) -> bool {
    outcome.reason == Some(Reason::Interrupted) || outcome.verdict == Verdict::Unknown(Reason::Interrupted)
}

impl PulledSearch for Solver {
    type Found = Outcome;

    fn advance(&mut self, slice: Budget) -> Result<Outcome, RunProgress> {
        Solver::advance(self, slice).done().map_err(RunProgress::from)
    }
}
