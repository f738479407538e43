//! `tsumugi ask`: what follows after some moves of a problem, by a search, or by the proof in a certificate.

mod certificate;
mod problem;

use crate::cli::args::AskFlags;
use crate::cli::exit::Tally;
use crate::cli::run::session::Session;
use crate::report::Lang;

/// Answers about every problem of the inputs, or about a certificate when that is the only input.
///
/// # Errors
/// An I/O error on standard output, and what is wrong with the certificate.
pub fn run(flags: &AskFlags, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    match &flags.inputs.inputs[..] {
        [file] if certificate::is_certificate(file) => certificate::run(flags, file, lang),
        _ => problem::run(flags, session, lang),
    }
}
