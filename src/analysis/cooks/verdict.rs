//! The verdict on a tsume. A flaw is stated only when it is certain, soundness only when everything is proved.

use super::finding::{CookExamination, FindingKind};
use crate::analysis::check::Intended;
use crate::analysis::intended::LineFlaw;
use crate::analysis::soundness::{Doubt, Flaw, Soundness};
use crate::solve::{FALSE_HITS_LIMIT, Verdict};
use crate::types::Hand;

/// What the author states, judged by the rules alone.
pub(super) struct Statement {
    pub intended: Intended,
    /// What is wrong with the intended line.
    pub flaw: Option<LineFlaw>,
    /// What the attacker holds at its end.
    pub ends_with: Hand,
}

impl Statement {
    /// The length that is meant.
    fn length(&self) -> Option<u64> {
        let line = self.intended.line.len() as u64;
        if line > 0 && self.flaw.is_none() { Some(line) } else { self.intended.plies }
    }

    pub fn judge(&self, found: &CookExamination) -> Soundness {
        let flaws = self.flaws(found);
        if !flaws.is_empty() {
            return Soundness::Unsound(flaws);
        }
        match self.doubt(found) {
            Some(doubt) => Soundness::Unknown(doubt),
            None => Soundness::Sound,
        }
    }

    fn flaws(&self, found: &CookExamination) -> Vec<Flaw> {
        let mut flaws: Vec<Flaw> = self.flaw.map(Flaw::Line).into_iter().collect();
        let line = self.intended.line.len() as u64;
        if let (Some(stated), true) = (self.intended.plies, line > 0 && self.flaw.is_none())
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
            } else if outcome.bounds.lower > intended {
                flaws.push(Flaw::LongerMate { plies: outcome.bounds.lower, intended });
            }
        }
        let counted = [
            (found.count(|kind| kind == FindingKind::Escape), Flaw::Escapes as fn(usize) -> Flaw),
            (found.count(FindingKind::is_cook), Flaw::Cooks),
            (found.count(FindingKind::is_longer), Flaw::LongerVariations),
        ];
        flaws.extend(counted.into_iter().filter(|&(count, _)| count > 0).map(|(count, flaw)| flaw(count)));
        if line > 0 && self.flaw.is_none() && !self.ends_with.is_empty() {
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
                return Some(outcome.reason.map_or(Doubt::Contradiction, Doubt::Limit));
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
