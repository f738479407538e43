//! Interprets the outcome of a search with respect to the move that it was made for, and schedules the
//! searches that follow.

use super::cook_check::{CookCheck, CookTask};
use super::finding::{CookExamination, Finding, FindingKind, PlyFindings};
use super::futile::is_futile;
use super::line::MainLine;
use super::state::{Futility, Searched};
use crate::analysis::soundness::Soundness;
use crate::movegen::in_check;
use crate::solve::tsume::Futile;
use crate::solve::{Outcome, Reason, Verdict};
use crate::types::Move;

impl CookCheck {
    /// The result of a task's search, including any further search needed to interpret its outcome.
    pub(super) fn searched(&self, task: &CookTask, mut outcome: Outcome) -> Searched {
        outcome.false_hits_expected += self.false_hits_before;
        let futile = match *task {
            CookTask::Reply { ply, mv } => {
                let mut nodes = 0;
                let futile = self.futility(ply, mv, &outcome, &mut nodes);
                outcome.stats.nodes += nodes;
                futile
            }
            _ => Futility::NotAsked,
        };
        Searched { outcome, futile }
    }

    /// Records the result of a task's search.
    pub(super) fn note(&mut self, task: CookTask, searched: &Searched) {
        let Searched { outcome, futile } = searched;
        if let Some(found) = &mut self.found {
            found.nodes += outcome.stats.nodes;
            found.seconds += outcome.stats.seconds;
            // The outcome's number includes the false hits of the earlier searches, so it is not added up.
            let expected = &mut found.outcome.false_hits_expected;
            *expected = expected.max(outcome.false_hits_expected);
        }
        match task {
            CookTask::Root => self.note_solution(outcome.clone()),
            CookTask::Check { ply, mv, is_first_look: true } if is_limited(outcome) && !self.only_looks => {
                self.put_behind_its_ply(CookTask::Check { ply, mv, is_first_look: false });
            }
            CookTask::Check { ply, mv, .. } => self.note_check(ply, mv, outcome),
            CookTask::Elsewhere { ply, mv, found, is_longer } => {
                self.note_elsewhere(ply, mv, found, is_longer, outcome);
            }
            CookTask::Longer { ply, mv, found } => self.note_longer(ply, mv, found, outcome),
            CookTask::Node { ply } => self.note_node(ply, outcome),
            CookTask::Reply { ply, mv } => self.note_reply(ply, mv, outcome, *futile),
        }
    }

    fn note_solution(&mut self, outcome: Outcome) {
        let solution = outcome.solutions.listed.first();
        let is_stated = !self.line.moves.is_empty();
        if let (false, true, Some(solution)) = (is_stated, outcome.is_exact(), solution)
            && self.statement.flaw.is_none()
        {
            self.line = MainLine::new(&self.root, self.line.attacker, solution.clone());
        }
        self.is_proved = outcome.is_exact() && solution == Some(&self.line.moves);
        let plies = (0..self.line.moves.len()).map(|ply| {
            let is_attackers = self.line.is_attackers(ply);
            let others = self.line.others(ply);
            for mv in others.iter().copied().rev().filter(|_| is_attackers) {
                self.tasks.push(CookTask::Check { ply, mv, is_first_look: self.looks_first() });
            }
            if !is_attackers {
                self.tasks.push(CookTask::Node { ply });
            }
            PlyFindings {
                ply: ply + 1,
                is_attackers,
                position: self.line.positions[ply].clone(),
                main: self.line.moves[ply],
                tried: others.len(),
                refuted: 0,
                findings: Vec::new(),
            }
        });
        let plies = plies.collect();
        if self.until_flaw {
            self.tasks.reverse();
        }
        self.found = Some(CookExamination {
            intended: self.statement.intended.clone(),
            main: self.line.moves.clone(),
            soundness: Soundness::Sound,
            sound_line: None,
            plies,
            open_ply: None,
            limits: self.limits,
            nodes: outcome.stats.nodes,
            seconds: outcome.stats.seconds,
            outcome,
        });
    }

