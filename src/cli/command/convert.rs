//! `tsumugi convert`: problems in one format in, in another out.

use crate::cli::args::{ConvertFlags, FormatKind, OutputFormat};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::Failure;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::formats::{Drawing, encoded, one_diagram, problem_svg};
use crate::cli::output::stdout::Output;
use crate::notation::{RecordFormat, WriteError, losses, write_checked};
use crate::problem::Problem;
use crate::report::{Lang, Message};
use std::path::Path;

/// Converts every problem of the inputs.
///
/// # Errors
/// Those of the output, and a format that is not told.
pub fn run(flags: &ConvertFlags, lang: Lang) -> anyhow::Result<Tally> {
    let path = Path::new(&flags.output);
    let format = flags.format.or_else(|| OutputFormat::of_path(path)).ok_or_else(|| {
        let path = path.display();
        FatalError::new(
            format!("{path}: the name tells no format: give --format usi, kif, ki2, csa, jkf or svg"),
            format!("{path}: 名前から形式が分かりません: --format に usi, kif, ki2, csa, jkf, svg のどれかを書いてください"),
        )
    })?;
    let kind = format.kind();
    let mut batch = Batch::new(lang);
    let mut destination = match path.as_os_str() == "-" {
        true => Destination::Stdout(Output::new()),
        false => Destination::at(path, &flags.inputs, flags.force)?,
    };
    let mut written = 0u64;
    for problem in problems(&flags.inputs, &flags.reading) {
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
                if destination.is_stream() && written > 0 {
                    if format == OutputFormat::Svg {
                        return Err(one_diagram().into());
                    }
                    destination.put("", "", format.gap().as_bytes())?;
                }
                destination.put(&problem.name(), format.extension(), &text)?;
                warn_of_losses(&problem, kind, lang);
                written += 1;
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    destination.finish()?;
    Ok(batch.tally)
}

fn text(problem: &Problem, kind: FormatKind, drawing: Drawing) -> Result<String, WriteError> {
    match kind {
        FormatKind::Record(format) => write_checked(problem, format),
        FormatKind::Svg => Ok(problem_svg(problem, drawing)),
        FormatKind::Text | FormatKind::Json => unreachable!("no format of problems"),
    }
}

/// Says what a format leaves out, and which formats do not.
fn warn_of_losses(problem: &Problem, kind: FormatKind, lang: Lang) {
    let FormatKind::Record(format) = kind else { return };
    let losses = losses(problem, format);
    if losses.is_empty() {
        return;
    }
    let holding = RecordFormat::ALL.iter().filter(|&&other| losses.iter().all(|loss| loss.is_held_by(other)));
    let holding = holding.map(|format| format.name()).collect::<Vec<_>>().join(", ");
    let texts: Vec<String> = losses.iter().map(|loss| loss.message(lang)).collect();
    let place = &problem.place;
    log::warn!(
        "{}",
        lang.pick(
            format!("{place}: {format} では書けません: {}（{holding} なら書けます）", texts.join("、")),
            format!(
                "{place}: left out, for {format} has no place for it: {} ({holding} has)",
                texts.join(", ")
            ),
        )
    );
}
