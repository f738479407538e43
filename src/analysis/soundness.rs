//! The verdict on a problem: sound (完全作), unsound (不完全作) with the reasons, or unknown.
//!
//! A helpmate is sound when it has exactly one shortest solution and nothing is left in the attacker's hand
//! at its end; a helpselfmate when it has exactly one shortest solution. Longer mates are not a flaw. When
//! the author intends several solutions (n解), there must be exactly that many. A flaw is stated only when it
//! is certain, soundness only when it is proved.

use crate::movegen::LineFlaw;
use crate::position::Rule;
use crate::solve::{Outcome, Reason, Verdict};
use crate::types::Hand;
use num_bigint::BigUint;

/// A flaw that makes a problem unsound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// There is no mate (不詰).
    NoMate,
    /// There is no mate within the intended length, this number of plies; longer mates were not searched for.
    NoMateWithin(u64),
    /// There is a mate in fewer plies than intended (早詰).
    ShorterMate {
        /// Its length.
        plies: u64,
        /// The intended length.
        intended: u64,
    },
    /// There are several shortest solutions (余詰), at least this number.
    SeveralSolutions(BigUint),
    /// The number of shortest solutions differs from the intended number (n解).
    OtherCount {
        /// The number of solutions, or a lower bound of it.
        found: BigUint,
        /// The intended number.
        intended: BigUint,
    },
    /// Pieces are left in the attacker's hand (駒余り).
    Surplus(Hand),
    /// The intended line (作意) is not a mate.
    Line(LineFlaw),
    /// The intended line does not have the stated length.
    LineLength {
        /// The length of the line.
        line: u64,
        /// The stated length.
        stated: u64,
    },
    /// Tsume: the defence lasts longer than intended (変長).
    LongerMate {
        /// A lower bound of the length of the defence, in plies.
        plies: u64,
        /// The intended length.
        intended: u64,
    },
    /// Tsume: the number of the attacker's other moves that mate (余詰).
    Cooks(usize),
    /// Tsume: the number of plies at which the defender can last longer than on the line (変長).
    LongerVariations(usize),
    /// Tsume: the number of plies at which the defender can escape (不詰).
    Escapes(usize),
    /// After this number of moves of the intended line, the rest of the line is not the only shortest mate.
    Remainder(u64),
}

impl Flaw {
    /// The word used in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Flaw::NoMate => "no-mate",
            Flaw::NoMateWithin(_) => "no-mate-within",
            Flaw::ShorterMate { .. } => "shorter-mate",
            Flaw::SeveralSolutions(_) => "several-solutions",
            Flaw::OtherCount { .. } => "other-count",
            Flaw::Surplus(_) => "surplus",
            Flaw::Line(_) => "intended-line",
            Flaw::LineLength { .. } => "intended-length",
            Flaw::LongerMate { .. } => "longer-mate",
            Flaw::Cooks(_) => "cooks",
            Flaw::LongerVariations(_) => "longer-variations",
            Flaw::Escapes(_) => "escapes",
            Flaw::Remainder(_) => "rest",
        }
    }
}

/// The reason why it is not known whether a problem is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The search reached a limit.
    Limit(Reason),
    /// Too many false hits of fingerprints are to be expected.
    FalseHits,
    /// Memory sufficed to find a solution but not to count all solutions.
    Count,
    /// Tsume: pieces are left in the attacker's hand on the line found, which may not be the intended one.
    Surplus,
    /// Tsume: there are cooks after a reply that may be replaced by another reply, which lasts as long and
    /// leaves nothing in hand (変同); it is not known whether the cooks are on the intended line.
    EqualVariation,
    /// Tsume: a mate was found, but its length was not to be proved.
    NotProved,
    /// The search claims that there is no mate as short as the intended line, but that line is one: there was
    /// a false hit.
    Contradiction,
}

/// The verdict: sound, unsound, or unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// 完全作, proved.
    Sound,
    /// 不完全作, with all flaws found.
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

/// The author's statements about a problem, judged by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AuthorStatement {
    /// The rule of the problem.
    pub rule: Rule,
    /// The length of the intended line and the attacker's hand at its end, if the line is a mate.
    pub line: Option<(u64, Hand)>,
    /// The flaw of the intended line, if it is not a mate.
    pub flaw: Option<LineFlaw>,
    /// The stated length.
    pub plies: Option<u64>,
    /// The intended number of solutions.
    pub solutions: BigUint,
}

impl AuthorStatement {
    /// The intended length of the mate.
    pub fn length(&self) -> Option<u64> {
        self.line.map(|(length, _)| length).or(self.plies)
    }

    /// Whether this hand of the attacker's at the end is a flaw.
    fn is_flaw(&self, hand: Hand) -> bool {
        self.rule.forbids_surplus() && !hand.is_empty()
    }
}

