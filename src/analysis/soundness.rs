//! The verdict on a problem: sound (完全作), unsound (不完全作) and why, or unknown.
//!
//! A helpmate is sound when it has exactly one shortest solution and nothing is left in the attacker's hand at its end;
//! longer mates are no flaw. A flaw is stated only when it is certain, soundness only when it is proved.

use super::intended::LineFlaw;
use crate::solve::{Outcome, Reason, Verdict};
use crate::types::Hand;
use num_bigint::BigUint;

/// Something that makes a problem unsound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// There is no mate (不詰).
    NoMate,
    /// There is no mate in so many plies, the intended length; longer ones were not looked for.
    NoMateWithin(u64),
    /// There is a mate in fewer plies than intended (早詰).
    ShorterMate {
        /// Its length.
        plies: u64,
        /// The intended length.
        intended: u64,
    },
    /// There are several shortest solutions, at least so many (余詰).
    SeveralSolutions(BigUint),
    /// Pieces are left in the attacker's hand (駒余り).
    Surplus(Hand),
    /// The intended line (作意) is no mate.
    Line(LineFlaw),
    /// The intended line has not the stated length.
    LineLength {
        /// The length of the line.
        line: u64,
        /// What is stated.
        stated: u64,
    },
    /// After so many moves of the intended line the rest of it is not the only shortest mate.
    Rest(u64),
}

impl Flaw {
    /// The word used in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Flaw::NoMate => "no-mate",
            Flaw::NoMateWithin(_) => "no-mate-within",
            Flaw::ShorterMate { .. } => "shorter-mate",
            Flaw::SeveralSolutions(_) => "several-solutions",
            Flaw::Surplus(_) => "surplus",
            Flaw::Line(_) => "intended-line",
            Flaw::LineLength { .. } => "intended-length",
            Flaw::Rest(_) => "rest",
        }
    }
}

/// Why it is not known whether a problem is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The search ran out of something.
    Limit(Reason),
    /// Too many false hits of fingerprints are to be expected.
    FalseHits,
    /// Memory sufficed to find a solution but not to count them.
    Count,
    /// The search claims that there is no mate as short as the intended line, which is one: a false hit.
    Contradiction,
}

/// Sound, unsound, or unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// 完全作, proved.
    Sound,
    /// 不完全作, and everything that was found wrong.
    Unsound(Vec<Flaw>),
    /// 不明.
    Unknown(Doubt),
}

impl Soundness {
    /// The word used in JSON: `sound`, `unsound`, `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Unsound(_) => "unsound",
            Soundness::Unknown(_) => "unknown",
        }
    }
}

/// What the author states of a problem, judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// The length of an intended line that is a mate, and what the attacker holds at its end.
    pub line: Option<(u64, Hand)>,
    /// What is wrong with an intended line that is none.
    pub flaw: Option<LineFlaw>,
    /// The stated length.
    pub plies: Option<u64>,
}

impl Statement {
    /// The length of the mate that is meant.
    pub fn length(&self) -> Option<u64> {
        self.line.map(|(length, _)| length).or(self.plies)
    }
}

/// The verdict after the search from the problem's position.
pub(super) fn judge(statement: &Statement, outcome: &Outcome) -> Soundness {
    let mut flaws: Vec<Flaw> = statement.flaw.map(Flaw::Line).into_iter().collect();
    if let (Some((line, _)), Some(stated)) = (statement.line, statement.plies)
        && line != stated
    {
        flaws.push(Flaw::LineLength { line, stated });
    }
    let found = match outcome.verdict {
        Verdict::Mate { plies, .. } => judge_mate(statement, outcome, plies, &mut flaws),
        Verdict::NoMate => judge_no_mate(statement, outcome, Flaw::NoMate, &mut flaws),
        Verdict::Unknown(reason) => match statement.length() {
            Some(length) if outcome.bounds.lower > length => {
                judge_no_mate(statement, outcome, Flaw::NoMateWithin(length), &mut flaws)
            }
            _ => Some(Doubt::Limit(reason)),
        },
    };
    if let Some((_, hand)) = statement.line.filter(|(_, hand)| !hand.is_empty())
        && !flaws.contains(&Flaw::Surplus(hand))
    {
        // Whether it is the only shortest mate or not, it cannot be a sound solution.
        flaws.push(Flaw::Surplus(hand));
    }
    match found {
        _ if !flaws.is_empty() => Soundness::Unsound(flaws),
        Some(doubt) => Soundness::Unknown(doubt),
        None => Soundness::Sound,
    }
}

fn judge_no_mate(
    statement: &Statement,
    outcome: &Outcome,
    flaw: Flaw,
    flaws: &mut Vec<Flaw>,
) -> Option<Doubt> {
    if statement.line.is_some() {
        return Some(Doubt::Contradiction);
    }
    if !outcome.trusts_fingerprints() {
        return Some(Doubt::FalseHits);
    }
    flaws.push(flaw);
    None
}

fn judge_mate(statement: &Statement, outcome: &Outcome, plies: u64, flaws: &mut Vec<Flaw>) -> Option<Doubt> {
    let solutions = &outcome.solutions;
    match statement.length() {
        // Mates are replayed: what is shorter or as long as intended is so whether the search is to be trusted or not.
        Some(intended) if plies < intended => flaws.push(Flaw::ShorterMate { plies, intended }),
        Some(intended) if plies > intended => {
            return judge_no_mate(statement, outcome, Flaw::NoMateWithin(intended), flaws);
        }
        Some(_) => {}
        None if !outcome.is_exact() => return Some(doubt(outcome)),
        None => {}
    }
    if solutions.count > BigUint::from(1u8) {
        flaws.push(Flaw::SeveralSolutions(solutions.count.clone()));
    } else if let Some(&hand) = solutions.surplus.first().filter(|hand| !hand.is_empty()) {
        flaws.push(Flaw::Surplus(hand));
    }
    if !outcome.is_exact() {
        Some(doubt(outcome))
    } else if !outcome.is_count_exact() {
        Some(Doubt::Count)
    } else {
        None
    }
}

/// Why a mate is not proved to be shortest.
fn doubt(outcome: &Outcome) -> Doubt {
    outcome.reason.map_or(Doubt::FalseHits, Doubt::Limit)
}
