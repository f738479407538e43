//! What can be wrong with a certificate.

use crate::position::{Defect, SfenError};
use crate::types::Move;
use std::io::{self, ErrorKind};
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

/// What is wrong.
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
    /// It takes more memory than there may be.
    #[error("not checked to its end for want of memory")]
    Memory,
    /// It is no certificate.
    #[error("no certificate of tsumugi")]
    Foreign,
    /// Another version of the form, as messages show it.
    #[error("version {0} is not known to this build")]
    Version(String),
    /// The header cannot be understood.
    #[error("the header is not readable: {0}")]
    Header(#[from] HeaderFault),
    /// It ends too soon.
    #[error("the file ends in the middle")]
    CutOff,
    /// It goes on after its end.
    #[error("there is more after the end")]
    Surplus,
    /// The checksum is wrong.
    #[error("damaged: its checksum is {found:08x}, it states {stated:08x}")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The one at its end.
        stated: u32,
    },
    /// Its line ends are others, so that its bytes are no longer what they were.
    #[error("damaged: its line ends were changed")]
    LineEnds,
    /// Bytes that mean nothing.
    #[error("not readable: {0}")]
    Unreadable(Unreadable),
    /// The position of a record is not legal.
    #[error("its position is not legal")]
    Position,
    /// A record has other edges than its claim asks for.
    #[error("refuted: {0}")]
    Edges(EdgesFault),
    /// The move of an edge is no legal move, or no check.
    #[error("refuted: {0} is no legal move here, or not one of the kind that is needed")]
    IllegalMove(Move),
    /// A reply or a check is not dealt with.
    #[error("refuted: {0} is left out")]
    LeftOut(Move),
    /// A link leads to a record that is not there before it.
    #[error("refuted: circular reasoning after {0}")]
    Circular(Move),
    /// A link leads to a record about another position.
    #[error("refuted: what follows {0} rests on a record about another position")]
    OtherPosition(Move),
    /// A link leads to a record that does not say enough.
    #[error("refuted: what follows {0} rests on a record that does not prove what is needed")]
    OtherClaim(Move),
    /// Nothing bears an edge out.
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

impl Fault {
    /// Whether damage anywhere in the file may be the reason, which its checksum shows.
    pub(super) const fn may_be_damage(&self) -> bool {
        !matches!(self, Fault::CutOff | Fault::Surplus | Fault::Memory | Fault::Io { .. })
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io { kind: error.kind(), text: error.to_string() }
    }
}

/// What is wrong with the header.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// Its position cannot be read.
    #[error(transparent)]
    Root(#[from] SfenError),
    /// It does not say who attacks.
    #[error("no attacker")]
    Attacker,
    /// It names no policy of interpositions.
    #[error("no policy of interpositions")]
    Policy,
    /// Its position is no legal problem.
    #[error(transparent)]
    Defect(#[from] Defect),
}

/// Bytes that mean nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A number is too large.
    #[error("a number is too large")]
    Number,
    /// The length of a mate is too large.
    #[error("a length is too large")]
    Length,
    /// There is no such kind of record.
    #[error("no such kind of record")]
    RecordKind,
    /// A record has more moves than a position can have.
    #[error("too many moves")]
    MoveCount,
    /// There is no such move.
    #[error("no such move")]
    Move,
    /// More squares change than a board has.
    #[error("too many squares")]
    SquareCount,
    /// There is no such square.
    #[error("no such square")]
    Square,
    /// There is no such piece.
    #[error("no such piece")]
    Piece,
    /// There are fewer records than the end says.
    #[error("records are missing")]
    RecordCount,
    /// More records are named about the root than there are kinds of claims.
    #[error("too many claims")]
    ClaimCount,
}

/// A record whose edges are not those that its claim asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EdgesFault {
    /// A label is given to two records.
    #[error("a label is given twice")]
    RepeatedLabel,
    /// That there is no mate needs a reply of the defender.
    #[error("no reply")]
    NoReply,
    /// A mate needs exactly one check of the attacker.
    #[error("not exactly one check")]
    NotOneCheck,
    /// With the attacker to move a mate takes a ply at least.
    #[error("a mate in 0 plies with the attacker to move")]
    NoPlies,
    /// The defender has no move and is not in check: no mate.
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
