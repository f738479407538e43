//! What a search found: a verdict of three values, solutions, figures.

use super::stage::Stage;
use crate::position::Futile;
use crate::types::{Hand, Move};
use num_bigint::BigUint;
use std::fmt;
use std::num::NonZeroU32;

/// Why a search ended without an answer, or without a proof of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit of expanded positions.
    Nodes,
    /// The limit of plies.
    Plies,
    /// The stop flag.
    Interrupted,
    /// The checkpoint or the spilled positions could not be written.
    Disk,
    /// Another process of the search does not answer any more.
    Host,
}

impl Reason {
    /// All of them.
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

/// The answer. The three are never confused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a mate in `plies`; the line was replayed by the rules core.
    Mate {
        /// Its length.
        plies: u64,
        /// Whether that is proved to be the right length.
        exact: bool,
    },
    /// There is no mate: the whole space was searched.
    NoMate,
    /// No mate was found before the search ran out of something.
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
    /// For each listed solution, what the attacker holds at its end (駒余り when not empty).
    pub surplus: Vec<Hand>,
}

/// Figures of a search; they may differ from run to run, nothing else does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Positions stored in the table.
    pub positions: u64,
    /// Positions expanded, of either side to move.
    pub nodes: u64,
    /// Look-ups in the table.
    pub lookups: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// The largest number of bytes that the solver held at a time.
    pub peak_bytes: u64,
    /// Threads used.
    pub threads: u32,
}

/// `shortest`, `no mate` and the number of solutions are claimed as exact below this number of expected false hits.
pub const FALSE_HITS_LIMIT: f64 = 1e-3;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// What is proved about the length.
    pub bounds: Bounds,
    /// Also given when a mate is known but not proved to be shortest, or was proved to be and the search for what the
    /// longest defences leave in hand was cut short.
    pub reason: Option<Reason>,
    /// The solutions; none without a mate.
    pub solutions: Solutions,
    /// The number of false hits of fingerprints to be expected in this run: `shortest`, `no mate` and the count
    /// rest on there having been none.
    pub false_hits_expected: f64,
    /// What only searches under its rule have.
    pub details: Details,
    /// Figures.
    pub stats: Stats,
}

/// What only the searches under one rule have in their outcomes.
#[derive(Clone, Debug, PartialEq)]
pub enum Details {
    /// Of a helpmate or helpselfmate.
    Helpmate {
        /// Whether a second search by other bits of the keys came to the same answer; `None` without one.
        verified: Option<bool>,
    },
    /// Of a tsume.
    Tsume {
        /// Which interpositions counted.
        policy: Futile,
        /// Whether it is known that no equally long defence leaves less in the attacker's hand than the first line:
        /// nothing is left after that, or something after each.
        surplus_is_decided: bool,
        /// The line of the traditional length, in which a line that leaves something in the attacker's hand is not
        /// taken as the main one (駒余り変化長手数), where that length is less than the proved one and the line was found:
        /// the longest defence after which nothing is left, against an attacker who plays to the value of each position
        /// and keeps something where he can.
        traditional: Option<Vec<Move>>,
        /// Wall time in seconds until a mate of any length was in hand.
        first_mate_seconds: Option<f64>,
    },
}

impl Outcome {
    /// Whether a second search by other bits of the keys came to the same answer; `None` without one.
    pub fn verified(&self) -> Option<bool> {
        match &self.details {
            Details::Helpmate { verified } => *verified,
            Details::Tsume { .. } => None,
        }
    }

    /// Which interpositions counted, where the defender resists.
    pub fn policy(&self) -> Option<Futile> {
        match &self.details {
            Details::Tsume { policy, .. } => Some(*policy),
            Details::Helpmate { .. } => None,
        }
    }

    /// Of a mate against the longest defence: whether it is known that no equally long defence leaves less in the
    /// attacker's hand.
    pub fn surplus_is_decided(&self) -> Option<bool> {
        match (&self.details, self.verdict) {
            (Details::Tsume { surplus_is_decided, .. }, Verdict::Mate { .. }) => Some(*surplus_is_decided),
            _ => None,
        }
    }