/// The verdict after the search from the problem's position.
pub(super) fn assess(statement: &AuthorStatement, outcome: &Outcome) -> Soundness {
    let mut flaws: Vec<Flaw> = statement.flaw.map(Flaw::Line).into_iter().collect();
    if let (Some((line, _)), Some(stated)) = (statement.line, statement.plies)
        && line != stated
    {
        flaws.push(Flaw::LineLength { line, stated });
    }
    let found = match outcome.verdict {
        Verdict::Mate { plies, .. } => assess_mate(statement, outcome, plies, &mut flaws),
        Verdict::NoMate => assess_no_mate(statement, outcome, Flaw::NoMate, &mut flaws),
        Verdict::Unknown(reason) => match statement.length() {
            Some(length) if outcome.bounds.lower > length => {
                assess_no_mate(statement, outcome, Flaw::NoMateWithin(length), &mut flaws)
            }
            _ => Some(Doubt::Limit(reason)),
        },
    };
    if let Some((_, hand)) = statement.line.filter(|&(_, hand)| statement.is_flaw(hand))
        && !flaws.contains(&Flaw::Surplus(hand))
    {
        // Whether or not it is the only shortest mate, it cannot be a sound solution.
        flaws.push(Flaw::Surplus(hand));
    }
    match found {
        _ if !flaws.is_empty() => Soundness::Unsound(flaws),
        Some(doubt) => Soundness::Unknown(doubt),
        None => Soundness::Sound,
    }
}

