//! Judging many positions: whether each is a sound problem, by the rules of `check`, with the cheapest tests
//! first.
//!
//! A position is rejected, in this order: as illegal, without a check, with a mate shorter than wanted,
//! without a mate of the wanted length, with several solutions (in a tsume: with cooks), with pieces left in
//! the attacker's hand. A position that is found sound is proved sound: short helpmates by their own search
//! ([`ShortSearch`], which compares positions by their full keys), everything else by [`SoundnessCheck`] and
//! [`CookCheck`](crate::analysis::CookCheck).

mod judgement;
mod tally;
mod tsume;
mod wanted;

pub use judgement::{Judgement, Rejection, Solution};
pub use tally::Tally;
pub use wanted::Wanted;

use crate::analysis::{
    CheckStep, Doubt, Examination, Flaw, Intended, Soundness, SoundnessCheck, flaw_of_line,
};
use crate::movegen::{LineFlaw, checks, mate_in_one};
use crate::position::Position;
use crate::problem::{Choices, Question, Rule};
use crate::solve::helpmate::{ShortAnswer, ShortSearch};
use crate::solve::tsume::Tables;
use crate::solve::{Budget, Limits, Options, Reason, Verdict};
use crate::types::{Color, Hand, Move};

/// The largest number of positions kept by the search for short helpmates; problems that need more go to the
/// full search.
const SHORT_POSITIONS: usize = 200_000;

/// The default limit of positions expanded in each search of a judgement.
const NODES: u64 = 1_000_000;

/// The limits of each search: the given ones, with the default limit of positions if they limit neither nodes
/// nor time.
pub(super) fn with_default(limits: Limits) -> Limits {
    limits.or_nodes(NODES)
}

/// The number of positions that may be expanded for a tsume before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// In all of its searches together.
    Together(u64),
    /// In each of its searches: the search of the problem, and the search after each move.
    OfEachSearch(u64),
}

/// Judges one position after the other, and reuses its memory.
pub struct Judge {
    wanted: Wanted,
    options: Options,
    short: ShortSearch,
    /// The solutions for which the last position was rejected, if it was.
    lines: Vec<Vec<Move>>,
    /// Positions expanded by the other searches.
    nodes: u64,
    patience: Option<Patience>,
    /// Whether the last position was given up for exceeding `patience`, although the limits permit more.
    gave_up: bool,
    /// The line that is tried first when a tsume has several equally long lines.
    preferred: Vec<Move>,
    /// The line that must be the solution of a tsume; empty when any line will do.
    meant: Vec<Move>,
}

impl Judge {
    /// The default memory of a judge of tsume, in bytes: its problems are small, and its table is cleared for
    /// each of them.
    #[doc(hidden)]
    pub const TSUME_MEMORY: u64 = 64 << 20;

    /// A judge. The limits of `options` apply to each search, except the limit of plies, which follows from
    /// `wanted`. Without a limit of nodes or time, a limit of a million positions applies.
    pub fn new(wanted: Wanted, options: &Options) -> Judge {
        // Finding one more solution than wanted shows that there are too many.
        let max_solutions = usize::try_from(&wanted.solutions).unwrap_or(usize::MAX).saturating_add(1);
        let mut options = Options { tables: Tables::default(), max_solutions, ..options.clone() };
        let limits = &mut options.limits;
        limits.plies = wanted.longest();
        *limits = with_default(*limits);
        Judge {
            wanted,
            options,
            short: ShortSearch::default(),
            lines: Vec::new(),
            nodes: 0,
            patience: None,
            gave_up: false,
            preferred: Vec::new(),
            meant: Vec::new(),
        }
    }

