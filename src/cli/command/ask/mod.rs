//! `tsumugi ask`: the result after some moves of a problem, by a search or by the proof in a certificate.

mod certificate;
mod line;
mod problem;

use crate::cli::args::AskFlags;
use crate::cli::exit::Tally;
use crate::cli::input::is_certificate;
use crate::cli::run::session::Session;
use crate::report::Lang;
use std::path::Path;

/// Answers about every problem of the inputs, or about a certificate when that is the only input.
///
/// # Errors
/// An I/O error on standard output, or a flag that has no effect on a certificate.
pub fn run(flags: &AskFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    match &flags.inputs.inputs[..] {
        [file] if is_certificate(Path::new(file)) => {
            certificate::run(flags, file, &mut session.progress, lang)
        }
        _ => problem::run(flags, session, lang),
    }
}
