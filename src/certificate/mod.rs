//! Certificates of tsume (詰将棋): proofs of mates and of their absence, written by a solver and checked by the rules
//! core alone.
//!
//! A certificate is a stream of records, children first. A record states a [`Claim`] about the value of a position and
//! names the records that prove it: the attacker's move, or **all** the defender's replies; all checks, or the reply
//! that escapes. The [checker](check()) shares nothing with a search. `docs/certificate.md` has the form and why it
//! proves what it says.
//!
//! [`look_up`] says what a certificate claims about one of its positions, [`look_up_after`] also what it says of the
//! interposition that led there.
//!
//! What excludes circular reasoning: a link leads to an earlier record, except where a loop is no loss for the claim
//! (no mate at all; pairs of interposition and capture, which take no plies), and no link leads to a claim about a
//! longer mate.

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
