//! What can be wrong with a certificate.

use crate::types::Move;
use thiserror::Error;

/// A certificate that proves nothing: where, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {fault}", self.place())]
pub struct CertificateError {
    /// The record, counted from 1; `None` before the first and after the last.
    pub record: Option<u64>,
    /// Bytes before it.
    pub offset: u64,
    /// What is wrong.
    pub fault: Fault,
}

/// A message in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// In English.
    pub english: &'static str,
    /// In Japanese.
    pub japanese: &'static str,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The input cannot be read.
    #[error("cannot be read: {0}: check the file")]
    Io(String),
    /// It takes more memory than there may be.
    #[error("not checked to its end: it takes more memory: give more by --memory")]
    Memory,
    /// It is no certificate.
    #[error("this is no certificate of tsumugi: give a file that `solve --certificate` wrote")]
    Foreign,
    /// Another version of the form.
    #[error("version {0} is not known to this build: check it with the build that wrote it")]
    Version(String),
    /// The header cannot be understood.
    #[error("the header is not readable: {0}: write the certificate again")]
    Header(String),
    /// It ends too soon.
    #[error("the file ends in the middle: write or copy it again")]
    CutOff,
    /// It goes on after its end.
    #[error("there is more after the end: copy the file again")]
    Surplus,
    /// The checksum is wrong.
    #[error("damaged: its checksum is {found:08x}, it states {stated:08x}: write or copy it again")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The one at its end.
        stated: u32,
    },
    /// Bytes that mean nothing.
    #[error("not readable: {}", .0.english)]
    Unreadable(Words),
    /// The position of a record is not legal.
    #[error("its position is not legal")]
    Position,
    /// A record has other steps than its claim asks for.
    #[error("refuted: {}", .0.english)]
    Steps(Words),
    /// A step is no legal move, or no check.
    #[error("refuted: {0} is no legal move here, or not one of the kind that is needed")]
    IllegalMove(Move),
    /// A reply or a check is not dealt with.
    #[error("refuted: {0} is left out")]
    LeftOut(Move),
    /// A link leads to a record that is not there before it.
    #[error(
        "refuted: what follows {0} rests on a record that is not proved before this one: circular reasoning"
    )]
    Circular(Move),
    /// A link leads to a record about another position.
    #[error("refuted: what follows {0} rests on a record about another position")]
    OtherPosition(Move),
    /// A link leads to a record that does not say enough.
    #[error("refuted: what follows {0} rests on a record that does not prove what is needed")]
    OtherClaim(Move),
    /// Nothing bears a step out.
    #[error("refuted: what follows {0} is not obvious")]
    NotObvious(Move),
    /// An interposition is called futile and nothing shows it.
    #[error("refuted: interpositions that {0} would take are not shown to be futile")]
    NotFutile(Move),
    /// A record claims to hold for other hands and does not.
    #[error("refuted: it does not hold for other hands")]
    Hands,
    /// A label without a record.
    #[error("refuted: there is no record with label {0}")]
    Label(u32),
    /// The end names no record about the root.
    #[error("refuted: it proves nothing about the position in its header")]
    Root,
}

impl CertificateError {
    fn place(&self) -> String {
        match self.record {
            Some(record) => format!("record {record} (byte {})", self.offset),
            None => format!("byte {}", self.offset),
        }
    }

    /// The message in Japanese.
    pub fn japanese(&self) -> String {
        let place = match self.record {
            Some(record) => format!("{record}番目の記録 ({}バイト目)", self.offset),
            None => format!("{}バイト目", self.offset),
        };
        format!("{place}: {}", self.fault.japanese())
    }
}

impl Fault {
    /// The message in Japanese.
    pub fn japanese(&self) -> String {
        match self {
            Fault::Io(error) => format!("読めません: {error}: ファイルを確かめてください"),
            Fault::Memory => {
                "終わりまで確かめられません: メモリが足りません: --memory を増やしてください".to_owned()
            }
            Fault::Foreign => {
                "tsumugi の証明書ではありません: `solve --certificate` で書いたファイルを指定してください"
                    .to_owned()
            }
            Fault::Version(version) => {
                format!("版 {version} はこのプログラムでは読めません: 書いたときの版で確かめてください")
            }
            Fault::Header(what) => format!("見出しが読めません: {what}: 証明書を書き直してください"),
            Fault::CutOff => "途中で終わっています: 書き直すか、コピーし直してください".to_owned(),
            Fault::Surplus => "終わりの後に余分があります: コピーし直してください".to_owned(),
            Fault::Checksum { found, stated } => format!(
                "壊れています: 検査値は {found:08x}、記載は {stated:08x}: 書き直すか、コピーし直してください"
            ),
            Fault::Unreadable(what) => format!("読めません: {}", what.japanese),
            Fault::Position => "局面が正しくありません".to_owned(),
            Fault::Steps(what) => format!("証明になっていません: {}", what.japanese),
            Fault::IllegalMove(mv) => {
                format!("証明になっていません: {mv} はここで指せないか、必要な手ではありません")
            }
            Fault::LeftOut(mv) => format!("証明になっていません: {mv} が抜けています"),
            Fault::Circular(mv) => format!(
                "証明になっていません: {mv} の後が、まだ証明されていない記録によっています (循環論法)"
            ),
            Fault::OtherPosition(mv) => {
                format!("証明になっていません: {mv} の後が、別の局面の記録によっています")
            }
            Fault::OtherClaim(mv) => {
                format!("証明になっていません: {mv} の後の記録が、必要なことを証明していません")
            }
            Fault::NotObvious(mv) => format!("証明になっていません: {mv} の後は自明ではありません"),
            Fault::NotFutile(mv) => {
                format!("証明になっていません: {mv} で取る合駒が無駄合であることが示されていません")
            }
            Fault::Hands => "証明になっていません: 別の持駒では成り立ちません".to_owned(),
            Fault::Label(label) => {
                format!("証明になっていません: 札 {label} の記録がありません")
            }
            Fault::Root => "証明になっていません: 見出しの局面について何も証明していません".to_owned(),
        }
    }
}