fn assess_no_mate(
    statement: &AuthorStatement,
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

fn assess_mate(
    statement: &AuthorStatement,
    outcome: &Outcome,
    plies: u64,
    flaws: &mut Vec<Flaw>,
) -> Option<Doubt> {
    let solutions = &outcome.solutions;
    match statement.length() {
        // Mates are verified by replaying them, so a mate up to the intended length is certain even if the
        // search is not to be trusted.
        Some(intended) if plies < intended => flaws.push(Flaw::ShorterMate { plies, intended }),
        Some(intended) if plies > intended => {
            return assess_no_mate(statement, outcome, Flaw::NoMateWithin(intended), flaws);
        }
        Some(_) => {}
        None if !outcome.is_exact() => return Some(doubt(outcome)),
        None => {}
    }
    let (found, intended, one) = (&solutions.count, &statement.solutions, BigUint::from(1u8));
    let is_counted = outcome.is_exact() && outcome.is_count_exact();
    if found > intended && *intended == one {
        flaws.push(Flaw::SeveralSolutions(found.clone()));
    } else if found > intended || found < intended && is_counted {
        flaws.push(Flaw::OtherCount { found: found.clone(), intended: intended.clone() });
    } else if let Some(&hand) = solutions.surplus.first().filter(|&&hand| statement.is_flaw(hand)) {
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

/// The reason why a mate is not proved to be shortest.
fn doubt(outcome: &Outcome) -> Doubt {
    outcome.reason.map_or(Doubt::FalseHits, Doubt::Limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Bounds, Details, Solutions, Stats};
    use crate::types::PieceKind;

    fn nothing() -> AuthorStatement {
        let solutions = 1u8.into();
        AuthorStatement { rule: Rule::Helpmate, line: None, flaw: None, plies: None, solutions }
    }

    fn outcome(verdict: Verdict, lower: u64, count: u32, false_hits_expected: f64) -> Outcome {
        let solutions = Solutions {
            count: count.into(),
            exact: true,
            listed: vec![Vec::new(); count as usize],
            surplus: vec![Hand::EMPTY; count as usize],
        };
        let bounds = Bounds { lower, upper: None };
        let stats = Stats::default();
        Outcome {
            verdict,
            bounds,
            reason: None,
            solutions,
            false_hits_expected,
            details: Details::Helpmate { verified: None },
            stats,
        }
    }

    fn mate(plies: u64, count: u32, false_hits: f64) -> Outcome {
        let exact = false_hits < crate::solve::FALSE_HITS_LIMIT;
        outcome(Verdict::Mate { plies, exact }, plies, count, false_hits)
    }

    fn stated(plies: u64) -> AuthorStatement {
        AuthorStatement { plies: Some(plies), ..nothing() }
    }

    fn line(plies: u64) -> AuthorStatement {
        AuthorStatement { line: Some((plies, Hand::EMPTY)), ..nothing() }
    }

    fn unsound(flaw: Flaw) -> Soundness {
        Soundness::Unsound(vec![flaw])
    }

    #[test]
    fn soundness_needs_proof_of_length_and_of_count() {
        assert_eq!(assess(&nothing(), &mate(5, 1, 1e-9)), Soundness::Sound);
        assert_eq!(assess(&line(5), &mate(5, 1, 1e-9)), Soundness::Sound);
        assert_eq!(assess(&nothing(), &mate(5, 1, 0.02)), Soundness::Unknown(Doubt::FalseHits));
        assert_eq!(assess(&line(5), &mate(5, 1, 0.02)), Soundness::Unknown(Doubt::FalseHits));
        let mut uncounted = mate(5, 1, 1e-9);
        uncounted.solutions.exact = false;
        assert_eq!(assess(&nothing(), &uncounted), Soundness::Unknown(Doubt::Count));
        let mut stopped = outcome(Verdict::Mate { plies: 5, exact: false }, 3, 1, 0.0);
        stopped.reason = Some(Reason::Time);
        assert_eq!(assess(&nothing(), &stopped), Soundness::Unknown(Doubt::Limit(Reason::Time)));
    }

    #[test]
    fn mates_are_certain_even_where_the_search_is_not_to_be_trusted() {
        let shorter = Flaw::ShorterMate { plies: 3, intended: 5 };
        assert_eq!(assess(&line(5), &mate(3, 1, 0.02)), unsound(shorter.clone()));
        assert_eq!(assess(&stated(5), &mate(3, 1, 0.02)), unsound(shorter));
        assert_eq!(assess(&line(5), &mate(5, 2, 0.02)), unsound(Flaw::SeveralSolutions(2u8.into())));
        // Without an intended length, two mates of five plies prove nothing: there may be a single shorter
        // one.
        assert_eq!(assess(&nothing(), &mate(5, 2, 0.02)), Soundness::Unknown(Doubt::FalseHits));
    }

    #[test]
    fn no_mate_needs_proof() {
        let none = |false_hits| outcome(Verdict::NoMate, 9, 0, false_hits);
        assert_eq!(assess(&nothing(), &none(1e-9)), unsound(Flaw::NoMate));
        assert_eq!(assess(&nothing(), &none(0.02)), Soundness::Unknown(Doubt::FalseHits));
        assert_eq!(assess(&line(5), &none(1e-9)), Soundness::Unknown(Doubt::Contradiction));
        let limited = |lower, false_hits| outcome(Verdict::Unknown(Reason::Plies), lower, 0, false_hits);
        assert_eq!(assess(&stated(5), &limited(7, 1e-9)), unsound(Flaw::NoMateWithin(5)));
        assert_eq!(assess(&stated(5), &limited(7, 0.02)), Soundness::Unknown(Doubt::FalseHits));
        assert_eq!(assess(&stated(5), &limited(5, 1e-9)), Soundness::Unknown(Doubt::Limit(Reason::Plies)));
        assert_eq!(assess(&nothing(), &limited(7, 1e-9)), Soundness::Unknown(Doubt::Limit(Reason::Plies)));
        // The line is a mate, so a search that excludes it has gone wrong.
        assert_eq!(assess(&line(5), &limited(7, 1e-9)), Soundness::Unknown(Doubt::Contradiction));
        assert_eq!(assess(&line(5), &mate(7, 1, 1e-9)), Soundness::Unknown(Doubt::Contradiction));
    }

    #[test]
    fn several_solutions_can_be_intended() {
        let three = || AuthorStatement { solutions: 3u8.into(), ..nothing() };
        let other = |found: u8| unsound(Flaw::OtherCount { found: found.into(), intended: 3u8.into() });
        assert_eq!(assess(&three(), &mate(5, 3, 1e-9)), Soundness::Sound);
        assert_eq!(assess(&three(), &mate(5, 2, 1e-9)), other(2));
        assert_eq!(assess(&three(), &mate(5, 4, 1e-9)), other(4));
        // More solutions than intended are certain when the length is certain; fewer solutions only when all
        // were counted.
        let stated = || AuthorStatement { plies: Some(5), ..three() };
        assert_eq!(assess(&stated(), &mate(5, 4, 0.02)), other(4));
        assert_eq!(assess(&stated(), &mate(5, 2, 0.02)), Soundness::Unknown(Doubt::FalseHits));
        let mut uncounted = mate(5, 2, 1e-9);
        uncounted.solutions.exact = false;
        assert_eq!(assess(&three(), &uncounted), Soundness::Unknown(Doubt::Count));
        uncounted.solutions.count = 3u8.into();
        assert_eq!(assess(&three(), &uncounted), Soundness::Unknown(Doubt::Count));
    }

    #[test]
    fn flaws_add_up() {
        let mut gold = Hand::EMPTY;
        gold.add(PieceKind::Gold);
        let mut left_over = mate(5, 1, 1e-9);
        left_over.solutions.surplus = vec![gold];
        assert_eq!(assess(&nothing(), &left_over), unsound(Flaw::Surplus(gold)));
        // The same hand at the end of the intended line is reported only once.
        let meant = AuthorStatement { line: Some((5, gold)), ..nothing() };
        assert_eq!(assess(&meant, &left_over), unsound(Flaw::Surplus(gold)));
        let meant = AuthorStatement { plies: Some(7), ..meant };
        let length = Flaw::LineLength { line: 5, stated: 7 };
        assert_eq!(assess(&meant, &left_over), Soundness::Unsound(vec![length, Flaw::Surplus(gold)]));
        // Under a rule by which the attacker's hand does not matter.
        let meant = AuthorStatement { rule: Rule::Helpselfmate, line: Some((5, gold)), ..nothing() };
        assert_eq!(assess(&meant, &left_over), Soundness::Sound);
        let flawed = AuthorStatement { flaw: Some(LineFlaw::NoMate), ..nothing() };
        assert_eq!(assess(&flawed, &mate(5, 1, 1e-9)), unsound(Flaw::Line(LineFlaw::NoMate)));
    }
}
