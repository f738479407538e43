//! `solve --certificate FILE`: the certificate of an answer, written in addition to the answer.

use crate::cli::exit::Tally;
use crate::cli::fatal_error::{FatalError, system_text};
use crate::cli::output::files::{WholeFile, try_file};
use crate::cli::stderr::tell;
use crate::problem::{Problem, Rule};
use crate::report::{Lang, Message};
use crate::solve::Outcome;
use crate::solve::tsume::{CertifyError, Written};
use std::fs;
use std::path::{Path, PathBuf};

/// The certificate file of a run: it holds the certificate of one problem.
pub struct CertificateFile {
    path: Option<PathBuf>,
    /// The name of the problem whose certificate it holds.
    holds: Option<String>,
    lang: Lang,
}

impl CertificateFile {
    /// The file that was asked for, if any; it is written later.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: Option<&Path>, lang: Lang) -> Result<CertificateFile, FatalError> {
        if let Some(path) = path {
            try_file(path).map_err(|error| FatalError::unwritable(path, error))?;
        }
        Ok(CertificateFile { path: path.map(Path::to_path_buf), holds: None, lang })
    }

    /// Writes a problem's certificate, as `certify` produces it, if one was asked for. A failure is reported on
    /// stderr and recorded in `tally`: as unreadable, or as unknown when a limit was reached. The answer is shown in
    /// any case.
    pub fn write(
        &mut self,
        problem: &Problem,
        rule: Rule,
        outcome: &Outcome,
        certify: impl FnOnce(&mut WholeFile) -> Result<Written, CertifyError>,
        tally: &mut Tally,
    ) {
        let Some(path) = &self.path else { return };
        let (name, shown, lang) = (problem.name(), path.display(), self.lang);
        let failure = if let Some(first) = &self.holds {
            tally.unreadable = true;
            Some(lang.pick(
                format!("{shown} は {first} の証明書です: --certificate は1題ずつ指定してください"),
                format!("{shown} already holds the certificate of {first}: give --certificate with one problem at a \
                         time"),
            ))
        } else if rule.is_cooperative() {
            tally.unreadable = true;
            Some(lang.pick(
                "証明書は詰将棋のものです: --rule tsume を付けてください".to_owned(),
                "certificates are for tsume: add --rule tsume".to_owned(),
            ))
        } else if !outcome.is_exact()
            && fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
        {
            tally.unknown = true;
            let path = path.display();
            Some(lang.pick(
                format!("{path} はすでにあり、この答えは確定していません: 別の名前を書いてください"),
                format!("{path} already exists, and this answer is not final: give another name"),
            ))
        } else {
            self.try_write(path, certify, tally)
        };
        match failure {
            Some(failure) => tell(lang.pick(
                format!("{name}: 証明書なし: {failure}"),
                format!("{name}: no certificate: {failure}"),
            )),
            None => self.holds = Some(name),
        }
    }

    /// Writes the certificate; returns a message if it could not be written.
    fn try_write(
        &self,
        path: &Path,
        certify: impl FnOnce(&mut WholeFile) -> Result<Written, CertifyError>,
        tally: &mut Tally,
    ) -> Option<String> {
        let lang = self.lang;
        let written = WholeFile::begin(path, true).map_err(CertifyError::from).and_then(|mut file| {
            let written = certify(&mut file)?;
            file.finish()?;
            Ok(written)
        });
        let error = match written {
            Ok(written) => {
                log::info!("{}: {written:?}", path.display());
                return None;
            }
            Err(error) => error,
        };
        match error {
            CertifyError::Io(_) => tally.unreadable = true,
            CertifyError::Halted(_) | CertifyError::Lost => tally.unknown = true,
            CertifyError::NothingProved => {}
        }
        let CertifyError::Io(error) = error else { return Some(error.message(lang)) };
        let (path, error) = (path.display(), system_text(&error, lang));
        Some(lang.pick(
            format!("{path} に書けません: {error}: 別のファイルを指定してください"),
            format!("{path} cannot be written: {error}: choose another file"),
        ))
    }
}
