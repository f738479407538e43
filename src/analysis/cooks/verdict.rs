//! The verdict on a tsume. A flaw is stated only when it is certain, soundness only when everything is proved.

use super::finding::{CookExamination, FindingKind, PlyFindings};
use crate::analysis::check::Intended;
use crate::analysis::soundness::{Doubt, Flaw, Soundness};
use crate::movegen::LineFlaw;
use crate::solve::{FALSE_HITS_LIMIT, Verdict};
use crate::types::Hand;

/// The author's statements, judged by the rules alone.
pub(super) struct LineStatement {
    pub intended: Intended,
    /// The flaw of the intended line, if it has one.
    pub flaw: Option<LineFlaw>,
    /// The attacker's hand at the end of the intended line.
    pub ends_with: Hand,
}

impl LineStatement {
    /// The length of the intended line, if it is a mate.
    pub fn length_of_line(&self) -> Option<u64> {
        let line = self.intended.line.len() as u64;
        (line > 0 && self.flaw.is_none()).then_some(line)
    }

    /// The intended length.
    fn length(&self) -> Option<u64> {
        self.length_of_line().or(self.intended.plies)
    }

    /// The verdict. Cooks after the reply at the ply `replaceable`, counted from 0, are not certain.
    pub fn assess(&self, found: &CookExamination, replaceable: Option<usize>) -> Soundness {
        let cooks = |plies: &[PlyFindings]| {
            plies.iter().flat_map(|ply| &ply.findings).filter(|finding| finding.kind.is_cook()).count()
        };
        let certain = replaceable.unwrap_or(found.plies.len());
        let flaws = self.flaws(found, cooks(&found.plies[..certain]));
        if !flaws.is_empty() {
            return Soundness::Unsound(flaws);
        }
        let uncertain = (cooks(&found.plies) > 0).then_some(Doubt::EqualVariation);
        match self.doubt(found).or(uncertain) {
            Some(doubt) => Soundness::Unknown(doubt),
            None => Soundness::Sound,
        }
    }

    fn flaws(&self, found: &CookExamination, cooks: usize) -> Vec<Flaw> {
        let mut flaws: Vec<Flaw> = self.flaw.map(Flaw::Line).into_iter().collect();
        if let (Some(stated), Some(line)) = (self.intended.plies, self.length_of_line())
            && line != stated
        {
            flaws.push(Flaw::LineLength { line, stated });
        }
        let outcome = &found.outcome;
        if outcome.verdict == Verdict::NoMate && outcome.is_exact() {
            flaws.push(Flaw::NoMate);
        }
        if let (Some(plies), Some(intended)) = (outcome.bounds.upper, self.length()) {
            if plies < intended {
                flaws.push(Flaw::ShorterMate { plies, intended });
            } else if outcome.proved_lower() > intended {
                flaws.push(Flaw::LongerMate { plies: outcome.bounds.lower, intended });
            }
        }
        let counted = [
            (found.count(|kind| kind == FindingKind::Escape), Flaw::Escapes as fn(usize) -> Flaw),
            (cooks, Flaw::Cooks),
            (found.count(FindingKind::is_longer), Flaw::LongerVariations),
        ];
        flaws.extend(counted.into_iter().filter(|&(count, _)| count > 0).map(|(count, flaw)| flaw(count)));
        if self.length_of_line().is_some() && !self.ends_with.is_empty() {
            flaws.push(Flaw::Surplus(self.ends_with));
        }
        flaws
    }

    fn doubt(&self, found: &CookExamination) -> Option<Doubt> {
        let outcome = &found.outcome;
        if outcome.false_hits_expected >= FALSE_HITS_LIMIT {
            return Some(Doubt::FalseHits);
        }
        match outcome.verdict {
            Verdict::Unknown(reason) => return Some(Doubt::Limit(reason)),
            Verdict::Mate { exact: false, .. } => {
                return Some(outcome.reason.map_or(Doubt::NotProved, Doubt::Limit));
            }
            Verdict::Mate { .. } | Verdict::NoMate => {}
        }
        let mut open = found.plies.iter().flat_map(|ply| &ply.findings).filter_map(|f| match f.kind {
            FindingKind::Unclear(reason) | FindingKind::Unknown(reason) => Some(Doubt::Limit(reason)),
            _ => None,
        });
        if let Some(doubt) = open.next() {
            return Some(doubt);
        }
        let surplus = found.outcome.solutions.surplus.first();
        let is_found = self.intended.line.is_empty();
        (is_found && surplus.is_some_and(|hand| !hand.is_empty())).then_some(Doubt::Surplus)
    }
}