    fn note_check(&mut self, ply: usize, mv: Move, outcome: &Outcome) {
        let rest = self.line.moves_left(ply);
        let finding = |kind| with_line(kind, mv, outcome);
        let kind = match outcome.verdict {
            Verdict::NoMate if outcome.is_exact() => return self.at(ply).refuted += 1,
            // With so many false hits expected, nothing is proved.
            Verdict::NoMate => FindingKind::Unknown(Reason::Memory),
            Verdict::Unknown(reason) => FindingKind::Unknown(reason),
            Verdict::Mate { .. } if rest == 1 => FindingKind::LastMove,
            Verdict::Mate { plies, .. } if plies + 1 < rest => {
                // If there is no mate shorter than the line as a whole, the reply before this move does not
                // last longest.
                if self.is_proved && ply > 0 {
                    self.leave_open(ply - 1);
                }
                FindingKind::EarlyMate
            }
            Verdict::Mate { plies, exact } => {
                let is_as_long = plies + 1 == rest && (exact || outcome.bounds.lower + 1 >= rest);
                match self.kind_of_moves(ply, mv) {
                    Some(kind) if is_as_long => kind,
                    // The mate may still turn out as long as the line; then it is only the inaccuracy that
                    // the moves suggest.
                    Some(_) if outcome.bounds.lower < rest => {
                        FindingKind::Unclear(outcome.reason.unwrap_or(Reason::Nodes))
                    }
                    _ => {
                        let (found, is_longer) = (finding(FindingKind::Cook), is_longer(outcome, rest - 1));
                        return self.tasks.push(CookTask::Elsewhere { ply, mv, found, is_longer });
                    }
                }
            }
        };
        let finding = finding(kind);
        self.at(ply).findings.push(finding);
    }

    fn note_elsewhere(
        &mut self,
        ply: usize,
        mv: Move,
        mut found: Finding,
        is_longer: Option<bool>,
        outcome: &Outcome,
    ) {
        match outcome.verdict {
            Verdict::Mate { .. } => found = with_line(FindingKind::Cook, mv, outcome),
            Verdict::NoMate if outcome.is_exact() => {
                let met = self.line.rejoining(ply, &found.moves);
                let is_order =
                    met.is_some_and(|(played, at)| self.line.is_reordered(ply, &found.moves[..played], at));
                found.rejoins = met.map(|(_, at)| at);
                found.kind = match is_longer {
                    _ if is_order => FindingKind::Order,
                    Some(true) => FindingKind::Detour,
                    Some(false) => FindingKind::Cook,
                    None => return self.tasks.push(CookTask::Longer { ply, mv, found }),
                };
            }
            Verdict::NoMate => found.kind = FindingKind::Unclear(Reason::Memory),
            Verdict::Unknown(reason) => found.kind = FindingKind::Unclear(reason),
        }
        self.at(ply).findings.push(found);
    }

    /// A move after which every mate returns to the line is a detour only if it takes longer than the line;
    /// otherwise it is another way to the same mate.
    fn note_longer(&mut self, ply: usize, mv: Move, mut found: Finding, outcome: &Outcome) {
        let left = self.line.moves_left(ply) - 1;
        match outcome.verdict {
            Verdict::Mate { .. } => {
                let rejoins = found.rejoins;
                found = Finding { rejoins, ..with_line(FindingKind::Cook, mv, outcome) };
            }
            _ if is_longer(outcome, left) == Some(true) => found.kind = FindingKind::Detour,
            Verdict::NoMate => found.kind = FindingKind::Unclear(Reason::Memory),
            Verdict::Unknown(reason) => found.kind = FindingKind::Unclear(reason),
        }
        self.at(ply).findings.push(found);
    }

    fn note_node(&mut self, ply: usize, outcome: &Outcome) {
        let rest = self.line.moves_left(ply);
        let line = outcome.solutions.listed.first().filter(|line| !line.is_empty());
        let kind = match outcome.verdict {
            // A result that relies on too many doubtful fingerprints is not a flaw.
            _ if !outcome.trusts_fingerprints() => FindingKind::Unclear(Reason::Memory),
            Verdict::NoMate => FindingKind::Escape,
            _ if outcome.bounds.lower > rest => {
                let is_kept = outcome.solutions.surplus.first().is_some_and(|hand| !hand.is_empty());
                let is_old = line.is_some_and(|line| line.len() as u64 == rest + 2) && is_kept;
                if is_old { FindingKind::LongerWithSurplus } else { FindingKind::LongerVariation }
            }
            Verdict::Mate { plies, exact: true } => {
                if plies == rest {
                    let replies = self.line.others(ply);
                    self.tasks.extend(replies.into_iter().rev().map(|mv| CookTask::Reply { ply, mv }));
                }
                // When the line is longer than necessary, other replies are not searched, so their lengths
                // stay open.
                let found = self.found.as_mut().filter(|_| plies != rest);
                return found.map_or((), |found| open_at(found, ply));
            }
            // Other replies that last as long are not searched for.
            Verdict::Mate { plies, .. } if plies <= rest => return self.leave_open(ply),
            Verdict::Mate { .. } => FindingKind::Unclear(outcome.reason.unwrap_or(Reason::Nodes)),
            Verdict::Unknown(reason) => FindingKind::Unclear(reason),
        };
        self.leave_open(ply);
        let moves = line.cloned().unwrap_or_default();
        let is_exact = outcome.is_exact();
        self.at(ply).findings.push(Finding { kind, moves, is_exact, rejoins: None });
    }

