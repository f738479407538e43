//! The question of an answer, what the answer proves, and what a run wants to have proved.

use super::statement::{Stated, Statement};
use crate::cli::args::{KeyFlag, ListingFlags, ProveFlag, SearchFlags, SolveFlags};
use crate::problem;
use crate::solve::{FALSE_HITS_LIMIT, Reason};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

/// The version of the keys that this code reads.
pub(super) const SCHEMA: u64 = 1;

/// The question of an answer. Limits, memory and threads are not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The position to be solved, including the pieces from the box if they were added to a hand.
    pub sfen: String,
    /// The name of the rule.
    pub rule: String,
    /// `black` or `white`.
    pub attacker: String,
    /// The treatment of futile interpositions; `None` for cooperative rules. An answer of a tsume without this key
    /// therefore matches no question.
    pub policy: Option<String>,
    /// The conditions on captures, if there are any.
    pub condition: Option<String>,
}

/// What a run requires of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Tsume: the length of a mate must be proved.
    length: bool,
    /// Helpmate: a second search must have confirmed the answer.
    verified: bool,
    /// Helpmate: the search must have used wide fingerprints.
    wide: bool,
    /// The number of solutions that must be listed; all of them if there are fewer.
    solutions: u64,
    /// Tsume: the defender's other replies must be included.
    variations: bool,
    /// The longest mate that is searched for.
    most: Option<u64>,
    /// Files that the search produces in addition to its answer are required.
    files: bool,
}

/// What an answer proves.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    verdict: Verdict,
    /// Whether the length, or that there is no mate, is proved.
    exact: bool,
    /// No mate is shorter than this; `u64::MAX` if there is no mate at all, 0 if nothing is certain.
    lower: u64,
    /// The length of a known mate in plies; it may not be the shortest one.
    upper: Option<u64>,
    is_tsume: bool,
    /// Whether the search was to prove the length, and did.
    length: bool,
    verified: bool,
    wide: bool,
    /// The number of solutions, if it is known.
    count: Option<u64>,
    listed: u64,
    /// How many of the defender's other replies are missing, if the answer includes such replies.
    left_out: Option<u64>,
    /// Whether the search ended early for a reason other than the limit on the length.
    ended_early: bool,
    /// Whether mates longer than the limit on the length may exist.
    ended_at_most: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Mate,
    NoMate,
    Unknown,
}

/// The keys of `docs/json.md` that state what an answer proves. Keys that older files lack are `Option`s.
#[derive(Deserialize)]
pub(super) struct Answer<C> {
    schema: u64,
    id: String,
    sfen: String,
    rule: String,
    attacker: String,
    verdict: Verdict,
    exact: bool,
    bounds: Bounds,
    solutions: Solutions,
    false_hits_expected: Option<f64>,
    verified: Option<bool>,
    policy: Option<String>,
    condition: Option<String>,
    prove: Option<String>,
    key: Option<String>,
    variations_left_out: Option<u64>,
    reason: Option<String>,
    /// Only answers of `check` have this key.
    pub check: Option<C>,
}

#[derive(Deserialize)]
struct Bounds {
    lower: u64,
    upper: Option<u64>,
}

#[derive(Deserialize)]
struct Solutions {
    count: String,
    exact: bool,
    listed: Vec<IgnoredAny>,
}

impl Question {
    /// The question about a problem.
    pub fn of(question: &problem::Question) -> Question {
        Question {
            sfen: question.position().sfen(),
            rule: question.rule().name().to_owned(),
            attacker: question.attacker().to_string(),
            policy: (!question.rule().is_cooperative()).then(|| question.policy().name().to_owned()),
            condition: (!question.conditions().is_empty()).then(|| question.conditions().to_string()),
        }
    }

    /// Whether the rule is cooperative.
    pub(super) fn is_cooperative(&self) -> bool {
        self.policy.is_none()
    }
}

impl Wanted {
    /// What flags of `solve` ask for.
    pub fn new(flags: &SolveFlags) -> Wanted {
        Wanted {
            variations: flags.variations,
            files: flags.certificate.is_some() || flags.graph.graph.is_some(),
            ..Wanted::of_search(&flags.search, &flags.listing)
        }
    }

    /// What the flags of a search ask for, without the other flags of `solve`.
    pub fn of_search(search: &SearchFlags, listing: &ListingFlags) -> Wanted {
        Wanted {
            length: search.prove == ProveFlag::Length,
            verified: search.verify,
            wide: search.key == KeyFlag::Wide,
            solutions: listing.max_solutions.into(),
            variations: false,
            most: search.max_plies,
            files: false,
        }
    }
}

impl<C: DeserializeOwned> Answer<C> {
    /// Reads a line; `None` if it is not an answer with these keys.
    pub fn read(line: &[u8]) -> Option<Answer<C>> {
        serde_json::from_slice(line).ok().filter(|answer: &Answer<C>| answer.schema == SCHEMA)
    }

    /// The question of the answer, and what it proves.
    pub fn stated(self) -> Stated<Proof> {
        let statement = self.proof();
        let Answer { id, sfen, rule, attacker, policy, condition, .. } = self;
        Stated { question: Question { sfen, rule, attacker, policy, condition }, name: id, statement }
    }

