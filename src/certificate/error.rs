//! Errors in certificates.

use crate::position::{Defect, SfenError};
use crate::types::Move;
use std::io::{self, ErrorKind};
use thiserror::Error;

/// A certificate that proves nothing, with the place and the fault.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {fault}", self.place())]
pub struct CertificateError {
    /// The record, counted from 1; `None` before the first and after the last.
    pub record: Option<u64>,
    /// The offset of the record in bytes.
    pub offset: u64,
    /// The fault.
    pub fault: Fault,
}

/// The faults of a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The input cannot be read.
    #[error("cannot be read: {text}")]
    Io {
        /// The kind of the system's error.
        kind: ErrorKind,
        /// An I/O error.
        text: String,
    },
    /// Checking it takes more memory than permitted.
    #[error("not checked to the end: not enough memory")]
    Memory,
    /// It is not a certificate.
    #[error("not a certificate of tsumugi")]
    Foreign,
    /// Another version of the format, shortened for messages.
    #[error("version {0} is not known to this build")]
    Version(String),
    /// The header cannot be understood.
    #[error("the header is not readable: {0}")]
    Header(#[from] HeaderFault),
    /// It ends too early.
    #[error("the file ends in the middle")]
    CutOff,
    /// There are bytes after its end.
    #[error("there is extra data after the end")]
    Surplus,
    /// The checksum is wrong.
    #[error("damaged: its checksum is {found:08x}, but it states {stated:08x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum stored at its end.
        stated: u32,
    },
    /// Its line ends were converted, so its bytes have changed.
    #[error("damaged: its line ends were changed")]
    LineEnds,
    /// Bytes without a meaning.
    #[error("not readable: {0}")]
    Unreadable(Unreadable),
    /// The position of a record is not legal.
    #[error("its position is not legal")]
    Position,
    /// A record does not have the edges that its claim requires.
    #[error("refuted: {0}")]
    Edges(EdgesFault),
    /// The move of an edge is not legal, or not a check.
    #[error("refuted: {0} is not a legal move here, or not a move of the required kind")]
    IllegalMove(Move),
    /// A reply or a check is missing.
    #[error("refuted: the move {0} is missing")]
    LeftOut(Move),
    /// A link leads to a record that does not come before it.
    #[error("refuted: circular reasoning after {0}")]
    Circular(Move),
    /// A link leads to a record about another position.
    #[error("refuted: the claim after {0} depends on a record about another position")]
    OtherPosition(Move),
    /// A link leads to a record that claims too little.
    #[error("refuted: the claim after {0} depends on a record that does not prove it")]
    OtherClaim(Move),
    /// An edge has no proof.
    #[error("refuted: the claim after {0} is not obvious")]
    NotObvious(Move),
    /// An interposition is called futile without proof.
    #[error("refuted: the interpositions that {0} would capture are not proved to be futile")]
    NotFutile(Move),
    /// A record claims to hold for other hands, but does not.
    #[error("refuted: the claim does not hold for other hands")]
    Hands,
    /// A label without a record.
    #[error("refuted: there is no record with label {0}")]
    Label(u32),
    /// The end refers to no record about the root.
    #[error("refuted: the file proves nothing about the position in its header")]
    Root,
}

impl Fault {
    /// Whether the fault may be caused by damage anywhere in the file, which the checksum would show.
    pub(super) const fn may_be_damage(&self) -> bool {
        !matches!(self, Fault::CutOff | Fault::Surplus | Fault::Memory | Fault::Io { .. })
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io { kind: error.kind(), text: error.to_string() }
    }
}

/// The faults of the header.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// Its position cannot be read.
    #[error(transparent)]
    Root(#[from] SfenError),
    /// It does not state the attacker.
    #[error("no attacker")]
    Attacker,
    /// It does not state the policy on interpositions.
    #[error("no policy of interpositions")]
    Policy,
    /// Its position is not a legal problem.
    #[error(transparent)]
    Defect(#[from] Defect),
}

/// Bytes without a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A number is too large.
    #[error("a number is too large")]
    Number,
    /// The length of a mate is too large.
    #[error("a length is too large")]
    Length,
    /// The kind of record does not exist.
    #[error("unknown kind of record")]
    RecordKind,
    /// A record has more moves than a position can have.
    #[error("too many moves")]
    MoveCount,
    /// The move does not exist.
    #[error("invalid move")]
    Move,
    /// More squares change than a board has.
    #[error("too many squares")]
    SquareCount,
    /// The square does not exist.
    #[error("invalid square")]
    Square,
    /// The piece does not exist.
    #[error("invalid piece")]
    Piece,
    /// There are fewer records than the end says.
    #[error("records are missing")]
    RecordCount,
    /// More records about the root are listed than there are kinds of claims.
    #[error("too many claims")]
    ClaimCount,
}

/// A record does not have the edges that its claim requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EdgesFault {
    /// Two records have the same label.
    #[error("a label is given twice")]
    RepeatedLabel,
    /// A claim of no mate needs a reply of the defender.
    #[error("no reply")]
    NoReply,
    /// A mate needs exactly one check of the attacker.
    #[error("not exactly one check")]
    NotOneCheck,
    /// With the attacker to move a mate takes at least one ply.
    #[error("a mate in 0 plies with the attacker to move")]
    NoPlies,
    /// The defender has no move but is not in check, so it is not mate.
    #[error("no move and no check")]
    NotInCheck,
}

impl CertificateError {
    fn place(&self) -> String {
        match self.record {
            Some(record) => format!("record {record} (byte {})", self.offset),
            None => format!("byte {}", self.offset),
        }
    }
}
