//! Soundness of problems: what a composer wants to know from a solver beyond the solution.
//!
//! [`SoundnessCheck`] solves a helpmate and reports whether it is sound (完全作), its flaws if it is not, where
//! the solutions differ, the pieces left in the attacker's hand, and whether the intended line (作意) is a
//! solution. On request it also works backward from the end of that line (逆算検討). Everything about many
//! solutions is computed from their graph, without listing them.
//!
//! [`TsumeCheck`] does the same for a tsume, by a [`CookCheck`] for each line that may be the intended one.
//! Soundness means something else there: on the main line no other move of the attacker mates, and no other
//! move of the defender lasts longer. [`SideLines`] finds the defender's side lines (変化) of a tsume,
//! [`Refutations`] the replies that refute the checks of a position without a mate.

mod backward;
mod check;
mod cooks;
mod difference_kind;
mod differences;
mod going_on;
mod intended;
mod recorded_length;
mod refutations;
mod side_lines;
mod soundness;
mod surplus;

pub use crate::movegen::{LineFlaw, line_flaw};
pub use backward::{BackwardResult, Probe, RemainderVerdict};
pub use check::{CheckProgress, CheckStep, Examination, Intended, SoundnessCheck};
pub(crate) use cooks::FIRST_LOOK_NODES;
pub use cooks::{
    COOK_NODES, CookCheck, CookExamination, CookState, CookStep, Finding, FindingKind, Futility, PlyFindings,
    Searched, TsumeCheck, is_cooked_in_each_line, with_meant_line,
};
pub use difference_kind::DifferenceKind;
pub use differences::{Alternative, Difference, Differences, differences, is_solution};
pub(crate) use intended::flaw_of_line;
pub use intended::stated_line_flaw;
pub use recorded_length::LengthDifference;
pub use refutations::{Refutation, Refutations, RefutationsStep};
pub use side_lines::{SideLine, SideLines, SideLinesStep, Variations};
pub use soundness::{Doubt, Flaw, Soundness};
pub use surplus::hands_at_the_end;
