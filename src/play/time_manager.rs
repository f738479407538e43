//! The time manager: when a search ends, by the clock, the node limit and the stop flag.

use super::limits::{Clock, Limits, Ponder};
use crate::solve::StopFlag;
use crate::types::Color;
use std::time::{Duration, Instant};

/// The time that a move may take, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this time no further iteration is started; scaled by how stable the best move is.
    pub soft: Duration,
    /// At this time the search is stopped, even within an iteration.
    pub hard: Duration,
}

/// The remaining time is divided by the moves that are left of a game of `GAME_MOVES` moves, and by at least
/// `MOVES_LEFT`.
const GAME_MOVES: u32 = 80;
const MOVES_LEFT: u32 = 28;
/// The shortest time to think, where the clock allows none: enough for a ply or two.
const SHORTEST: Duration = Duration::from_millis(1);

impl TimeBudget {
    /// The budget of a side for the move with this number (counted for both sides).
    pub fn from_clock(clock: &Clock, side: Color, move_number: u32, limits: &Limits) -> TimeBudget {
        let cap = clock.available(side).saturating_sub(limits.network_delay).max(SHORTEST);
        let remaining = clock.remaining[side.index()].saturating_sub(limits.network_delay);
        let increment = clock.increment[side.index()];
        // The time that each move is given anew, and a share of the remaining time.
        let renewed = clock.byoyomi + increment;
        let left = GAME_MOVES.saturating_sub(move_number / 2).max(MOVES_LEFT);
        let share = remaining.saturating_sub(increment) / left;
        let soft = (renewed.mul_f64(0.95) + share).max(limits.minimum_thinking_time);
        let hard = renewed + (share * 6).min(remaining / 3);
        if remaining < increment || remaining.is_zero() || remaining < clock.byoyomi / 8 {
            // There is nothing to save for later moves: this one gets what it is given, which is lost otherwise.
            let all = if clock.byoyomi.is_zero() { cap.mul_f64(0.8) } else { cap };
            return TimeBudget { soft: all, hard: all };
        }
        let hard = hard.max(soft).min(cap);
        TimeBudget { soft: soft.min(hard), hard }
    }

    /// The budget of a move with a fixed time, which is what is to be thought: no clock is lost by the way to the GUI.
    pub fn from_move_time(time: Duration) -> TimeBudget {
        let all = time.max(SHORTEST);
        TimeBudget { soft: all, hard: all }
    }
}

/// Decides when one search ends. Each of its threads has its own copy, and any may notice the end: the main thread may
/// not be running on a processor at that moment.
#[derive(Clone)]
pub struct TimeManager<'a> {
    limits: &'a Limits,
    stop: &'a StopFlag,
    ponder: &'a Ponder,
    side: Color,
    move_number: u32,
    start: Instant,
    /// When the engine's own clock started: with the search, or with the ponder hit; `None` while pondering.
    running_since: Option<Instant>,
    budget: Option<TimeBudget>,
}

