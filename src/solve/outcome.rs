//! The result of a search: a verdict with three possible values, solutions, and statistics.

use super::stage::Stage;
use crate::position::Futile;
use crate::types::{Hand, Move};
use num_bigint::BigUint;
use std::fmt;
use std::num::NonZeroU32;

/// The reason why a search ended without an answer, or without a proof of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The limit of expanded positions was reached.
    Nodes,
    /// The limit of plies was reached.
    Plies,
    /// The stop flag was set.
    Interrupted,
    /// The checkpoint or the positions on disk could not be written.
    Disk,
    /// Another process of the search does not answer any more.
    Host,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 7] = [
        Reason::Time,
        Reason::Memory,
        Reason::Nodes,
        Reason::Plies,
        Reason::Interrupted,
        Reason::Disk,
        Reason::Host,
    ];

    /// The word used in JSON: `time`, `memory`, `nodes`, `plies`, `interrupted`, `disk`,
    /// `host`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Memory => "memory",
            Reason::Nodes => "nodes",
            Reason::Plies => "plies",
            Reason::Interrupted => "interrupted",
            Reason::Disk => "disk",
            Reason::Host => "host",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The answer, one of three kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a mate in `plies` plies; its line was replayed by the rules.
    Mate {
        /// Its length.
        plies: u64,
        /// Whether this is proved to be the right length.
        exact: bool,
    },
    /// There is no mate: everything was searched.
    NoMate,
    /// No mate was found before the search ended, for this reason.
    Unknown(Reason),
}

/// Proved bounds on the length of the mate, in plies. `upper` is `None` when no mate is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// No mate is shorter than this.
    pub lower: u64,
    /// A mate of this length is known.
    pub upper: Option<u64>,
}

/// The solutions found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Solutions {
    /// The number of shortest solutions.
    pub count: BigUint,
    /// Whether `count` is the exact number.
    pub exact: bool,
    /// Up to the asked number of solutions, in canonical order (of [`Move`], ply by ply).
    pub listed: Vec<Vec<Move>>,
    /// For each listed solution, the attacker's hand at its end (駒余り when not empty).
    pub surplus: Vec<Hand>,
}

/// Statistics of a search. They may differ from run to run; everything else in an outcome is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The number of positions stored in the table.
    pub positions: u64,
    /// The number of positions expanded, of either side to move.
    pub nodes: u64,
    /// The number of look-ups in the table.
    pub lookups: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// The largest number of bytes that the solver held at a time.
    pub peak_bytes: u64,
    /// The number of threads used.
    pub threads: u32,
}

/// `shortest`, `no mate` and the number of solutions are claimed as exact below this number of expected false hits.
pub const FALSE_HITS_LIMIT: f64 = 1e-3;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// The proved bounds on the length.
    pub bounds: Bounds,
    /// The reason why the search ended early. It is also given when a mate is known but not proved to be
    /// shortest, or when it is proved but the search for what the longest defences leave in hand was cut short.
    pub reason: Option<Reason>,
    /// The solutions; none without a mate.
    pub solutions: Solutions,
    /// The expected number of false hits of fingerprints in this run. `shortest`, `no mate` and the count are
    /// right provided that there were none.
    pub false_hits_expected: f64,
    /// The results specific to the rule.
    pub details: Details,
    /// Statistics of the search.
    pub stats: Stats,
}

/// The part of an outcome that is specific to a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Details {
    /// Helpmate or helpselfmate.
    Helpmate {
        /// Whether a second search with other bits of the keys found the same answer; `None` without one.
        verified: Option<bool>,
    },
    /// Tsume.
    Tsume {
        /// The policy that determines which interpositions counted.
        policy: Futile,
        /// Whether it is decided that no equally long defence leaves less in the attacker's hand than the first
        /// line: either that line leaves nothing, or every longest defence leaves something.
        surplus_is_decided: bool,
        /// The line of the traditional length, by which a line that leaves something in the attacker's hand is
        /// not accepted as the main line (駒余り変化長手数): the longest defence after which nothing is left, against an
        /// attacker who plays to the value of each position and leaves something where he can. Given if the line
        /// was found and is shorter than the proved length.
        traditional: Option<Vec<Move>>,
        /// Whether it is decided what the traditional length is. If it is, and `traditional` gives no line, the
        /// traditional length is the proved one, or there is none.
        traditional_is_decided: bool,
        /// Wall time in seconds until a mate of any length was known.
        first_mate_seconds: Option<f64>,
    },
}

impl Outcome {
    /// Whether a second search with other bits of the keys found the same answer; `None` without one.
    pub fn verified(&self) -> Option<bool> {
        match &self.details {
            Details::Helpmate { verified } => *verified,
            Details::Tsume { .. } => None,
        }
    }

    /// The policy that determines which interpositions counted; `None` for rules under which both sides
    /// cooperate.
    pub fn policy(&self) -> Option<Futile> {
        match &self.details {
            Details::Tsume { policy, .. } => Some(*policy),
            Details::Helpmate { .. } => None,
        }
    }

