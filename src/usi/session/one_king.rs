//! `go` in a diagram with one king: the tsume that it is, played by either side.
//!
//! With the attacker to move the mate is played, with the defender to move the longest defence. What the tsume solver
//! does not settle in its share of the time is played like any other position.

use super::control::Control;
use super::mate::mate_info;
use super::player::Player;
use super::solver::{Question, Solver};
use crate::play;
use crate::position::Rule;
use crate::solve::{Budget, Limits, Outcome, Step, StopFlag, Verdict};
use crate::types::Color;
use crate::usi::reply::{BestMove, Info};
use std::time::{Duration, Instant};

/// How long the solver works between two looks at the switches.
const SLICE: Duration = Duration::from_millis(10);
/// The part of the time for this move that the solver may use.
const SHARE: f64 = 0.6;
/// The part of what is left on the clock.
const SHARE_OF_CLOCK: f64 = 0.03;

/// A tsume that is played.
pub(super) struct OneKing<'a> {
    player: &'a Player,
    question: Question,
    bounds: play::Limits,
}

impl<'a> OneKing<'a> {
    /// `None` when there are two kings or none, or the moves to choose from are given.
    pub(super) fn new(player: &'a Player, limits: &play::Limits) -> Option<OneKing<'a>> {
        let position = &player.game.position;
        let kings = Color::ALL.iter().filter(|&&color| position.king(color).is_some()).count();
        if kings != 1 || !limits.search_moves.is_empty() {
            return None;
        }
        let question = Question::new(position, Rule::Tsume, None).ok()?;
        Some(OneKing { player, question, bounds: limits.clone() })
    }

    /// The move of the solved tsume; `None` when it was not solved.
    pub(super) fn solve(&self, control: &Control) -> Option<BestMove> {
        let outcome = self.search(control)?;
        let pv = match outcome.verdict {
            Verdict::Mate { .. } => outcome.solutions.listed.first()?,
            Verdict::NoMate | Verdict::Unknown(_) => return None,
        };
        let &mv = pv.first()?;
        self.player.output.send(Info {
            nodes: Some(outcome.stats.nodes),
            time: Some(self.player.asked.elapsed()),
            ..mate_info(&self.question, pv)
        });
        Some(BestMove::Move { mv, ponder: self.player.ponder(mv, pv.get(1).copied()) })
    }

    fn search(&self, control: &Control) -> Option<Box<Outcome>> {
        // A flag of its own, for the time may end the solver and not the search.
        let stop = StopFlag::new();
        let limits = Limits {
            time: None,
            nodes: self.bounds.nodes,
            plies: self.bounds.depth.map(u64::from),
            memory: Some(self.player.options.memory()),
        };
        let mut solver = Solver::new(&self.question, limits, &self.player.options, &stop).ok()?;
        loop {
            if let Step::Done(outcome) = solver.advance(Budget::Time(SLICE)) {
                return Some(outcome);
            }
            if self.deadline(control).is_some_and(|deadline| Instant::now() >= deadline)
                || control.stop.is_set()
            {
                stop.stop();
            }
        }
    }

    /// When the solver has used its share of the time; `None` for never, and while the clock does not run.
    fn deadline(&self, control: &Control) -> Option<Instant> {
        let (since, clock) = match (self.bounds.ponder, control.hit_details()) {
            (false, _) => (self.player.asked, None),
            (true, Some(hit)) => (hit.at, hit.clock),
            (true, None) => return None,
        };
        let side = self.question.position.side_to_move();
        let delay = self.bounds.network_delay;
        let of_clock = clock.or(self.bounds.clock).map(|clock| {
            let each = clock.byoyomi.max(clock.increment[side.index()]).saturating_sub(delay);
            each.mul_f64(SHARE) + clock.remaining[side.index()].mul_f64(SHARE_OF_CLOCK)
        });
        let of_move = self.bounds.move_time.map(|time| time.saturating_sub(delay).mul_f64(SHARE));
        let share = [of_clock, of_move].into_iter().flatten().min()?;
        since.checked_add(share)
    }
}
