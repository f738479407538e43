//! `solve --certificate FILE` and `verify-certificate`: proofs in files.

use crate::certificate::{CertificateError, Checked, Fault, check_within};
use crate::cli::args::CertificateFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::system_text;
use crate::cli::output::files::WholeFile;
use crate::cli::output::streams::{Output, complain};
use crate::cli::run::memory::{default_memory, for_search, tell_limits};
use crate::cli::run::session::{Session, Task};
use crate::problem::{Problem, Rule};
use crate::report::{Lang, Message};
use crate::solve::Outcome;
use crate::solve::tsume::{CertifyError, certify};
use serde_json::json;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The least that the process needs to check a certificate.
const FLOOR: u64 = 16 << 20;

/// The certificate's file during a run: it holds the proof of one problem.
pub struct CertificateFile {
    path: Option<PathBuf>,
    /// The problem whose proof it holds.
    holds: Option<String>,
    lang: Lang,
}

impl CertificateFile {
    /// The file that was asked for, if any.
    pub fn new(path: Option<&Path>, lang: Lang) -> CertificateFile {
        CertificateFile { path: path.map(Path::to_path_buf), holds: None, lang }
    }

    /// Writes a problem's certificate if one was asked for. What goes wrong is said, and remembered as unreadable, or as unknown
    /// when a limit was reached; the answer is shown all the same.
    pub fn write(
        &mut self,
        problem: &Problem,
        task: &Task,
        outcome: &Outcome,
        session: &Session,
        tally: &mut Tally,
    ) {
        let Some(path) = &self.path else { return };
        let (name, shown, lang) = (problem.name(), path.display(), self.lang);
        let failure = if let Some(first) = &self.holds {
            tally.unreadable = true;
            Some(lang.pick(
                format!("{shown} は {first} の証明書です: --certificate は1題ずつ指定してください"),
                format!("{shown} holds that of {first}: give --certificate with one problem at a time"),
            ))
        } else if task.rule != Rule::Tsume {
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
                format!("{path} には何かの証明があり、この答えは確定していません: 別の名前を書いてください"),
                format!("{path} holds a proof, and this answer is not final: give another name"),
            ))
        } else {
            self.try_write(path, task, outcome, session, tally)
        };
        match failure {
            Some(failure) => complain(lang.pick(
                format!("{name}: 証明書なし: {failure}"),
                format!("{name}: no certificate: {failure}"),
            )),
            None => self.holds = Some(name),
        }
    }

    /// Writes it, and says why not.
    fn try_write(
        &self,
        path: &Path,
        task: &Task,
        outcome: &Outcome,
        session: &Session,
        tally: &mut Tally,
    ) -> Option<String> {
        let (lang, options) = (self.lang, session.tsume_options(task));
        let written = WholeFile::begin(path, true).map_err(CertifyError::from).and_then(|mut file| {
            let certify = || certify(&task.position, task.attacker, outcome, &options, &mut file);
            let written = session.interrupt.while_searching(certify)?;
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

/// Checks certificates; a paragraph or a JSON object for each.
///
/// # Errors
/// Those of stdout.
pub fn run(flags: &CertificateFlags, lang: Lang) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let mut tally = Tally::default();
    tell_limits(flags.memory, lang);
    let memory = for_search(flags.memory.unwrap_or_else(default_memory), FLOOR);
    for path in &flags.files {
        let name = path.display().to_string();
        let checked = match File::open(path) {
            Ok(file) => check_within(file, memory),
            Err(error) => Err(CertificateError { record: None, offset: 0, fault: error.into() }),
        };
        match checked {
            Ok(checked) if flags.json => output.line(checked_json(&name, &checked))?,
            Ok(checked) => output.write(&checked_text(&name, &checked, lang))?,
            Err(error) => {
                match error.fault {
                    Fault::Io { .. } | Fault::Foreign | Fault::Version(_) => tally.unreadable = true,
                    Fault::Memory => tally.unknown = true,
                    _ => tally.differs = true,
                }
                let message = error.message(lang);
                complain(format_args!("{name}: {message}"));
                if flags.json {
                    output.line(json!({"schema": 1, "file": name, "error": {"record": error.record, "byte": error.offset, "message": message}}))?;
                }
            }
        }
    }
    Ok(tally)
}

fn checked_json(name: &str, checked: &Checked) -> serde_json::Value {
    let header = &checked.header;
    json!({
        "schema": 1,
        "file": name,
        "sfen": header.root.sfen(),
        "attacker": header.attacker.to_string(),
        "policy": header.interpositions.name(),
        "verdict": if checked.no_mate { Some("nomate") } else { checked.mate.map(|_| "mate") },
        "plies": checked.mate,
        "exact": checked.no_mate || checked.exact().is_some(),
        "none_within": checked.none_within,
        "records": checked.records,
        "bytes": checked.bytes,
    })
}

fn checked_text(name: &str, checked: &Checked, lang: Lang) -> String {
    let header = &checked.header;
    let mut proved = Vec::new();
    if checked.no_mate {
        proved.push(lang.pick("不詰".to_owned(), "no mate".to_owned()));
    }
    match (checked.exact(), checked.mate) {
        (Some(plies), _) => proved.push(lang.pick(format!("{plies}手詰"), format!("mate in {plies}"))),
        (None, Some(plies)) => {
            proved.push(lang.pick(format!("{plies}手以内の詰み"), format!("mate in at most {plies}")));
        }
        (None, None) => {}
    }
    if let (None, Some(plies)) = (checked.exact(), checked.none_within) {
        proved.push(lang.pick(format!("{plies}手以内に詰みなし"), format!("no mate within {plies} plies")));
    }
    let proved = proved.join(lang.pick("、", ", "));
    let (sfen, attacker, policy) = (header.root.sfen(), header.attacker, header.interpositions.name());
    let (records, bytes) = (checked.records, checked.bytes);
    lang.pick(
        format!("{name}: {proved}: 証明を確かめました\n{sfen}\n攻方 {attacker}、無駄合の扱い {policy}、記録 {records}、{bytes} バイト\n"),
        format!("{name}: {proved}: proved\n{sfen}\n{attacker} attacks, futile interpositions {policy}, {records} records, {bytes} bytes\n"),
    )
}
