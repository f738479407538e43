//! `tsumugi verify-certificate`: checks proofs of tsume in files by the rules of shogi alone, without a search.

use crate::certificate::Checked;
use crate::cli::args::{CertificateFlags, GeneralFlags};
use crate::cli::command::certificates::{Checking, Lack, none_within_text, question_text};
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::cli::run::memory::tell_limits;
use crate::cli::run::progress::ProgressLine;
use crate::position::Rule;
use crate::report::json::SCHEMA;
use crate::report::{Lang, counted};
use serde_json::json;

/// Checks certificates, and writes a paragraph or a JSON object for each.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(flags: &CertificateFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let lang = general.language();
    let mut output = Output::new();
    let mut tally = Tally::default();
    tell_limits(flags.memory, lang);
    let mut progress = ProgressLine::new(general.quiet, lang);
    let mut checking = Checking::new(flags.memory, &mut progress, lang);
    for path in &flags.files {
        let name = path.display().to_string();
        match checking.check(path) {
            Ok(checked) if flags.json => output.line(checked_json(&name, &checked))?,
            Ok(checked) => output.write(&checked_text(&name, &checked, lang))?,
            Err(unproved) => {
                match unproved.lack {
                    Lack::Unreadable => tally.unreadable = true,
                    Lack::Memory => tally.unknown = true,
                    Lack::Proof => tally.differs = true,
                }
                unproved.report(&mut output, flags.json)?;
            }
        }
    }
    Ok(tally)
}

fn checked_json(name: &str, checked: &Checked) -> serde_json::Value {
    let header = &checked.header;
    json!({
        "schema": SCHEMA,
        "file": name,
        "sfen": header.root.sfen(),
        "rule": Rule::Tsume.name(),
        "attacker": header.attacker.to_string(),
        "policy": header.policy.name(),
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
        proved.push(none_within_text(plies, lang));
    }
    let proved = proved.join(lang.pick("、", ", "));
    let (sfen, question) = (header.root.sfen(), question_text(header, lang));
    let (records, bytes) = (checked.records, checked.bytes);
    let size = format!("{}, {}", counted(records, "record"), counted(bytes, "byte"));
    lang.pick(
        format!("{name}: {proved}: 証明を確かめました\n{sfen}\n{question}、記録 {records}、{bytes} バイト\n"),
        format!("{name}: {proved}: proved\n{sfen}\n{question}, {size}\n"),
    )
}