    /// Whether another reply is futile, if its search has shown it neither shorter nor longer and the
    /// question matters. The number of positions expanded for it is added to `nodes`.
    fn futility(&self, ply: usize, mv: Move, outcome: &Outcome, nodes: &mut u64) -> Futility {
        let node = &self.line.positions[ply];
        let is_drop = mv.dropped().is_some() && in_check(node) && self.options.futile == Futile::Official;
        if !is_drop || self.is_out_of_question(ply, outcome) {
            return Futility::NotAsked;
        }
        match is_futile(node, mv, self.line.attacker, &self.options_of_tasks(), nodes) {
            Some(true) => Futility::Futile,
            Some(false) => Futility::Counts,
            None => Futility::Unknown,
        }
    }

    /// Whether the continuation after another reply is shorter or longer than the line, or leaves pieces in
    /// the attacker's hand.
    fn is_out_of_question(&self, ply: usize, outcome: &Outcome) -> bool {
        let before_mate = self.line.moves_left(ply) - 1;
        let bounds = outcome.bounds;
        let is_shorter = bounds.upper.is_some_and(|upper| upper < before_mate);
        // A longer one is due to a futile interposition.
        let is_longer = bounds.lower > before_mate;
        let leaves_some = self.is_as_long(ply, outcome)
            && !leaves_nothing(outcome)
            && outcome.surplus_is_decided() == Some(true);
        is_shorter || is_longer || leaves_some
    }

    /// Whether the continuation after another reply is exactly as long as the line.
    fn is_as_long(&self, ply: usize, outcome: &Outcome) -> bool {
        outcome.verdict == Verdict::Mate { plies: self.line.moves_left(ply) - 1, exact: true }
    }

    fn note_reply(&mut self, ply: usize, mv: Move, outcome: &Outcome, futile: Futility) {
        if self.is_out_of_question(ply, outcome) || futile == Futility::Futile {
            return;
        }
        if self.is_as_long(ply, outcome) && leaves_nothing(outcome) && futile != Futility::Unknown {
            let finding = with_line(FindingKind::EqualVariation, mv, outcome);
            self.at(ply).findings.push(finding);
            self.may_replace(ply);
        } else {
            self.leave_open(ply);
        }
    }

    /// Records that it is not known which other replies at a ply may be the intended one.
    fn leave_open(&mut self, ply: usize) {
        if let Some(found) = &mut self.found {
            open_at(found, ply);
        }
        self.may_replace(ply);
    }

    /// Records that another reply at a ply may be the intended one, unless the author states the line.
    fn may_replace(&mut self, ply: usize) {
        if self.statement.length_of_line().is_none() {
            self.replaceable = Some(self.replaceable.map_or(ply, |first| first.min(ply)));
        }
    }

    fn at(&mut self, ply: usize) -> &mut PlyFindings {
        let found = self.found.as_mut().expect("the problem is solved before its line is examined");
        &mut found.plies[ply]
    }
}

fn open_at(found: &mut CookExamination, ply: usize) {
    found.open_ply = Some(found.open_ply.map_or(ply + 1, |first| first.min(ply + 1)));
}

/// Whether a search that found no mate, or not its length, might do so with more positions.
fn is_limited(outcome: &Outcome) -> bool {
    outcome.reason == Some(Reason::Nodes)
}

/// Whether the mate takes more than `plies` plies; `None` when the search did not decide it.
fn is_longer(outcome: &Outcome, plies: u64) -> Option<bool> {
    let is_within = outcome.bounds.upper.is_some_and(|upper| upper <= plies);
    let is_longer = outcome.proved_lower() > plies;
    (is_within || is_longer).then_some(is_longer)
}

/// A finding about a move, followed by the line found after it.
fn with_line(kind: FindingKind, mv: Move, outcome: &Outcome) -> Finding {
    let rest = outcome.solutions.listed.first().map_or(&[][..], |line| line);
    Finding { kind, moves: [&[mv], rest].concat(), is_exact: outcome.is_exact(), rejoins: None }
}

/// Whether the attacker's hand is empty at the end of the line found.
fn leaves_nothing(outcome: &Outcome) -> bool {
    outcome.solutions.surplus.first().is_some_and(|hand| hand.is_empty())
}