    fn proof(&self) -> Proof {
        let is_trusted = self.false_hits_expected.is_some_and(|hits| hits < FALSE_HITS_LIMIT)
            && self.verified != Some(false);
        // A count that exceeds `u64` exceeds any number of solutions that a run could list.
        let count = || self.solutions.count.parse().unwrap_or(u64::MAX);
        Proof {
            verdict: self.verdict,
            exact: self.exact,
            lower: match self.verdict {
                Verdict::NoMate if self.exact => u64::MAX,
                _ if is_trusted => self.bounds.lower,
                _ => 0,
            },
            upper: self.bounds.upper,
            is_tsume: self.rule == "tsume",
            length: self.exact && self.prove.as_ref().is_none_or(|prove| prove == "length"),
            verified: self.verified == Some(true),
            wide: self.key.as_deref() == Some("wide"),
            count: self.solutions.exact.then(count),
            listed: self.solutions.listed.len() as u64,
            left_out: self.variations_left_out,
            ended_early: self.reason.as_ref().is_some_and(|reason| reason != Reason::Plies.name()),
            ended_at_most: !self.exact && self.reason.as_deref() == Some(Reason::Plies.name()),
        }
    }
}

impl Statement for Proof {
    type Question = Question;
    type Wanted = Wanted;
    const COMMAND: &'static str = "solve";

    fn read(line: &[u8]) -> Option<Stated<Proof>> {
        // An answer of `check` comes from another kind of search.
        Some(Answer::<IgnoredAny>::read(line).filter(|answer| answer.check.is_none())?.stated())
    }

    /// Whether neither a mate nor its absence is known.
    fn is_unknown(&self) -> bool {
        self.verdict == Verdict::Unknown || self.verdict == Verdict::NoMate && !self.exact
    }

    fn is_enough(&self, wanted: &Wanted) -> bool {
        if wanted.files {
            return false;
        }
        let is_answer = match self.verdict {
            // Enough whatever was to be proved about a mate, since there is none.
            Verdict::NoMate => self.exact,
            Verdict::Mate if self.is_tsume => {
                let has_variations = self.left_out == Some(0) || !wanted.variations;
                (self.length || !wanted.length) && has_variations && self.is_whole()
            }
            Verdict::Mate => self.exact && self.count.is_some() && self.lists(wanted),
            Verdict::Unknown => false,
        };
        self.is_keyed(wanted) && (is_answer && self.is_checked(wanted) || self.is_beyond(wanted))
    }

    fn covers(&self, other: &Proof) -> bool {
        let bounds = self.lower >= other.lower
            && other.upper.is_none_or(|other| self.upper.is_some_and(|upper| upper <= other));
        if other.is_unknown() {
            return bounds;
        }
        let agrees = self.verdict == other.verdict && (self.exact || !other.exact);
        let left_out = other.left_out.is_none_or(|other| self.left_out.is_some_and(|left| left <= other));
        let count = self.count.is_some() || other.count.is_none();
        bounds && agrees && left_out && count && self.is_as_firm_as(other)
    }
}

impl Proof {
    fn is_keyed(&self, wanted: &Wanted) -> bool {
        self.is_tsume || self.wide || !wanted.wide
    }

    fn is_checked(&self, wanted: &Wanted) -> bool {
        self.is_tsume || self.verified || !wanted.verified
    }

    /// Whether every mate that is still possible is longer than what is asked for.
    fn is_beyond(&self, wanted: &Wanted) -> bool {
        !self.exact && wanted.most.is_some_and(|most| self.lower > most)
    }

    /// Whether the search was not ended early by a limit that this run does not have.
    pub(super) fn came_to_an_end(&self, wanted: &Wanted) -> bool {
        !self.ended_early && (!self.ended_at_most || self.is_beyond(wanted))
    }

    /// Whether the answer has all the safeguards against errors that are wanted: wide fingerprints, a second search.
    pub(super) fn rests_on(&self, wanted: &Wanted) -> bool {
        self.is_keyed(wanted) && self.is_checked(wanted)
    }

    /// Whether as many solutions of a helpmate are listed as are wanted.
    pub(super) fn lists(&self, wanted: &Wanted) -> bool {
        let count = self.count.unwrap_or(u64::MAX);
        self.is_tsume || self.verdict != Verdict::Mate || self.listed >= count.min(wanted.solutions)
    }

    /// Whether no limit cut short the work that follows on the proof of a length: the pieces that the longest
    /// defences leave in hand, the traditional length, and thus the kind of difference to the recorded length.
    fn is_whole(&self) -> bool {
        !(self.is_mate() && self.exact && self.ended_early)
    }

    /// Whether the search ended early for a reason other than the limit on the length.
    pub(super) fn ended_early(&self) -> bool {
        self.ended_early
    }

    /// Whether a mate is known.
    pub(super) fn is_mate(&self) -> bool {
        self.verdict == Verdict::Mate
    }

    /// Whether this answer has all the safeguards of the other one, lists at least as many solutions, and was not cut
    /// short unless the other one was too.
    pub(super) fn is_as_firm_as(&self, other: &Proof) -> bool {
        let marks = [
            (self.length, other.length),
            (self.verified, other.verified),
            (self.wide, other.wide),
            (self.is_whole(), other.is_whole()),
        ];
        self.listed >= other.listed && marks.iter().all(|&(ours, others)| ours || !others)
    }
}
