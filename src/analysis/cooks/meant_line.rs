//! Finds out which of several equally long lines (変同) can be the intended one.

use super::finding::{CookExamination, FindingKind};
use crate::analysis::soundness::{Doubt, Flaw, Soundness};
use crate::types::Move;

/// The number of lines tried.
const MOST_LINES: usize = 16;

/// Lines of a tsume that are as long as the examined one and leave nothing in the attacker's hand. They are
/// stated and examined one after the other until one of them has no cook. There are such lines when cooks
/// were found only after a reply that another reply may replace.
#[derive(Clone, Debug, Default)]
pub(super) struct EqualLines {
    /// The lines not taken yet, the next one last; each with the number of plies up to the reply at which it
    /// differs from the line beside which it was found.
    lines: Vec<(Vec<Move>, usize)>,
    /// How many lines were taken.
    taken: usize,
    /// That number of plies, for the line taken last.
    behind: usize,
    /// Whether some examined line has no cook, or not all lines beside one are known.
    is_open: bool,
}

impl EqualLines {
    /// No lines, for a verdict that does not depend on them.
    pub(super) fn none() -> EqualLines {
        EqualLines { is_open: true, ..EqualLines::default() }
    }

    /// The lines beside the main line of an examination without a stated line; none when the verdict does not
    /// depend on them. `preferred` is a line that comes first, if it is as long.
    pub(super) fn of(found: &CookExamination, preferred: &[Move]) -> EqualLines {
        if found.soundness != Soundness::Unknown(Doubt::EqualVariation) {
            return EqualLines::none();
        }
        let mut lines = EqualLines::default();
        lines.add_beside(found);
        if preferred.len() == found.main.len() && preferred != found.main {
            // Lines that differ from the preferred one are among the others already.
            lines.lines.push((preferred.to_vec(), preferred.len()));
        }
        lines
    }

    /// The next line; `None` when there is none, or enough lines were taken.
    pub(super) fn take(&mut self) -> Option<Vec<Move>> {
        let (line, behind) = if self.taken < MOST_LINES { self.lines.pop() } else { None }?;
        self.taken += 1;
        self.behind = behind;
        Some(line)
    }

    /// Adds the lines beside the one that was taken last. `found` is the examination with that line stated,
    /// at least up to the first flaw.
    pub(super) fn add(&mut self, found: &CookExamination) {
        let is_cooked = |flaws: &[Flaw]| flaws.iter().any(|flaw| matches!(flaw, Flaw::Cooks(_)));
        self.is_open |= !matches!(&found.soundness, Soundness::Unsound(flaws) if is_cooked(flaws));
        self.add_beside(found);
    }

    /// Adds the lines that are as long and leave nothing in hand, and that differ from the examined line by a
    /// reply after `behind` and before its first cook.
    fn add_beside(&mut self, found: &CookExamination) {
        let Some(cooked) = found.first_cooked() else {
            self.is_open = true;
            return;
        };
        self.is_open |= found.open_ply.is_some_and(|open| open < cooked.ply);
        for ply in found.plies.iter().filter(|ply| (self.behind + 1..cooked.ply).contains(&ply.ply)) {
            let equal = ply.findings.iter().filter(|finding| finding.kind == FindingKind::EqualVariation);
            let lines = equal.map(|finding| [&found.main[..ply.ply - 1], &finding.moves].concat());
            self.lines.extend(lines.map(|line| (line, ply.ply)));
        }
    }

    /// Whether no line is left and every one has a cook: whichever is intended, the problem is unsound.
    pub(super) fn are_all_cooked(&self) -> bool {
        !self.is_open && self.lines.is_empty()
    }
}

/// Completes an examination whose verdict depends on which of several equally long lines, all leaving nothing
/// in hand, is the intended one. Returns the examination by `check` of the first line with which the tsume is
/// sound; or `found` with the verdict unsound, if every line has a cook. Otherwise (the verdict does not depend
/// on these lines, or the tsume is sound with none of the lines tried but not every line is known to have a
/// cook) it returns `found` unchanged.
///
/// `found` is the examination without a stated line; `preferred` is a line to be tried first; `check`
/// examines the problem again with a line stated, at least up to the first flaw, or returns `None` to end the
/// search.
pub fn with_meant_line(
    mut found: Box<CookExamination>,
    preferred: &[Move],
    mut check: impl FnMut(&[Move]) -> Option<Box<CookExamination>>,
) -> Box<CookExamination> {
    let mut lines = EqualLines::of(&found, preferred);
    while let Some(line) = lines.take() {
        let Some(with_line) = check(&line) else { return found };
        if with_line.soundness == Soundness::Sound {
            return with_line;
        }
        lines.add(&with_line);
    }
    if lines.are_all_cooked() {
        found.soundness = cooked(&found);
    }
    found
}

/// Whether every line that may be the intended one has a cook, as far as short searches show. `found` is the
/// examination without a stated line, by short searches; `look` examines the problem again by short searches
/// with a line stated, up to the first flaw, or returns `None` to end the search.
pub fn is_cooked_in_each_line(
    found: &CookExamination,
    mut look: impl FnMut(&[Move]) -> Option<Box<CookExamination>>,
) -> bool {
    let mut lines = EqualLines::default();
    lines.add_beside(found);
    while !lines.is_open
        && let Some(line) = lines.take()
    {
        let Some(with_line) = look(&line) else { return false };
        lines.add(&with_line);
    }
    lines.are_all_cooked()
}

/// The verdict on a tsume that has a cook whichever line is the intended one.
pub(super) fn cooked(found: &CookExamination) -> Soundness {
    Soundness::Unsound(vec![Flaw::Cooks(found.count(FindingKind::is_cook))])
}
