//! When a search ends: the clock, the node limit, the stop flag.

use super::limits::{Clock, Limits, Ponder};
use crate::solve::StopFlag;
use crate::types::Color;
use std::time::{Duration, Instant};

/// What a search may spend of its clock, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// After this no further iteration is begun, when the best move is as settled as usual.
    pub soft: Duration,
    /// The search ends here whatever it is doing.
    pub hard: Duration,
}

/// Moves that a side is expected to make in a game, and at least has to make from any position on.
const GAME_MOVES: u32 = 80;
const MOVES_LEFT: u32 = 28;
/// The shortest time to think, where the clock allows none: enough for a ply or two.
const SHORTEST: Duration = Duration::from_millis(1);

impl Allowance {
    /// What a side may spend on the move with this number (counted for both sides).
    pub fn of_clock(clock: &Clock, side: Color, move_number: u32, limits: &Limits) -> Allowance {
        let cap = clock.available(side).saturating_sub(limits.network_delay).max(SHORTEST);
        let remaining = clock.remaining[side.index()].saturating_sub(limits.network_delay);
        let increment = clock.increment[side.index()];
        // What every move gets anew, and a share of what it does not.
        let renewed = clock.byoyomi + increment;
        let left = GAME_MOVES.saturating_sub(move_number / 2).max(MOVES_LEFT);
        let share = remaining.saturating_sub(increment) / left;
        let soft = (renewed.mul_f64(0.95) + share).max(limits.minimum_thinking_time);
        let hard = renewed + (share * 6).min(remaining / 3);
        if remaining < increment || remaining.is_zero() || remaining < clock.byoyomi / 8 {
            // Nothing to save: what this move does not use is lost, or is only what it was given.
            let all = if clock.byoyomi.is_zero() { cap.mul_f64(0.8) } else { cap };
            return Allowance { soft: all, hard: all };
        }
        let hard = hard.max(soft).min(cap);
        Allowance { soft: soft.min(hard), hard }
    }

    /// What a fixed time for the move allows.
    pub fn of_move_time(time: Duration, limits: &Limits) -> Allowance {
        let all = time.saturating_sub(limits.network_delay).max(SHORTEST);
        Allowance { soft: all, hard: all }
    }
}

/// Watches over one search.
pub struct Watch<'a> {
    limits: &'a Limits,
    stop: &'a StopFlag,
    ponder: &'a Ponder,
    side: Color,
    move_number: u32,
    start: Instant,
    /// When the own clock began to run: at the start, or with the ponder hit.
    running_since: Option<Instant>,
    allowance: Option<Allowance>,
}

impl<'a> Watch<'a> {
    /// A watch over a search that starts now.
    pub fn new(
        limits: &'a Limits,
        stop: &'a StopFlag,
        ponder: &'a Ponder,
        side: Color,
        move_number: u32,
    ) -> Watch<'a> {
        let start = Instant::now();
        let mut watch = Watch {
            limits,
            stop,
            ponder,
            side,
            move_number,
            start,
            running_since: (!limits.ponder).then_some(start),
            allowance: None,
        };
        watch.allowance = watch.allowance_of(limits.clock);
        watch
    }

    fn allowance_of(&self, clock: Option<Clock>) -> Option<Allowance> {
        if self.limits.infinite {
            return None;
        }
        if let Some(time) = self.limits.move_time {
            return Some(Allowance::of_move_time(time, self.limits));
        }
        clock.map(|clock| Allowance::of_clock(&clock, self.side, self.move_number, self.limits))
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The largest number of nodes.
    pub fn node_limit(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Whether somebody asked for the end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Whether no answer may be given yet.
    pub fn must_wait(&mut self) -> bool {
        !self.is_stopped() && (self.limits.infinite || !self.is_running())
    }

    /// Whether the own clock runs; notices a ponder hit.
    fn is_running(&mut self) -> bool {
        if self.running_since.is_none()
            && let Some(hit) = self.ponder.details()
        {
            self.running_since = Some(hit.at);
            if hit.clock.is_some() {
                self.allowance = self.allowance_of(hit.clock);
            }
        }
        self.running_since.is_some()
    }

    /// Whether the search must end, having searched so many nodes.
    pub fn is_due(&mut self, nodes: u64) -> bool {
        if self.is_stopped() || nodes >= self.node_limit() {
            return true;
        }
        if !self.is_running() {
            return false;
        }
        match (self.allowance, self.running_since) {
            (Some(allowance), Some(since)) => since.elapsed() >= allowance.hard,
            _ => false,
        }
    }

    /// Whether another iteration is not worth beginning; `settled` is below 1 when the best move stands firm and above
    /// when it changes.
    pub fn is_enough(&mut self, settled: f64) -> bool {
        if !self.is_running() {
            return false;
        }
        // Thinking in the opponent's time counts as thinking.
        self.allowance.is_some_and(|allowance| {
            allowance.soft < allowance.hard
                && self.elapsed() >= allowance.soft.mul_f64(settled).min(allowance.hard)
        })
    }

    /// Whether there is a clock to be saved: an answer that cannot change may be given at once.
    pub fn saves_time(&mut self) -> bool {
        self.limits.clock.is_some()
            && self.limits.move_time.is_none()
            && !self.limits.infinite
            && self.is_running()
    }

    /// Whether a mate in so many plies is all that was asked for.
    pub fn is_mate_enough(&self, plies: i32) -> bool {
        self.limits.mate.is_some_and(|wanted| plies <= wanted as i32)
    }

    /// The largest depth.
    pub fn depth_limit(&self) -> i32 {
        self.limits.depth.map_or(i32::MAX, |depth| depth.clamp(1, 1 << 20) as i32)
    }
}
