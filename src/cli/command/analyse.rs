//! `tsumugi analyse`: analysis of finished games (棋譜解析).

use super::answering::{self, answer_all};
use super::solve::Answer;
use crate::cli::args::{AnalyseFlags, FormatKind, GeneralFlags, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use crate::cli::output::AnswerForm;
use crate::cli::output::heading::heading;
use crate::cli::run::answering::Answers;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::kept_answers::{
    AddAnswer, GameQuestion, KeptAnswer, KeptAnswers, Reviewed, StatedKeys, Statement,
};
use crate::cli::run::options::usable_threads_told;
use crate::cli::run::pool::with_large_stack;
use crate::cli::run::progress::ProgressLine;
use crate::movegen::play_line;
use crate::notation::write_checked;
use crate::play::{self, Limits};
use crate::problem::Problem;
use crate::record::{Ending, Record};
use crate::report::{Message, ReviewReport, illegal_text, limits_json, why_unplayable};
use crate::review::{Game, Options, Review, Total};
use crate::solve::Step;
use crate::types::Move;
use std::sync::{Mutex, PoisonError};

/// Nodes of each search when no limit is given.
const NODES: u64 = 200_000;

/// Analyses every game of the inputs.
///
/// # Errors
/// An output cannot be opened or written, or the system cannot start a thread.
pub fn run(flags: &AnalyseFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    with_large_stack(|| analyse_all(flags, general))
}

fn analyse_all(flags: &AnalyseFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let encoding = flags.encoding.out_encoding;
    let json = flags.json || flags.resume.is_some();
    let formats = match (flags.format.as_slice(), OutputFormat::of_out(flags.out.as_deref())) {
        // The name of the file asks for a problem set, which cannot hold the analysis of a game: write text instead.
        ([], Some(OutputFormat::Usi)) => &[OutputFormat::Text],
        (named, _) => named,
    };
    let form = answering::form(json, formats, flags.full, flags.out.clone(), encoding)?;
    form.refuse_idle_flags()?;
    let kept = KeptAnswers::open_shared(flags.resume.as_deref(), &flags.inputs.inputs, general.language())?;
    let threads = usable_threads_told(flags.threads, flags.jobs, general.language());
    let make = |progress| Analyst::new(flags, threads, &form, kept.as_ref(), &interrupt, progress);
    let file = kept.as_ref().map(|kept| kept as &Mutex<dyn AddAnswer>);
    let file = flags.resume.as_deref().zip(file);
    answer_all(&flags.inputs, flags.jobs, &form, general, &interrupt, file, make)
}

/// Analyses one game after another.
struct Analyst<'a> {
    options: Options,
    form: &'a AnswerForm,
    /// The answers that the file of `--resume` already holds.
    kept: Option<&'a Mutex<KeptAnswers<Reviewed>>>,
    interrupt: Interrupt,
    progress: ProgressLine,
}

impl Analyst<'_> {
    fn new<'a>(
        flags: &AnalyseFlags,
        threads: usize,
        form: &'a AnswerForm,
        kept: Option<&'a Mutex<KeptAnswers<Reviewed>>>,
        interrupt: &Interrupt,
        progress: ProgressLine,
    ) -> Analyst<'a> {
        let total = Total { nodes: flags.total_nodes, time: flags.total_time };
        let is_limited = flags.time.is_some() || total != Total::default();
        let nodes = flags.nodes.or((!is_limited).then_some(NODES));
        let limits = Limits { nodes, move_time: flags.time, ..Limits::default() };
        let entering_king_rule = flags.entering_king_rule;
        let engine =
            play::Options { hash_bytes: flags.hash, threads, entering_king_rule, ..play::Options::default() };
        let (mate_nodes, stop) = (flags.mate_nodes, interrupt.stop_flag());
        let options = Options { limits, mate_nodes, total, engine, stop };
        Analyst { options, form, kept, interrupt: interrupt.clone(), progress }
    }

    /// The answer to this game in the file of `--resume`, if there is one.
    fn known(&self, problem: &Problem, moves: usize) -> Option<KeptAnswer<Reviewed>> {
        let record = &problem.record;
        let question = GameQuestion {
            sfen: problem.position().sfen(),
            moves: record.moves[..moves].iter().map(Move::to_string).collect(),
            illegal_ply: (moves < record.moves.len()).then_some(moves as u64 + 1),
            ending: ending(record, moves).map(|ending| ending.name().to_owned()),
            limits: limits_json(&self.options).to_string(),
        };
        let mut kept = self.kept?.lock().unwrap_or_else(PoisonError::into_inner);
        kept.known(&question, &problem.name(), &(), &StatedKeys::default())
    }

    fn review(&mut self, problem: &Problem, moves: usize) -> Result<Game, Failure> {
        let record = &problem.record;
        let ending = ending(record, moves);
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
        Ok(match format.kind() {
            FormatKind::Json => report.json() + "\n",
            FormatKind::Svg => report.svg(lang),
            FormatKind::Text => format!("{}{}", heading(problem), report.text(lang, self.form.full)),
            FormatKind::Record(record) => write_checked(&report.commented(lang), record)
                .map_err(|error| format!("{}: {}", problem.name(), error.message(lang)))?,
        })
    }
}

impl Answers for Analyst<'_> {
    type Answer = Result<Answer, Failure>;

    fn progress(&mut self) -> &mut ProgressLine {
        &mut self.progress
    }

    fn answer(&mut self, item: Item) -> Result<Answer, Failure> {
        let problem = item?;
        let lang = self.progress.lang();
        let record = &problem.record;
        if let Some(why) = why_unplayable(&record.root, lang) {
            return Err(Failure::unwritable(&problem, why));
        }
        self.form.refuse_unwritable(&problem, lang)?;
        let illegal = play_line(&mut record.root.clone(), &record.moves).err();
        let count = illegal.as_ref().map_or(record.moves.len(), |illegal| illegal.ply - 1);
        let known = self.known(&problem, count);
        let mut answer = match &known {
            Some(known) => Answer::known(&problem, known.statement.is_unknown()),
            None => Answer::new(&problem),
        };
        if let Some(illegal) = &illegal {
            answer.warnings.push(format!("{}: {}", problem.name(), illegal_text(illegal, lang)));
        }
        if let Some(known) = known {
            answer.texts.extend(known.copy.map(|text| (OutputFormat::Json, text)));
            return Ok(answer);
        }
        let game = self.review(&problem, count)?;
        let moves = &record.moves[..count];
        let (ending, options) = (ending(record, count), &self.options);
        let report = ReviewReport {
            problem: &problem,
            moves,
            illegal: illegal.as_ref(),
            ending,
            options,
            game: &game,
        };
        answer.is_interrupted = game.is_interrupted;
        answer.is_unknown = game.left_out().is_some();
        answer.add_texts(&self.form.formats, |format| self.text(&report, format));
        Ok(answer)
    }
}

/// How a game ended when only its first `moves` moves are analysed: it was lost by an illegal move if there are more.
fn ending(record: &Record, moves: usize) -> Option<Ending> {
    if moves < record.moves.len() { Some(Ending::IllegalMove) } else { record.ending }
}
