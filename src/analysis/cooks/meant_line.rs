//! Which of several lines that are equally long (変同) a composer can mean.

use super::finding::{CookExamination, FindingKind, PlyFindings};
use crate::analysis::soundness::{Doubt, Soundness};
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
}

impl EqualLines {
    /// The lines beside the one of an examination without a stated line. `preferred`: a line that comes first, if it is as
    /// long. None where the verdict does not depend on them.
    pub(super) fn of(found: &CookExamination, preferred: &[Move]) -> EqualLines {
        if found.soundness != Soundness::Unknown(Doubt::EqualVariation) {
            return EqualLines::default();
        }
        let mut lines = other_lines(found, 0);
        if preferred.len() == found.main.len() && preferred != found.main {
            // What differs from it is among the others.
            lines.push((preferred.to_vec(), preferred.len()));
        }
        EqualLines { lines, ..EqualLines::default() }
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
        self.lines.extend(other_lines(found, self.behind));
    }
}

/// Looks for the first line with which a tsume is sound among those that are as long as the one that was examined and leave
/// nothing in hand. `found`: the examination without a stated line; `preferred`: a line that is tried first; `check`:
/// examines the problem again with this line stated, up to the first flaw at least, or ends the search. The examination of
/// the line that is sound; `None` where the verdict does not depend on these lines, or none was found among the first ones.
pub fn sound_line(
    found: &CookExamination,
    preferred: &[Move],
    mut check: impl FnMut(&[Move]) -> Option<Box<CookExamination>>,
) -> Option<Box<CookExamination>> {
    let mut lines = EqualLines::of(found, preferred);
    while let Some(line) = lines.take() {
        let found = check(&line)?;
        if found.soundness == Soundness::Sound {
            return Some(found);
        }
        lines.add(&found);
    }
    None
}

/// The lines that are as long and leave nothing, by another reply before the first cook and behind so many plies; with the
/// number of plies up to that reply.
fn other_lines(found: &CookExamination, behind: usize) -> Vec<(Vec<Move>, usize)> {
    let is_cooked = |ply: &&PlyFindings| ply.findings.iter().any(|finding| finding.kind.is_cook());
    let Some(cooked) = found.plies.iter().find(is_cooked) else { return Vec::new() };
    let before = found.plies.iter().filter(|ply| (behind + 1..cooked.ply).contains(&ply.ply));
    let lines = before.flat_map(|ply| {
        let equal = ply.findings.iter().filter(|finding| finding.kind == FindingKind::EqualVariation);
        equal.map(|finding| ([&found.main[..ply.ply - 1], &finding.moves].concat(), ply.ply))
    });
    lines.collect()
}
