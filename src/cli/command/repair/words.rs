//! The summary that is printed when the repair of a problem has ended.

use crate::cli::run::interrupt_notice;
use crate::report::{Lang, counted};

/// The result of a repair.
pub(super) struct Closed {
    pub judged: u64,
    pub found: u64,
    pub unknown: u64,
    pub is_interrupted: bool,
    /// Whether no repair was found, and candidates are left for which the budget was too small.
    pub is_cut: bool,
    /// Whether pairs of changes, which were not asked for, could still be repairs.
    pub pairs_are_left: bool,
}

/// The summary line of a problem.
pub(super) fn closing(name: &str, closed: &Closed, lang: Lang) -> String {
    let Closed { judged, found, unknown, .. } = *closed;
    let interrupted = if closed.is_interrupted { interrupt_notice::prefix(lang) } else { "" };
    let [japanese_hint, hint] = if closed.pairs_are_left {
        [" (--changes 2 で二つの変更の組も試します)", " (--changes 2 tries pairs of changes)"]
    } else if closed.is_cut {
        [" (--budget を増やせば残りも調べます)", " (a larger --budget also judges the rest)"]
    } else {
        [""; 2]
    };
    lang.pick(
        format!("{name}: {interrupted}{judged}局面を調べ、{found}題、不明 {unknown}{japanese_hint}"),
        format!(
            "{name}: {interrupted}{} judged, {}, {unknown} unknown{hint}",
            counted(judged, "change"),
            counted(found, "repair")
        ),
    )
}
