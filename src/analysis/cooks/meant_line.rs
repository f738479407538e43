//! Which of several lines that are equally long (変同) a composer can mean.

use super::finding::{CookExamination, FindingKind, PlyFindings};
use crate::analysis::soundness::{Doubt, Soundness};
use crate::types::Move;

/// Lines that are tried.
const MOST_LINES: usize = 16;

/// Where cooks are found behind a reply that another may replace: looks for a line that is as long, leaves nothing in hand
/// and has no cook, so that the problem is sound when that line is meant. `found`: the examination without a stated line;
/// `preferred`: a line that is tried first, if it is as long; `check`: examines the problem again with this line stated,
/// up to the first flaw at least, or ends the search. The examination of the line that is sound; `None` where there is no
/// such doubt, or none was found among the first lines.
pub fn sound_line(
    found: &CookExamination,
    preferred: &[Move],
    mut check: impl FnMut(&[Move]) -> Option<Box<CookExamination>>,
) -> Option<Box<CookExamination>> {
    if found.soundness != Soundness::Unknown(Doubt::EqualVariation) {
        return None;
    }
    let mut lines = other_lines(found, 0);
    if preferred.len() == found.main.len() && preferred != found.main {
        // What differs from it is among the others.
        lines.push((preferred.to_vec(), preferred.len()));
    }
    for _ in 0..MOST_LINES {
        let (line, behind) = lines.pop()?;
        let found = check(&line)?;
        if found.soundness == Soundness::Sound {
            return Some(found);
        }
        lines.extend(other_lines(&found, behind));
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
