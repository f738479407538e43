//! Which of several lines that are equally long (変同) a composer can mean.

use super::finding::{CookExamination, FindingKind};
use crate::analysis::soundness::{Doubt, Flaw, Soundness};
use crate::types::Move;

/// Lines that are tried.
const MOST_LINES: usize = 16;

/// Lines of a tsume that are as long as the one that was examined and leave nothing in hand, to be stated and examined one
/// after the other until one has no cook. There are some where cooks are found only behind a reply that another may
/// replace.
#[derive(Clone, Debug, Default)]
pub(super) struct EqualLines {
    /// The next one last; with the number of plies up to the reply that tells it from the line that it was found beside.
    lines: Vec<(Vec<Move>, usize)>,
    /// How many were taken.
    taken: usize,
    /// That number of plies of the one that was taken last.
    behind: usize,
    /// Not every line that was examined has a cook, or not all lines beside one are known.
    is_open: bool,
}

impl EqualLines {
    /// No lines, where the verdict does not depend on them.
    pub(super) fn none() -> EqualLines {
        EqualLines { is_open: true, ..EqualLines::default() }
    }

    /// The lines beside the one of an examination without a stated line. `preferred`: a line that comes first, if it is as
    /// long. None where the verdict does not depend on them.
    pub(super) fn of(found: &CookExamination, preferred: &[Move]) -> EqualLines {
        if found.soundness != Soundness::Unknown(Doubt::EqualVariation) {
            return EqualLines::none();
        }
        let mut lines = EqualLines::default();
        lines.add_beside(found);
        if preferred.len() == found.main.len() && preferred != found.main {
            // What differs from it is among the others.
            lines.lines.push((preferred.to_vec(), preferred.len()));
        }
        lines
    }

    /// The next line; `None` where there is none, or enough were taken.
    pub(super) fn take(&mut self) -> Option<Vec<Move>> {
        let (line, behind) = if self.taken < MOST_LINES { self.lines.pop() } else { None }?;
        self.taken += 1;
        self.behind = behind;
        Some(line)
    }

    /// Adds the lines beside the one that was taken last, after the examination with it stated, up to the first flaw at
    /// least.
    pub(super) fn add(&mut self, found: &CookExamination) {
        let is_cooked = |flaws: &[Flaw]| flaws.iter().any(|flaw| matches!(flaw, Flaw::Cooks(_)));
        self.is_open |= !matches!(&found.soundness, Soundness::Unsound(flaws) if is_cooked(flaws));
        self.add_beside(found);
    }

    /// Adds the lines that are as long and leave nothing, by another reply before the first cook and behind that of the line
    /// itself.
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

    /// Whether no line is left, and each has a cook: whichever is meant, the problem is unsound.
    pub(super) fn are_all_cooked(&self) -> bool {
        !self.is_open && self.lines.is_empty()
    }
}

/// What an examination says where its verdict depends on which of several lines that are as long and leave nothing is meant:
/// the examination of the first one with which the tsume is sound; or the same one, with the verdict that it is unsound, where
/// each has a cook. `found`: the examination without a stated line; `preferred`: a line that is tried first; `check`: examines
/// the problem again with this line stated, up to the first flaw at least, or ends the search. What was found where the verdict
/// does not depend on these lines, or none of the first ones is sound and this is not known of all.
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

/// Whether each line that may be meant has a cook, as far as looks tell. `found`: the examination without a stated line, by
/// looks; `look`: looks at the problem again with this line stated, up to the first flaw, or ends the search.
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

/// The verdict on a tsume that has a cook whichever line is meant.
pub(super) fn cooked(found: &CookExamination) -> Soundness {
    Soundness::Unsound(vec![Flaw::Cooks(found.count(FindingKind::is_cook))])
}