    /// Whether it is decided that no equally long defence leaves less in the attacker's hand; `None` unless the
    /// outcome is a mate of a tsume.
    pub fn surplus_is_decided(&self) -> Option<bool> {
        match (&self.details, self.verdict) {
            (Details::Tsume { surplus_is_decided, .. }, Verdict::Mate { .. }) => Some(*surplus_is_decided),
            _ => None,
        }
    }

    /// The line of the traditional length of a tsume (駒余り変化長手数), if it is known and shorter than the proved
    /// length: the longest defence after which nothing is left, against an attacker who plays to the value of
    /// each position and leaves something where he can.
    pub fn traditional(&self) -> Option<&[Move]> {
        match &self.details {
            Details::Tsume { traditional, .. } => traditional.as_deref(),
            Details::Helpmate { .. } => None,
        }
    }

    /// Whether it is decided what the traditional length of a tsume is; `false` under rules that have none.
    pub fn traditional_is_decided(&self) -> bool {
        matches!(self.details, Details::Tsume { traditional_is_decided: true, .. })
    }

    /// Wall time in seconds until a mate of any length was known; `None` if none was found, and under rules where
    /// that is the end of the search.
    pub fn first_mate_seconds(&self) -> Option<f64> {
        match &self.details {
            Details::Tsume { first_mate_seconds, .. } => *first_mate_seconds,
            Details::Helpmate { .. } => None,
        }
    }

    /// Whether the verdict is proved, and so few false hits are expected that fingerprints can be trusted.
    pub fn is_exact(&self) -> bool {
        let is_proved = match self.verdict {
            Verdict::Mate { exact, .. } => exact,
            Verdict::NoMate => true,
            Verdict::Unknown(_) => false,
        };
        is_proved && self.trusts_fingerprints()
    }

    /// Whether the number of solutions is exact, and so few false hits are expected that fingerprints can be
    /// trusted.
    pub fn is_count_exact(&self) -> bool {
        match self.verdict {
            // There are no solutions, which is as certain as the verdict.
            Verdict::NoMate => self.is_exact(),
            _ => self.solutions.exact && self.trusts_fingerprints(),
        }
    }

    /// Whether the search was stopped from outside.
    pub fn is_interrupted(&self) -> bool {
        self.reason == Some(Reason::Interrupted) || self.verdict == Verdict::Unknown(Reason::Interrupted)
    }

    /// Whether so few false hits are expected that results which depend on fingerprints are claimed as exact.
    pub fn trusts_fingerprints(&self) -> bool {
        self.false_hits_expected < FALSE_HITS_LIMIT
    }

    /// The lower bound of the length of a mate; 0 if it depends on fingerprints that cannot be trusted.
    pub fn proved_lower(&self) -> u64 {
        match self.trusts_fingerprints() && self.verified() != Some(false) {
            true => self.bounds.lower,
            false => 0,
        }
    }

    /// Whether there is an answer and no part of it remains to be found. What the longest defences of a tsume
    /// leave in hand is not counted as a part: it only supplements the answer, and a search in short pieces may
    /// never determine it.
    pub fn is_whole(&self) -> bool {
        let is_proved = matches!(
            (&self.details, self.verdict),
            (Details::Tsume { .. }, Verdict::Mate { exact: true, .. })
        );
        self.is_decided() && (self.reason.is_none() || is_proved)
    }

    /// Whether there is an answer: a mate, or proof of none.
    pub fn is_decided(&self) -> bool {
        !matches!(self.verdict, Verdict::Unknown(_))
    }
}

/// The proof and disproof number of an open problem: about how many positions have to be decided, in the best
/// case, to prove that there is a mate, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    pub proof: NonZeroU32,
    pub disproof: NonZeroU32,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Tsume: the present stage of the search.
    pub stage: Option<Stage>,
    /// There is no mate in this many plies or fewer.
    pub plies: u64,
    /// The length in plies of a mate that is known, perhaps not the shortest.
    pub upper: Option<u32>,
    /// Tsume, while no mate is known: the number of plies from the problem to the last of the defender's
    /// positions on the path to the one being searched. A pair of interposition and capture counts as two plies.
    pub depth: u32,
    /// Tsume, while the search for a mate of any length has found none, with the attacker to move: the problem's
    /// proof numbers.
    pub numbers: Option<ProofNumbers>,
    /// Positions in the current layer; 0 for a search without layers.
    pub frontier: u64,
    /// Positions stored in the table.
    pub positions: u64,
    /// The number of positions expanded.
    pub nodes: u64,
    /// The number of look-ups in the table.
    pub lookups: u64,
    /// Bytes held by tables, frontiers and logs.
    pub bytes: u64,
    /// The number of bytes that these may use.
    pub budget: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// The result of one call of `advance`, by a solver or by something that drives solvers.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<Found = Outcome, Status = Progress> {
    /// The budget of the call is used up; call again.
    Progress(Status),
    /// The search has ended.
    Done(Box<Found>),
}

impl<Found, Status> Step<Found, Status> {
    /// The result of the search.
    ///
    /// # Errors
    /// The progress of the search, if it has not ended.
    pub fn done(self) -> Result<Found, Status> {
        match self {
            Step::Done(found) => Ok(*found),
            Step::Progress(progress) => Err(progress),
        }
    }
}
