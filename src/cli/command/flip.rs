//! `tsumugi flip` and `tsumugi mirror`: reads problem lines, and writes them with the board rotated or mirrored.

use crate::cli::args::InputFlags;
use crate::cli::exit::Tally;
use crate::cli::input::hints::hint_at_cut_line;
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::formats::warn_of_losses;
use crate::notation::RecordFormat;
use crate::problem::Problem;
use crate::report::Lang;

/// Rotates every problem by 180°. With `canonical`, rotates only a problem whose position is not the canonical one of
/// the two (see [`Position::canonical`](crate::position::Position::canonical)).
///
/// # Errors
/// An I/O error on standard output.
pub fn flip(flags: &InputFlags, canonical: bool, lang: Lang) -> anyhow::Result<Tally> {
    rewrite(flags, lang, |problem| {
        let is_canonical = problem.position().canonical() == *problem.position();
        if canonical && is_canonical { problem.clone() } else { problem.flip() }
    })
}

/// Exchanges left and right in every problem.
///
/// # Errors
/// An I/O error on standard output.
pub fn mirror(flags: &InputFlags, lang: Lang) -> anyhow::Result<Tally> {
    rewrite(flags, lang, Problem::mirror)
}

fn rewrite(flags: &InputFlags, lang: Lang, change: impl Fn(&Problem) -> Problem) -> anyhow::Result<Tally> {
    let mut batch = Batch::new(lang);
    for problem in problems(&flags.inputs, &flags.reading) {
        match problem {
            Ok(problem) => {
                batch.output.line(change(&problem))?;
                hint_at_cut_line(&problem);
                warn_of_losses(&problem, RecordFormat::Usi, |_| String::new(), lang);
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    Ok(batch.tally)
}
