//! Certificates of tsume (詰将棋): proofs of mates and of their absence, written by a solver and checked by the rules
//! core alone.
//!
//! A certificate is a stream of records, children first. A record states a [`Claim`] about the value of a
//! position, and refers to the records that prove it: those after the attacker's move, or after **all**
//! replies of the defender; those after all checks, or after the reply that escapes. The [checker](check())
//! shares no code with a search. `docs/certificate.md` describes the format and why it is a proof.
//!
//! [`look_up`] returns what a certificate claims about one of its positions, [`look_up_after`] also what it
//! says about the interposition that led there.
//!
//! Circular reasoning is excluded: a link leads to an earlier record, except where a cycle is harmless for
//! the claim (no mate at all; pairs of interposition and capture, which take no plies), and no link leads to
//! a claim about a longer mate.

mod check;
mod encoding;
mod error;
mod lookup;
mod mates;
mod no_mates;
mod reader;
mod record;
mod writer;

pub use check::{Checked, check, check_within};
pub use error::{CertificateError, EdgesFault, Fault, HeaderFault, Unreadable};
pub use lookup::{Found, look_up, look_up_after};
pub use reader::{Reader, is_certificate};
pub use record::{Claim, Edge, Header, Link, Role, Statement};
pub use writer::Writer;