    /// The line of the traditional length of a tsume (駒余り変化長手数), where that is less than the proved one and known:
    /// the longest defence after which nothing is left, against an attacker who plays to the value of each position and
    /// keeps something where he can.
    pub fn traditional(&self) -> Option<&[Move]> {
        match &self.details {
            Details::Tsume { traditional, .. } => traditional.as_deref(),
            Details::Helpmate { .. } => None,
        }
    }

    /// Wall time in seconds until a mate of any length was in hand, where that is not the end of the search.
    pub fn first_mate_seconds(&self) -> Option<f64> {
        match &self.details {
            Details::Tsume { first_mate_seconds, .. } => *first_mate_seconds,
            Details::Helpmate { .. } => None,
        }
    }

    /// Whether the verdict is proved, fingerprints included.
    pub fn is_exact(&self) -> bool {
        let is_proved = match self.verdict {
            Verdict::Mate { exact, .. } => exact,
            Verdict::NoMate => true,
            Verdict::Unknown(_) => false,
        };
        is_proved && self.trusts_fingerprints()
    }

    /// Whether the number of solutions is exact, fingerprints included.
    pub fn is_count_exact(&self) -> bool {
        match self.verdict {
            // None: as sure as the verdict.
            Verdict::NoMate => self.is_exact(),
            _ => self.solutions.exact && self.trusts_fingerprints(),
        }
    }

    /// Whether the search was stopped from outside.
    pub fn is_interrupted(&self) -> bool {
        self.reason == Some(Reason::Interrupted) || self.verdict == Verdict::Unknown(Reason::Interrupted)
    }

    /// Whether so few false hits are to be expected that what rests on fingerprints is claimed as exact.
    pub fn trusts_fingerprints(&self) -> bool {
        self.false_hits_expected < FALSE_HITS_LIMIT
    }

    /// All shorter mates are proved not to exist: 0 where that rests on fingerprints that are not to be trusted.
    pub fn proved_lower(&self) -> u64 {
        match self.trusts_fingerprints() && self.verified() != Some(false) {
            true => self.bounds.lower,
            false => 0,
        }
    }

    /// Whether there is an answer, and nothing of it is left to be found, but for what the longest defences of a tsume
    /// leave in hand: that is a statement beside the answer, and a search in short pieces may never come to it.
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

/// The numbers of a problem that is open: about how many positions have to be decided, in the best case, to prove a mate,
/// and to prove that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    pub proof: NonZeroU32,
    pub disproof: NonZeroU32,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Of a tsume: what the search is doing.
    pub stage: Option<Stage>,
    /// No mate is shorter than or as long as this many plies.
    pub plies: u64,
    /// The length of a known mate in plies, perhaps not the shortest.
    pub upper: Option<u32>,
    /// Of a tsume whose mate is not known: the plies from the problem to the last of the defender's positions on the way to
    /// the one that is being searched, where a pair of interposition and capture counts as two.
    pub depth: u32,
    /// Of a tsume whose mate is not known, of any length, with the attacker to move: the problem's numbers, by the checks of
    /// which some are stored.
    pub numbers: Option<ProofNumbers>,
    /// Positions in the current layer; 0 for a search without layers.
    pub frontier: u64,
    /// Positions stored in the table.
    pub positions: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// Look-ups in the table.
    pub lookups: u64,
    /// Bytes held by tables, frontiers and logs.
    pub bytes: u64,
    /// Bytes that they may take.
    pub budget: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// What one call of `advance` came to: of a solver, or of what drives solvers.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<Found = Outcome, Status = Progress> {
    /// The budget of the call is used up; call again.
    Progress(Status),
    /// The search has ended.
    Done(Box<Found>),
}

impl<Found, Status> Step<Found, Status> {
    /// What was found.
    ///
    /// # Errors
    /// How far the search has come, when it has not ended.
    pub fn done(self) -> Result<Found, Status> {
        match self {
            Step::Done(found) => Ok(*found),
            Step::Progress(progress) => Err(progress),
        }
    }
}
