//! The check of a tsume (余詰検討): whether the intended line is the only one, ply by ply.
//!
//! At each of the attacker's moves, beginning with the last ply, every other check is tried; it is found not
//! to mate, to mate, or to be undecided within the limits. A check that mates is searched again with the
//! positions of the line excluded: if no mate remains, it only returns to the line. At each of the defender's
//! moves the replies that last as long, or longer, are reported. After a reply that another reply may replace
//! (変同), a cook is certain only if the author states the line.

mod cook_check;
mod finding;
mod futile;
mod going_on;
mod keeping;
mod line;
mod meant_line;
mod notes;
mod state;
mod tsume_check;
mod verdict;

pub(crate) use cook_check::FIRST_LOOK_NODES;
pub use cook_check::{COOK_NODES, CookCheck, CookStep};
pub use finding::{CookExamination, Finding, FindingKind, PlyFindings};
pub use meant_line::{is_cooked_in_each_line, with_meant_line};
pub use state::{CookState, Futility, Searched};
pub use tsume_check::TsumeCheck;
