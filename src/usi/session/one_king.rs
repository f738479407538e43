//! `go` in a position with one king: it is treated as a tsume, in which the engine plays either side.
//!
//! The attacker plays the mate, and the defender plays the longest defence. If the tsume solver does not decide the
//! position in its share of the time, the engine searches it like any other position.

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

/// The time slice of the solver, after which the stop flag and the time are checked.
const SLICE: Duration = Duration::from_millis(10);
/// The part of the time for this move that the solver may use.
const SHARE: f64 = 0.6;
/// The part of the remaining time on the clock that the solver may use.
const SHARE_OF_CLOCK: f64 = 0.03;

/// The nodes that the solver may use for each line other than the best one.
const OTHER_NODES: u64 = 100_000;

/// A tsume in which a move is to be played.
pub(super) struct OneKing<'a> {
    task: &'a PlayTask,
    question: Question,
    bounds: play::Limits,
}

impl<'a> OneKing<'a> {
    /// `None` if there are two kings or none, or if `go` restricts the moves to choose from.
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

    /// The best move by the tsume solver; `None` if it did not solve the position.
    pub(super) fn solve(&self, control: &Control) -> Option<BestMove> {
        let bounds = (self.bounds.nodes, self.bounds.depth.map(u64::from));
        let (pv, nodes) = self.mate(&self.question, bounds, control)?;
        let &mv = pv.first()?;
        let others = self.others(mv, control);
        let numbers_lines = self.line_count() > 1;
        // The best line is sent last, because GUIs show the last line as the one that is played.
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

    /// The number of lines that are wanted.
    fn line_count(&self) -> usize {
        self.task.options.play().multi_pv
    }

    /// The further lines that are wanted, each with another first move, as far as they are found to mate in time:
    /// sorted by length, the shortest first for the attacker, the longest first for the defender.
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

    /// The line of a mate and the nodes that it took, if the solver finds one within the limits of nodes and plies.
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
        // A separate flag, because the time may end the solver but not the whole search.
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

    /// Whether the solver has to end now.
    fn is_over(&self, control: &Control) -> bool {
        control.stop.is_set() || self.deadline(control).is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The time at which the solver has used its share; `None` if there is no time limit, or while the clock does not
    /// run.
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
