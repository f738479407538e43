//! What `hisshi` and `analyse` share: answering every problem of the inputs, several at a time where that is asked for.

use super::solve::{Answer, AnswerWriter};
use crate::cli::args::{GeneralFlags, InputFlags, OutEncodingFlag, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::output::formats::Drawing;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::kept_answers::AddAnswer;
use crate::cli::run::pool::in_order;
use crate::cli::run::progress::ProgressLine;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

/// Answers one problem after another.
pub trait Answers {
    /// The progress of its searches.
    fn progress(&mut self) -> &mut ProgressLine;

    /// The answer to a problem.
    ///
    /// # Errors
    /// Why there is none.
    fn answer(&mut self, item: Item) -> Result<Answer, Failure>;
}

/// How answers look, and where they go.
pub fn form(
    json: bool,
    formats: &[OutputFormat],
    full: bool,
    out: Option<PathBuf>,
    out_encoding: OutEncodingFlag,
) -> AnswerForm {
    AnswerForm {
        formats: if json { vec![OutputFormat::Json] } else { formats.to_vec() },
        full,
        notation: None,
        out,
        out_encoding,
        drawing: Drawing { leaves_out_rest: false },
        svg_steps: None,
        graph: None,
    }
}

/// Answers every problem of the inputs, `jobs` at a time. `make`: what answers, with its own progress. `kept`: the file
/// of `--resume`.
///
/// # Errors
/// Those of the outputs.
pub fn answer_all<A: Answers + Send>(
    inputs: &InputFlags,
    jobs: u16,
    form: &AnswerForm,
    general: &GeneralFlags,
    interrupt: &Interrupt,
    kept: Option<&Mutex<dyn AddAnswer>>,
    make: impl Fn(ProgressLine) -> A,
) -> anyhow::Result<Tally> {
    let lang = general.language();
    let files = InputFiles::of(&inputs.inputs);
    let mut writer = AnswerWriter::new(form, kept, &files, interrupt, lang)?;
    let mut consume = |answer: Result<Answer, Failure>| {
        writer.write(answer)?;
        Ok(if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let mut progress = ProgressLine::new(general.quiet, lang);
    let problems = progress.problems(&inputs.inputs, &inputs.reading);
    if jobs == 1 {
        let mut one = make(progress);
        for item in problems {
            one.progress().next_problem();
            if consume(one.answer(item))?.is_break() {
                break;
            }
        }
    } else {
        let watch = progress.show_count();
        let mut consume = |answer| watch.answered(|| consume(answer));
        let worker = || {
            let mut one = make(ProgressLine::new(true, lang));
            move |item: Item| one.answer(item)
        };
        in_order(jobs.into(), worker, &mut consume, problems)?;
    }
    Ok(writer.finish(interrupt)?)
}