    /// The requirements on a problem.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// The number of positions met or expanded so far by all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes + self.short.positions()
    }

    /// Takes the solutions for which the last position was rejected.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<Move>> {
        std::mem::take(&mut self.lines)
    }

    /// The same judge, which tries this line first when a tsume has several equally long lines.
    pub(super) fn preferring(self, line: Vec<Move>) -> Judge {
        Judge { preferred: line, ..self }
    }

    /// The same judge, which accepts a tsume only if it is sound with this line as its solution.
    pub(super) fn meaning(self, line: Vec<Move>) -> Judge {
        Judge { meant: line, ..self }
    }

    /// Whether a line is a mate of a position by the rules. In a tsume, futile interpositions (by the policy)
    /// may be missing at its end.
    pub(super) fn is_mate(&self, position: &Position, attacker: Color, line: &[Move]) -> bool {
        let rule = self.wanted.rule;
        match self.wanted.permitted(attacker).line_flaw(position, rule, line) {
            None => true,
            Some(LineFlaw::NoMate) if rule == Rule::Tsume => {
                let question = self.question(position, attacker);
                question.is_some_and(|question| flaw_of_line(&question, line).is_none())
            }
            Some(_) => false,
        }
    }

    /// From now on gives up a tsume that is not decided within `patience`; `None` for no limit beyond the
    /// general ones.
    pub(super) fn give_up_behind(&mut self, patience: Option<Patience>) {
        (self.patience, self.gave_up) = (patience, false);
    }

    /// Whether the last position was given up although the limits permit more.
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Judges a position.
    pub fn judge(&mut self, position: &Position, attacker: Color) -> Judgement {
        if position.problem_defects(self.wanted.rule, attacker).is_empty() {
            self.judge_legal(position, attacker)
        } else {
            Judgement::Rejected(Rejection::Illegal)
        }
    }

    /// Judges a position that is known to be a legal problem for this attacker.
    pub fn judge_legal(&mut self, position: &Position, attacker: Color) -> Judgement {
        self.lines.clear();
        self.gave_up = false;
        if position.side_to_move() == attacker {
            let permitted = self.wanted.permitted(attacker);
            let can_move = match permitted.are_all() {
                true => !checks(position).is_empty(),
                false => !permitted.of(position).is_empty(),
            };
            // In a helpselfmate the attacker may be mated already.
            let is_mated = || self.wanted.rule.mated(attacker) == attacker && permitted.is_mate(position);
            if !can_move && !is_mated() {
                return Judgement::Rejected(Rejection::NoCheck);
            }
            if *self.wanted.plies.start() > 1
                && permitted.are_all()
                && self.wanted.rule.mated(attacker) != attacker
                && let Some(mate) = mate_in_one(position)
            {
                self.lines = vec![vec![mate]];
                return Judgement::Rejected(Rejection::Shorter);
            }
        }
        match self.wanted.rule {
            Rule::Tsume => self.judge_tsume(position, attacker),
            // The search for short helpmates supports no conditions, and counts no more than two solutions.
            Rule::Helpmate if self.wanted.conditions.is_empty() && !self.wanted.has_several() => {
                self.judge_helpmate(position, attacker)
            }
            Rule::Helpmate | Rule::Helpselfmate => self.check(position, attacker),
        }
    }

    fn judge_helpmate(&mut self, position: &Position, attacker: Color) -> Judgement {
        let Wanted { plies, is_sound, leaves_nothing, .. } = &self.wanted;
        // The end is capped far below the largest number, so that plies can be added to it.
        let asked = *plies.start()..=(*plies.end()).min(u64::MAX / 2);
        let nodes = self.options.limits.nodes.and_then(|nodes| usize::try_from(nodes).ok());
        let most = nodes.map_or(SHORT_POSITIONS, |nodes| nodes.min(SHORT_POSITIONS));
        let answer = self.short.search(position, attacker, asked, most, &self.options.stop);
        match answer {
            ShortAnswer::Mate { plies: found, line, .. } if found < *plies.start() => {
                self.lines = vec![line];
                Judgement::Rejected(Rejection::Shorter)
            }
            ShortAnswer::Mate { is_only: false, line, other, .. } if *is_sound => {
                self.lines = [line].into_iter().chain(other).collect();
                Judgement::Rejected(Rejection::Unsound)
            }
            ShortAnswer::Mate { plies, line, is_only, .. } if is_only || !leaves_nothing => {
                let is_left_over = !hand_at_the_end(position, attacker, &line).is_empty();
                if is_left_over && (*is_sound || *leaves_nothing) {
                    return Judgement::Rejected(Rejection::Surplus);
                }
                Judgement::Good(Solution { plies, line, is_sound: is_only && !is_left_over })
            }
            ShortAnswer::NoMate | ShortAnswer::NoMateWithin => Judgement::Rejected(Rejection::NoMate),
            ShortAnswer::Mate { .. } | ShortAnswer::Unknown => self.check(position, attacker),
        }
    }

    /// Judges a helpmate or helpselfmate by a full check.
    fn check(&mut self, position: &Position, attacker: Color) -> Judgement {
        if self.options.stop.is_set() {
            return Judgement::Unknown(Doubt::Limit(Reason::Interrupted));
        }
        let Some(question) = self.question(position, attacker) else {
            return Judgement::Rejected(Rejection::Illegal);
        };
        let intended = Intended { solutions: Some(self.wanted.solutions.clone()), ..Intended::default() };
        let mut check = SoundnessCheck::new(&question, intended, &self.options, false);
        let found = loop {
            if let CheckStep::Done(found) = check.advance(Budget::Unlimited) {
                break found;
            }
        };
        self.nodes += found.outcome.stats.nodes;
        let judgement = self.conclude(&found);
        if let Judgement::Rejected(Rejection::Shorter | Rejection::Unsound) = judgement {
            self.lines = found.outcome.solutions.listed;
        }
        judgement
    }

    fn question(&self, position: &Position, attacker: Color) -> Option<Question> {
        let Wanted { rule, policy, conditions, .. } = self.wanted;
        let choices = Choices {
            rule: Some(rule),
            attacker: Some(attacker),
            policy: Some(policy),
            conditions: Some(conditions),
            ..Choices::default()
        };
        Question::of(position.clone(), &choices).ok()
    }

    fn conclude(&self, found: &Examination) -> Judgement {
        let Wanted { plies: asked, is_sound, leaves_nothing, .. } = &self.wanted;
        let outcome = &found.outcome;
        let Verdict::Mate { plies, exact } = outcome.verdict else {
            return match (outcome.verdict, outcome.trusts_fingerprints()) {
                (Verdict::NoMate | Verdict::Unknown(Reason::Plies), true) => {
                    Judgement::Rejected(Rejection::NoMate)
                }
                (Verdict::Unknown(reason), _) => Judgement::Unknown(Doubt::Limit(reason)),
                _ => Judgement::Unknown(Doubt::FalseHits),
            };
        };
        if plies < *asked.start() {
            return Judgement::Rejected(Rejection::Shorter);
        }
        if !exact {
            return Judgement::Unknown(outcome.reason.map_or(Doubt::FalseHits, Doubt::Limit));
        }
        let sound = found.soundness == Soundness::Sound;
        match &found.soundness {
            Soundness::Unsound(flaws) if *is_sound => {
                let is_surplus = flaws.iter().all(|flaw| matches!(flaw, Flaw::Surplus(_)));
                return Judgement::Rejected(if is_surplus { Rejection::Surplus } else { Rejection::Unsound });
            }
            Soundness::Unknown(doubt) if *is_sound => return Judgement::Unknown(*doubt),
            _ => {}
        }
        if *leaves_nothing && found.hands.iter().any(|(hand, _)| !hand.is_empty()) {
            return Judgement::Rejected(Rejection::Surplus);
        }
        if *leaves_nothing && found.hands.is_empty() {
            return Judgement::Unknown(Doubt::Count);
        }
        let line = outcome.solutions.listed.first().cloned().unwrap_or_default();
        Judgement::Good(Solution { plies, line, is_sound: sound })
    }
}

/// The attacker's hand at the end of a line.
fn hand_at_the_end(position: &Position, attacker: Color, line: &[Move]) -> Hand {
    let mut end = position.clone();
    for &mv in line {
        end.do_move(mv);
    }
    end.hand(attacker)
}