impl<'a> TimeManager<'a> {
    /// The time manager of a search that starts now.
    pub fn new(
        limits: &'a Limits,
        stop: &'a StopFlag,
        ponder: &'a Ponder,
        side: Color,
        move_number: u32,
    ) -> TimeManager<'a> {
        let start = Instant::now();
        let mut time_manager = TimeManager {
            limits,
            stop,
            ponder,
            side,
            move_number,
            start,
            running_since: (!limits.ponder).then_some(start),
            budget: None,
        };
        time_manager.budget = time_manager.budget_for(limits.clock);
        time_manager
    }

    fn budget_for(&self, clock: Option<Clock>) -> Option<TimeBudget> {
        if self.limits.infinite {
            return None;
        }
        if let Some(time) = self.limits.move_time {
            return Some(TimeBudget::from_move_time(time));
        }
        clock.map(|clock| TimeBudget::from_clock(&clock, self.side, self.move_number, self.limits))
    }

    /// The time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The node limit.
    pub fn node_limit(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// An upper estimate of the nodes of this search with `threads` threads; `None` if no limit of nodes or time gives
    /// one.
    pub fn node_estimate(&self, threads: usize) -> Option<u64> {
        // A thread searches at most one node per microsecond.
        let time = self.budget.filter(|_| !self.limits.ponder).map(|budget| budget.hard.as_micros());
        let by_time = time.map(|micros| (micros as u64).saturating_mul(threads as u64));
        by_time.into_iter().chain(self.limits.nodes).min()
    }

    /// Whether the stop flag is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }

    /// Whether the answer has to be withheld: while pondering, and in an infinite search.
    pub fn must_wait(&mut self) -> bool {
        !self.is_stopped() && (self.limits.infinite || !self.is_running())
    }

    /// Whether the engine's own clock is running; takes note of a ponder hit.
    fn is_running(&mut self) -> bool {
        if self.running_since.is_none()
            && let Some(hit) = self.ponder.details()
        {
            self.running_since = Some(hit.at);
            if hit.clock.is_some() {
                self.budget = self.budget_for(hit.clock);
            }
        }
        self.running_since.is_some()
    }

    /// Whether the search must stop now: stop flag, node limit (`nodes` were searched), or hard time limit.
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        if self.is_stopped() || nodes >= self.node_limit() {
            return true;
        }
        if !self.is_running() {
            return false;
        }
        match (self.budget, self.running_since) {
            (Some(budget), Some(since)) => since.elapsed() >= budget.hard,
            _ => false,
        }
    }

    /// Whether no further iteration should be started. The soft limit is multiplied by `scale`: below 1 when the best
    /// move is stable, above 1 when it changes.
    pub fn is_soft_limit_reached(&mut self, scale: f64) -> bool {
        if !self.is_running() {
            return false;
        }
        // Time spent pondering counts too.
        self.budget.is_some_and(|budget| {
            budget.soft < budget.hard && self.elapsed() >= budget.soft.mul_f64(scale).min(budget.hard)
        })
    }

    /// Whether an answer that cannot change any more should be given at once, to save time on the clock.
    pub fn may_answer_early(&mut self) -> bool {
        self.limits.clock.is_some()
            && self.limits.move_time.is_none()
            && !self.limits.infinite
            && self.is_running()
    }

    /// Whether a mate in `plies` plies satisfies the limit `mate`.
    pub fn is_mate_enough(&self, plies: i32) -> bool {
        self.limits.mate.is_some_and(|wanted| plies <= wanted as i32)
    }

    /// The depth limit.
    pub fn depth_limit(&self) -> i32 {
        self.limits.depth.map_or(i32::MAX, |depth| depth.clamp(1, 1 << 20) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [Color; 2] = Color::ALL;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn limits(delay: u64, minimum: u64) -> Limits {
        Limits { network_delay: ms(delay), minimum_thinking_time: ms(minimum), ..Limits::default() }
    }

    #[test]
    fn byoyomi_alone_is_used_to_the_last() {
        for side in SIDES {
            let clock = Clock { byoyomi: ms(1_000), ..Clock::default() };
            let budget = TimeBudget::from_clock(&clock, side, 40, &limits(120, 0));
            assert_eq!(budget, TimeBudget { soft: ms(880), hard: ms(880) });
        }
    }

    #[test]
    fn a_fixed_time_is_used_whole() {
        for (time, thought) in [(100, 100), (3_000, 3_000), (0, 1)] {
            let all = ms(thought);
            assert_eq!(TimeBudget::from_move_time(ms(time)), TimeBudget { soft: all, hard: all });
        }
    }

    #[test]
    fn nodes_are_foreseen_where_a_limit_tells() {
        let most = |limits: Limits, threads| {
            TimeManager::new(&limits, &StopFlag::new(), &Ponder::new(), Color::Black, 1)
                .node_estimate(threads)
        };
        let clock = Some(Clock { byoyomi: ms(100), ..Clock::default() });
        let byoyomi = Limits { clock, ..limits(20, 0) };
        assert_eq!(most(byoyomi.clone(), 1), Some(80_000));
        assert_eq!(most(byoyomi.clone(), 2), Some(160_000));
        assert_eq!(most(Limits { nodes: Some(5_000), ..byoyomi.clone() }, 2), Some(5_000));
        assert_eq!(most(Limits { nodes: Some(5_000), ..Limits::default() }, 2), Some(5_000));
        assert_eq!(most(Limits { move_time: Some(ms(50)), ..Limits::default() }, 1), Some(50_000));
        for endless in [
            Limits { depth: Some(9), ..Limits::default() },
            Limits { infinite: true, ..byoyomi.clone() },
            Limits { ponder: true, ..byoyomi },
        ] {
            assert_eq!(most(endless, 1), None);
        }
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for (remaining, increment, byoyomi, delay, minimum, number) in
            combinations(&[0, 1, 50, 119, 500, 3_000, 60_000, 7_200_000], &[0, 100, 5_000], &[0, 100, 10_000])
        {
            for side in SIDES {
                let clock = Clock {
                    remaining: [ms(remaining); 2],
                    increment: [ms(increment); 2],
                    byoyomi: ms(byoyomi),
                };
                let budget = TimeBudget::from_clock(&clock, side, number, &limits(delay, minimum));
                let cap = clock.available(side).saturating_sub(ms(delay)).max(SHORTEST);
                assert!(budget.soft <= budget.hard && budget.hard <= cap, "{clock:?} {budget:?}");
                assert!(!budget.hard.is_zero());
            }
        }
    }

    /// All combinations, with a few delays, minimum times and move numbers.
    fn combinations(
        remaining: &[u64],
        increment: &[u64],
        byoyomi: &[u64],
    ) -> Vec<(u64, u64, u64, u64, u64, u32)> {
        let mut all = Vec::new();
        for &r in remaining {
            for &i in increment {
                for &b in byoyomi {
                    for (delay, minimum, number) in [(0, 0, 1), (120, 2_000, 70), (1_000, 100, 300)] {
                        all.push((r, i, b, delay, minimum, number));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn a_game_played_to_its_soft_limits_uses_its_time_and_never_runs_out() {
        for (remaining, increment, byoyomi) in
            [(600_000, 0, 0), (60_000, 1_000, 0), (60_000, 0, 10_000), (1_000, 0, 0)]
        {
            for share in [false, true] {
                let mut left = ms(remaining);
                for number in (1..400).step_by(2) {
                    let clock =
                        Clock { remaining: [left; 2], increment: [ms(increment); 2], byoyomi: ms(byoyomi) };
                    let budget = TimeBudget::from_clock(&clock, Color::Black, number, &limits(1, 0));
                    // The referee takes a millisecond more than was thought.
                    let spent = if share { budget.hard } else { budget.soft } + ms(1);
                    let has = left + ms(byoyomi) + ms(increment);
                    assert!(spent <= has.max(ms(3)), "move {number}: {spent:?} of {has:?}");
                    left = (left + ms(increment)).saturating_sub(spent.saturating_sub(ms(byoyomi)));
                    if number == 121 && remaining > 1_000 && !share {
                        assert!(
                            left < ms(remaining) * 3 / 4,
                            "{left:?} of {remaining} ms left after 60 moves"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_minimum_is_kept_where_the_clock_allows_it() {
        let clock = Clock { remaining: [ms(600_000); 2], ..Clock::default() };
        let budget = TimeBudget::from_clock(&clock, Color::White, 300, &limits(100, 20_000));
        assert!(budget.soft >= ms(20_000));
        let short = Clock { remaining: [ms(3_000); 2], ..Clock::default() };
        let budget = TimeBudget::from_clock(&short, Color::White, 300, &limits(100, 20_000));
        assert!(budget.hard <= ms(2_900));
    }
}
