//! `tsumugi analyse`: games looked at afterwards (棋譜解析).

use super::answering::{self, Answers, answer_all};
use super::solve::Answer;
use crate::cli::args::{AnalyseFlags, GeneralFlags, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use crate::cli::output::AnswerForm;
use crate::cli::output::heading::heading;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::options::usable_threads;
use crate::cli::run::pool::STACK;
use crate::cli::run::progress::ProgressLine;
use crate::movegen::play_line;
use crate::notation::write_checked;
use crate::play::{self, Limits};
use crate::problem::Problem;
use crate::report::{Lang, Message, ReviewReport};
use crate::review::{Game, Options, Review};
use crate::solve::Step;
use std::panic::resume_unwind;
use std::thread;

/// Nodes of each search when nothing is said.
const NODES: u64 = 200_000;

/// Looks at every game of the inputs.
///
/// # Errors
/// Those of the outputs, and a system that gives no thread.
pub fn run(flags: &AnalyseFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    // The engine's search is recursive, and the main thread's stack may be small.
    thread::scope(|scope| {
        let all = thread::Builder::new().stack_size(STACK);
        let all = all.spawn_scoped(scope, || analyse_all(flags, general)).map_err(|cause| {
            FatalError::new("no thread to work on", "スレッドを作れません").caused_by(cause)
        })?;
        all.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

fn analyse_all(flags: &AnalyseFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let encoding = flags.encoding.out_encoding;
    let form = answering::form(flags.json, &flags.format, flags.full, flags.out.clone(), encoding);
    let make = |progress| Analyst::new(flags, &form, &interrupt, progress);
    answer_all(&flags.inputs, flags.jobs, &form, general, &interrupt, make)
}

/// Looks at one game after another.
struct Analyst<'a> {
    options: Options,
    form: &'a AnswerForm,
    interrupt: Interrupt,
    progress: ProgressLine,
}

impl Analyst<'_> {
    fn new<'a>(
        flags: &AnalyseFlags,
        form: &'a AnswerForm,
        interrupt: &Interrupt,
        progress: ProgressLine,
    ) -> Analyst<'a> {
        let nodes = if flags.time.is_none() { Some(flags.nodes.unwrap_or(NODES)) } else { flags.nodes };
        let limits = Limits { nodes, move_time: flags.time, ..Limits::default() };
        let threads = usable_threads(flags.threads, flags.jobs);
        let engine = play::Options { hash_bytes: flags.hash, threads, ..play::Options::default() };
        let options = Options { limits, mate_nodes: flags.mate_nodes, engine, stop: interrupt.stop_flag() };
        Analyst { options, form, interrupt: interrupt.clone(), progress }
    }

    fn review(&mut self, problem: &Problem, moves: usize) -> Result<Game, Failure> {
        let record = &problem.record;
        let ending = record.ending.filter(|_| moves == record.moves.len());
        let review = Review::new(&record.root, &record.moves[..moves], ending, self.options.clone());
        let mut review =
            review.map_err(|illegal| Failure::unwritable(problem, illegal.message(self.progress.lang())))?;
        let whole = review.positions();
        self.progress.start(problem.name(), None);
        let Analyst { interrupt, progress, .. } = self;
        let game = interrupt.while_searching(|| {
            loop {
                match review.advance() {
                    Step::Done(game) => break *game,
                    Step::Progress(done) => {
                        progress.show_part(done as f64 / whole as f64, |lang| {
                            lang.pick(format!("{whole}局面中{done}"), format!("position {done} of {whole}"))
                        });
                    }
                }
            }
        });
        self.progress.finish();
        Ok(game)
    }

    fn text(&self, report: &ReviewReport, format: OutputFormat) -> Result<String, String> {
        let (lang, problem) = (self.progress.lang(), report.problem);
        let Some(record) = format.record() else {
            return Ok(match format {
                OutputFormat::Json => report.json() + "\n",
                OutputFormat::Svg => report.svg(lang),
                _ => format!("{}{}", heading(problem), report.text(lang, self.form.full)),
            });
        };
        write_checked(&report.commented(lang), record)
            .map_err(|error| format!("{}: {}", problem.name(), error.message(lang)))
    }
}

impl Answers for Analyst<'_> {
    fn progress(&mut self) -> &mut ProgressLine {
        &mut self.progress
    }

    fn answer(&mut self, item: Item) -> Result<Answer, Failure> {
        let problem = item?;
        let lang = self.progress.lang();
        let record = &problem.record;
        let defects = record.root.play_defects();
        if !defects.is_empty() {
            return Err(Failure::unwritable(&problem, unplayable(&defects.message(lang), lang)));
        }
        let illegal = play_line(&mut record.root.clone(), &record.moves).err().map(|illegal| illegal.ply);
        let count = illegal.map_or(record.moves.len(), |ply| ply - 1);
        let game = self.review(&problem, count)?;
        let moves = &record.moves[..count];
        let report = ReviewReport { problem: &problem, moves, illegal, game: &game };
        let mut answer = Answer::new(&problem);
        answer.is_interrupted = game.is_interrupted;
        answer.add_texts(&self.form.formats, |format| self.text(&report, format));
        if illegal.is_some() {
            answer.warnings.push(format!("{}: {}", problem.name(), report.illegal_text(lang)));
        }
        Ok(answer)
    }
}

fn unplayable(defects: &str, lang: Lang) -> String {
    lang.pick(
        format!("この局面からは指せません: {defects}"),
        format!("this position cannot be played: {defects}"),
    )
}
