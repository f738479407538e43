//! `tsumugi convert`: converts problems from one format to another.

use crate::cli::args::{ConvertFlags, FormatKind, OutputFormat, ReadingFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::input::hints::hint_at_cut_line;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::drawing::{Drawing, problem_svg};
use crate::cli::output::formats::{encoded, refuse_idle_flags, warn_of_losses};
use crate::cli::output::stdout::Output;
use crate::notation::{Loss, RecordFormat, WriteError, write_checked};
use crate::problem::Problem;
use crate::report::{Lang, Message};
use std::path::Path;

/// Converts every problem of the inputs.
///
/// # Errors
/// The output cannot be written, or its format is neither given nor clear from the name of the file.
pub fn run(flags: &ConvertFlags, lang: Lang) -> anyhow::Result<Tally> {
    let path = Path::new(flags.output());
    if flags.inputs().is_empty() {
        return Err(FatalError::new(
            format!("{}: this is the only path given: give INPUT and OUTPUT", path.display()),
            format!("{}: 名前が一つしかありません: INPUT と OUTPUT を書いてください", path.display()),
        )
        .into());
    }
    let format = flags.format.or_else(|| OutputFormat::of_path(path)).ok_or_else(|| {
        let path = path.display();
        FatalError::new(
            format!("{path}: the name has no known extension: give --format usi, kif, ki2, csa, jkf or svg"),
            format!("{path}: 名前から形式が分かりません: --format に usi, kif, ki2, csa, jkf, svg のどれかを書いてください"),
        )
    })?;
    refuse_idle_flags(&[format], flags.drawing.no_rest_hand, flags.encoding.out_encoding)?;
    let kind = format.kind();
    let mut batch = Batch::new(lang);
    let mut destination = match path.as_os_str() == "-" {
        true => Destination::Stdout(Output::new()),
        false => Destination::at(path, flags.inputs(), flags.force)?,
    };
    let mut written = 0u64;
    for problem in problems(flags.inputs(), &reading(flags, kind)) {
        let text = problem.and_then(|problem| {
            let text = text(&problem, kind, Drawing::from(&flags.drawing))
                .and_then(|text| Ok(encoded(&text, format, flags.encoding.out_encoding)?.into_owned()));
            match text {
                Ok(text) => Ok((problem, text)),
                Err(error) => Err(Failure::unwritable(&problem, error.message(lang))),
            }
        });
        match text {
            Ok((problem, text)) => {
                if written > 0 {
                    destination.put_gap(format)?;
                }
                destination.put(&problem.name(), format.extension(), &text)?;
                if let FormatKind::Record(format) = kind {
                    hint_at_cut_line(&problem);
                    warn_of_losses(&problem, format, |losses| formats_holding(losses, lang), lang);
                }
                written += 1;
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    destination.finish()?;
    Ok(batch.tally)
}

/// How the inputs are read. For a record format, a record with an illegal move is refused, even if the move is in a
/// variation (変化), since the record could not be written unchanged. A problem set can hold illegal moves, and a
/// diagram holds no moves.
fn reading(flags: &ConvertFlags, kind: FormatKind) -> ReadingFlags {
    match kind {
        FormatKind::Record(RecordFormat::Usi) | FormatKind::Svg => flags.reading.clone(),
        _ => flags.reading.refusing_illegal_moves(),
    }
}

fn text(problem: &Problem, kind: FormatKind, drawing: Drawing) -> Result<String, WriteError> {
    match kind {
        FormatKind::Record(format) => write_checked(problem, format),
        FormatKind::Svg => Ok(problem_svg(problem, drawing)),
        FormatKind::Text | FormatKind::Json => unreachable!("no format of problems"),
    }
}

/// A hint that lists the formats which can hold everything that would be lost; `losses`: what would be lost.
fn formats_holding(losses: &[Loss], lang: Lang) -> String {
    let formats = RecordFormat::ALL.iter().filter(|&&other| losses.iter().all(|loss| loss.is_held_by(other)));
    let formats = formats.map(|format| format.name()).collect::<Vec<_>>().join(", ");
    lang.pick(format!("（{formats} なら書けます）"), format!(" ({formats} can contain it)"))
}
