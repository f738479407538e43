//! Messages in English about errors in certificates.

use crate::certificate::{CertificateError, EdgesFault, Fault, HeaderFault, Unreadable};
use crate::report::Lang;
use crate::report::messages::Message;
use crate::report::messages::system::error_text;

/// The place of the fault in a certificate, the fault, and how to correct it.
pub(in crate::report::messages) fn certificate_error(error: &CertificateError) -> String {
    let offset = error.offset;
    let place = match error.record {
        Some(record) => format!("record {record} (byte {offset})"),
        None => format!("byte {offset}"),
    };
    format!("{place}: {}", fault(&error.fault))
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Io { kind, text } => {
            format!("cannot be read: {}: check the file", error_text(*kind, text, Lang::En))
        }
        Fault::Memory => "not checked to the end: not enough memory".to_owned(),
        Fault::Foreign => {
            "this is not a certificate of tsumugi: give a file written by `solve --certificate`".to_owned()
        }
        Fault::Version(version) => {
            format!("version {version} is not known to this build: check it with the build that wrote it")
        }
        Fault::Header(what) => {
            format!("the header is not readable: {}: write the certificate again", header(what))
        }
        Fault::CutOff => "the file ends in the middle: write or copy it again".to_owned(),
        Fault::Surplus => "there is extra data after the end: copy the file again".to_owned(),
        Fault::Checksum { found, stated } => {
            format!(
                "damaged: its checksum is {found:08x}, but it states {stated:08x}: write or copy it again"
            )
        }
        Fault::LineEnds => {
            "damaged: its line ends were changed: copy it again, as bytes and not as text".to_owned()
        }
        Fault::Unreadable(what) => format!("not readable: {}", unreadable(*what)),
        Fault::Position => "its position is not legal".to_owned(),
        Fault::Edges(what) => format!("refuted: {}", edges(*what)),
        Fault::IllegalMove(mv) => {
            format!("refuted: {mv} is not a legal move here, or not a move of the required kind")
        }
        Fault::LeftOut(mv) => format!("refuted: the move {mv} is missing"),
        Fault::Circular(mv) => format!(
            "refuted: the claim after {mv} depends on a record that is not proved before this one: circular reasoning"
        ),
        Fault::OtherPosition(mv) => {
            format!("refuted: the claim after {mv} depends on a record about another position")
        }
        Fault::OtherClaim(mv) => {
            format!("refuted: the claim after {mv} depends on a record that does not prove it")
        }
        Fault::NotObvious(mv) => format!("refuted: the claim after {mv} is not obvious"),
        Fault::NotFutile(mv) => {
            format!("refuted: the interpositions that {mv} would capture are not proved to be futile")
        }
        Fault::Hands => "refuted: the claim does not hold for other hands".to_owned(),
        Fault::Label(label) => format!("refuted: there is no record with label {label}"),
        Fault::Root => "refuted: the file proves nothing about the position in its header".to_owned(),
    }
}

fn header(fault: &HeaderFault) -> String {
    match fault {
        HeaderFault::Root(error) => error.message(Lang::En),
        HeaderFault::Attacker => "the attacker is invalid".to_owned(),
        HeaderFault::Policy => "the policy for futile interpositions is invalid".to_owned(),
        HeaderFault::Defect(defect) => defect.message(Lang::En),
    }
}

const fn unreadable(what: Unreadable) -> &'static str {
    match what {
        Unreadable::Number => "a number is too large",
        Unreadable::Length => "a length is too large",
        Unreadable::RecordKind => "unknown kind of record",
        Unreadable::MoveCount => "too many moves",
        Unreadable::Move => "invalid move",
        Unreadable::SquareCount => "too many squares",
        Unreadable::Square => "invalid square",
        Unreadable::Piece => "invalid piece",
        Unreadable::RecordCount => "records are missing",
        Unreadable::ClaimCount => "too many claims",
    }
}

const fn edges(fault: EdgesFault) -> &'static str {
    match fault {
        EdgesFault::RepeatedLabel => "a label is given twice",
        EdgesFault::NoReply => "a claim of no mate needs a reply",
        EdgesFault::NotOneCheck => "a claim of mate needs exactly one check",
        EdgesFault::NoPlies => "a mate in 0 plies is impossible here",
        EdgesFault::NotInCheck => "a position without a legal move is not mate without a check",
    }
}
