//! `go` in a diagram with one king: the tsume that it is, played by either side.
//!
//! With the attacker to move the mate is played, with the defender to move the longest defence. What the tsume solver
//! does not settle in its share of the time is played like any other position.

use super::control::Control;
use super::play_task::PlayTask;
use super::shown::mate_info;
use crate::movegen::{checks, legal_moves};
use crate::play;
use crate::problem::{Choices, Question, Rule};
use crate::solve::{Budget, Limits, Outcome, Solver, Step, StopFlag, Verdict};
use crate::types::{Color, Move};
use crate::usi::reply::{BestMove, Info};
use std::time::{Duration, Instant};

/// How long the solver works between two looks at the switches.
const SLICE: Duration = Duration::from_millis(10);
/// The part of the time for this move that the solver may use.
const SHARE: f64 = 0.6;
/// The part of what is left on the clock.
const SHARE_OF_CLOCK: f64 = 0.03;

/// What the solver may spend on each line but the best.
const OTHER_NODES: u64 = 100_000;

/// A tsume that is played.
pub(super) struct OneKing<'a> {
    task: &'a PlayTask,
    question: Question,
    bounds: play::Limits,
}

impl<'a> OneKing<'a> {
    /// `None` when there are two kings or none, or the moves to choose from are given.
    pub(super) fn new(task: &'a PlayTask, limits: &play::Limits) -> Option<OneKing<'a>> {
        let position = &task.game.position;
        let kings = Color::ALL.iter().filter(|&&color| position.king(color).is_some()).count();
        if kings != 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let question = {
            let choices = Choices { rule: Some(Rule::Tsume), ..task.options.choices() };
            Question::of(
                position.clone(),
                &Choices { conditions: None, attacker: None, rest: false, ..choices },
            )
            .ok()?
        };
        Some(OneKing { task, question, bounds: limits.clone() })
    }

    /// The move of the solved tsume; `None` when it was not solved.
    pub(super) fn solve(&self, control: &Control) -> Option<BestMove> {
        let bounds = (self.bounds.nodes, self.bounds.depth.map(u64::from));
        let (pv, nodes) = self.mate(&self.question, bounds, control)?;
        let &mv = pv.first()?;
        let others = self.others(mv, control);
        let numbers_lines = self.line_count() > 1;
        // The best line comes last: it is the one that is played.
        let lines: Vec<_> = [&pv].into_iter().chain(&others).collect();
        for (index, &line) in lines.iter().enumerate().rev() {
            self.task.output.send(Info {
                multipv: numbers_lines.then_some(index + 1),
                nodes: Some(nodes),
                time: Some(self.task.asked.elapsed()),
                ..mate_info(&self.question, line)
            });
        }
        Some(BestMove::Move { mv, ponder: self.task.ponder(mv, pv.get(1).copied()) })
    }

    /// How many lines are wanted.
    fn line_count(&self) -> usize {
        self.task.options.play().multi_pv
    }

    /// As many further lines as are wanted, each with another first move, as far as they turn out to mate in time: the
    /// attacker's shortest first, the defender's longest.
    fn others(&self, best: Move, control: &Control) -> Vec<Vec<Move>> {
        let count = self.line_count() - 1;
        let (position, attacks) = (self.question.position(), self.question.attacks_first());
        let mut lines = Vec::new();
        if count > 0 {
            let moves = if attacks { checks(position) } else { legal_moves(position) };
            let nodes = self.bounds.nodes.unwrap_or(u64::MAX).min(OTHER_NODES);
            for &mv in moves.iter().filter(|&&mv| mv != best) {
                if self.is_over(control) {
                    break;
                }
                if let Some((line, _)) = self.mate(&self.question.after(mv), (Some(nodes), None), control) {
                    lines.push([vec![mv], line].concat());
                }
            }
        }
        lines.sort_by_key(|line| if attacks { line.len() as i64 } else { -(line.len() as i64) });
        lines.truncate(count);
        lines
    }

    /// The line of a mate, if the solver finds one within the limits of nodes and plies, and the nodes it took.
    fn mate(
        &self,
        question: &Question,
        (nodes, plies): (Option<u64>, Option<u64>),
        control: &Control,
    ) -> Option<(Vec<Move>, u64)> {
        let limits = Limits { time: None, nodes, plies, memory: Some(self.task.options.memory()) };
        let outcome = self.search(question, limits, control);
        match outcome.verdict {
            Verdict::Mate { .. } => Some((outcome.solutions.listed.first()?.clone(), outcome.stats.nodes)),
            Verdict::NoMate | Verdict::Unknown(_) => None,
        }
    }

    fn search(&self, question: &Question, limits: Limits, control: &Control) -> Box<Outcome> {
        // A flag of its own, for the time may end the solver and not the search.
        let stop = StopFlag::new();
        let options = self.task.options.of_search(limits, &stop, &self.task.tables);
        let mut solver = Solver::new(question, options);
        loop {
            if let Step::Done(outcome) = solver.advance(Budget::Time(SLICE)) {
                return outcome;
            }
            if self.is_over(control) {
                stop.stop();
            }
        }
    }

    /// Whether the solver is to end now.
    fn is_over(&self, control: &Control) -> bool {
        control.stop.is_set() || self.deadline(control).is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// When the solver has used its share of the time; `None` for never, and while the clock does not run.
    fn deadline(&self, control: &Control) -> Option<Instant> {
        let (since, clock) = match (self.bounds.ponder, control.ponder.details()) {
            (false, _) => (self.task.asked, None),
            (true, Some(hit)) => (hit.at, hit.clock),
            (true, None) => return None,
        };
        let side = self.question.position().side_to_move();
        let delay = self.bounds.network_delay;
        let of_clock = clock.or(self.bounds.clock).map(|clock| {
            let each = clock.byoyomi.max(clock.increment[side.index()]).saturating_sub(delay);
            each.mul_f64(SHARE) + clock.remaining[side.index()].mul_f64(SHARE_OF_CLOCK)
        });
        let of_move = self.bounds.move_time.map(|time| time.mul_f64(SHARE));
        let share = [of_clock, of_move].into_iter().flatten().min()?;
        since.checked_add(share)
    }
}
