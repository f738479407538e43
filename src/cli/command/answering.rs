//! Shared by `hisshi` and `analyse`: the form and the destination of their answers.

use super::solve::{Answer, AnswerWriter, Room};
use crate::cli::args::{GeneralFlags, InputFlags, OutEncodingFlag, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use crate::cli::output::AnswerForm;
use crate::cli::output::drawing::Drawing;
use crate::cli::output::files::InputFiles;
use crate::cli::run::answering::{Answers, answer_in_order};
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::kept_answers::{AddAnswer, keep_early};
use crate::cli::run::progress::ProgressLine;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The form of the answers, and their destination.
///
/// # Errors
/// No format was given, and the extension of the file is that of a format that cannot be written.
pub fn form(
    json: bool,
    formats: &[OutputFormat],
    full: bool,
    out: Option<PathBuf>,
    out_encoding: OutEncodingFlag,
) -> Result<AnswerForm, FatalError> {
    Ok(AnswerForm {
        formats: if json {
            vec![OutputFormat::Json]
        } else {
            OutputFormat::of_answers(formats, out.as_deref())?
        },
        full,
        notation: None,
        out,
        out_encoding,
        drawing: Drawing { leaves_out_rest: false },
        svg_steps: None,
        graph: None,
    })
}

/// Answers every problem of the inputs, `jobs` at a time. `make` creates what answers, with its own progress line.
/// `kept`: the answers in the file of `--resume`, with the path of that file.
///
/// # Errors
/// An I/O error on an output.
pub fn answer_all<A: Answers<Answer = Result<Answer, Failure>> + Send>(
    inputs: &InputFlags,
    jobs: u16,
    form: &AnswerForm,
    general: &GeneralFlags,
    interrupt: &Interrupt,
    kept: Option<(&Path, &Mutex<dyn AddAnswer>)>,
    make: impl Fn(ProgressLine) -> A,
) -> anyhow::Result<Tally> {
    let lang = general.language();
    let files = InputFiles::of(&inputs.inputs);
    let mut writer = AnswerWriter::new(form, kept.map(|(_, kept)| kept), &files, interrupt, lang)?;
    let room = Room::default();
    let make = |progress| WhileRoom { answers: make(progress), room: &room };
    let mut one = make(ProgressLine::new(general.quiet, lang));
    let added = kept.map(|(_, kept)| kept);
    let keep = |answer: &Result<Answer, Failure>| keep_early(added, answer.iter().flat_map(Answer::lines));
    answer_in_order(inputs, jobs, interrupt, &mut one, make, keep, |answer| room.write(answer, &mut writer))?;
    let tally = writer.finish(interrupt)?;
    if let Some((path, _)) = kept.filter(|_| !general.quiet && !interrupt.is_set()) {
        writer.summary.tell_nothing_left(path, lang);
    }
    Ok(tally)
}

/// Answers problems until the writer has no room for a further answer (see [`Room`]).
struct WhileRoom<'a, A> {
    answers: A,
    room: &'a Room,
}

impl<A: Answers<Answer = Result<Answer, Failure>>> Answers for WhileRoom<'_, A> {
    type Answer = A::Answer;

    fn progress(&mut self) -> &mut ProgressLine {
        self.answers.progress()
    }

    fn answer(&mut self, item: Item) -> A::Answer {
        let WhileRoom { answers, room } = self;
        room.answer(item, |item| answers.answer(item))
    }
}
