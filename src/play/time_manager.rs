//! The time manager: when a search ends, by the clock, the node limit and the stop flag.

use super::limits::{Clock, Limits, Ponder};
use crate::solve::StopFlag;
use crate::types::Color;
use std::time::{Duration, Instant};

/// The time that a move may take, counted from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this time, scaled by the stability of the best move, no further iteration is started.
    pub soft: Duration,
    /// At this time the search is stopped, even in the middle of an iteration.
    pub hard: Duration,
    /// Before this time no answer is given merely because the search has nothing left to do.
    pub least: Duration,
}

/// The remaining time is divided by the number of moves left, assuming a game of `GAME_MOVES` moves and at
/// least `MOVES_LEFT` more moves.
const GAME_MOVES: u32 = 80;
const MOVES_LEFT: u32 = 28;
/// The shortest thinking time, used when the clock leaves none: enough for a ply or two.
const SHORTEST: Duration = Duration::from_millis(1);

impl TimeBudget {
    /// The budget of a side for the move with number `move_number`, which counts the moves of both sides.
    pub fn from_clock(clock: &Clock, side: Color, move_number: u32, limits: &Limits) -> TimeBudget {
        let cap = clock.available(side).saturating_sub(limits.network_delay).max(SHORTEST);
        let remaining = clock.remaining[side.index()].saturating_sub(limits.network_delay);
        let increment = clock.increment[side.index()];
        // The time that each move gets anew (byoyomi and increment), and a share of the remaining time.
        let renewed = clock.byoyomi + increment;
        let left = GAME_MOVES.saturating_sub(move_number / 2).max(MOVES_LEFT);
        let share = remaining.saturating_sub(increment) / left;
        let soft = renewed.mul_f64(0.95) + share;
        let hard = renewed + (share * 6).min(remaining / 3);
        let least = limits.minimum_thinking_time.min(renewed + remaining / 3);
        if remaining < increment || remaining.is_zero() || remaining < clock.byoyomi / 8 {
            // There is nothing to save for later moves: this move uses all of its time, which would be lost otherwise.
            let all = if clock.byoyomi.is_zero() { cap.mul_f64(0.8) } else { cap };
            return TimeBudget { soft: all, hard: all, least: least.min(all) };
        }
        let hard = hard.max(soft).max(least).min(cap);
        TimeBudget { soft: soft.max(least).min(hard), hard, least: least.min(hard) }
    }

    /// The budget of a move with a fixed thinking time. No clock runs, so the network delay is not subtracted.
    pub fn from_move_time(time: Duration) -> TimeBudget {
        let all = time.max(SHORTEST);
        TimeBudget { soft: all, hard: all, least: all }
    }
}

/// Decides when one search ends. Each thread of the search has its own copy, and any of them may end the
/// search, since the main thread may not be scheduled on a processor at that moment.
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
    /// The scale of the soft limit at the end of the last iteration that ended while pondering.
    scale: Option<f64>,
    /// Whether the soft limit had already been reached when the ponder hit came.
    is_due: bool,
}

impl<'a> TimeManager<'a> {
    /// The time manager of a search.
    pub fn new(
        limits: &'a Limits,
        stop: &'a StopFlag,
        ponder: &'a Ponder,
        side: Color,
        move_number: u32,
    ) -> TimeManager<'a> {
        let start = limits.asked.unwrap_or_else(Instant::now);
        let mut time_manager = TimeManager {
            limits,
            stop,
            ponder,
            side,
            move_number,
            start,
            running_since: (!limits.ponder).then_some(start),
            budget: None,
            scale: None,
            is_due: false,
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

    /// The time since the move was asked for.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The node limit.
    pub fn node_limit(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// An upper estimate of the nodes of this search with `threads` threads; `None` without a limit of nodes or time.
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

    /// Whether the answer must be withheld: while pondering or in an infinite search, until the stop flag is set.
    pub fn must_wait(&mut self) -> bool {
        !self.is_stopped() && (self.limits.infinite || !self.is_running())
    }

    /// Whether a move that was found must still be withheld: with a clock, before the minimum thinking time
    /// has passed.
    pub fn is_too_early(&self) -> bool {
        let limits = self.limits;
        let only_clock = limits.clock.is_some() && limits.move_time.is_none() && !self.is_repeatable();
        only_clock && !self.is_stopped() && self.budget.is_some_and(|budget| self.elapsed() < budget.least)
    }

    /// Whether a search with one thread must give the same result each time: its depth or its nodes are limited.
    pub fn is_repeatable(&self) -> bool {
        self.limits.depth.is_some() || self.limits.nodes.is_some()
    }

    /// Whether the engine's own clock is running; applies a ponder hit that has come since the last call.
    fn is_running(&mut self) -> bool {
        if self.running_since.is_none()
            && let Some(hit) = self.ponder.details()
        {
            self.running_since = Some(hit.at);
            if hit.clock.is_some() {
                self.budget = self.budget_for(hit.clock);
            }
            self.is_due = self.scale.is_some_and(|scale| self.has_reached(scale));
        }
        self.running_since.is_some()
    }

    /// Whether the search must stop now: because of the stop flag, the node limit (`nodes` have been
    /// searched), or the hard time limit.
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        if self.is_stopped() || nodes >= self.node_limit() {
            return true;
        }
        if !self.is_running() {
            return false;
        }
        self.is_due
            || match (self.budget, self.running_since) {
                (Some(budget), Some(since)) => since.elapsed() >= budget.hard,
                _ => false,
            }
    }

    /// Whether no further iteration should be started. The soft limit is multiplied by `scale`: below 1 when the best
    /// move is stable, above 1 when it changes.
    pub fn is_soft_limit_reached(&mut self, scale: f64) -> bool {
        if !self.is_running() {
            self.scale = Some(scale);
            return false;
        }
        self.has_reached(scale)
    }

    /// Whether the soft limit has passed. Time spent pondering counts too.
    fn has_reached(&self, scale: f64) -> bool {
        self.budget.is_some_and(|budget| {
            let soft = budget.soft.mul_f64(scale).max(budget.least).min(budget.hard);
            budget.soft < budget.hard && self.elapsed() >= soft
        })
    }

    /// Whether an answer that will not change any more should be given at once, to save time on the clock.
    pub fn may_answer_early(&mut self) -> bool {
        self.limits.clock.is_some()
            && self.limits.move_time.is_none()
            && !self.limits.infinite
            && self.is_running()
            && self.budget.is_none_or(|budget| self.elapsed() >= budget.least)
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
            assert_eq!(budget, TimeBudget { soft: ms(880), hard: ms(880), least: ms(0) });
        }
    }

    #[test]
    fn a_fixed_time_is_used_whole() {
        for (time, thought) in [(100, 100), (3_000, 3_000), (0, 1)] {
            let all = ms(thought);
            assert_eq!(TimeBudget::from_move_time(ms(time)), TimeBudget { soft: all, hard: all, least: all });
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

    /// All combinations of the arguments with a few delays, minimum times and move numbers.
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
                    // The referee measures a millisecond more than the engine used.
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
        assert!(budget.soft >= ms(20_000) && budget.least == ms(20_000));
        let short = Clock { remaining: [ms(3_000); 2], ..Clock::default() };
        let budget = TimeBudget::from_clock(&short, Color::White, 300, &limits(100, 20_000));
        assert!(budget.hard <= ms(2_900) && budget.least <= ms(1_000), "the next moves need time, too");
    }

    #[test]
    fn a_stable_move_is_not_played_before_the_minimum() {
        let clock = Some(Clock { remaining: [ms(60_000); 2], ..Clock::default() });
        let early = |asked: Duration| {
            let asked = Instant::now().checked_sub(asked);
            let limits = Limits { clock, asked, ..limits(0, 3_000) };
            let (stop, ponder) = (StopFlag::new(), Ponder::new());
            let mut time = TimeManager::new(&limits, &stop, &ponder, Color::Black, 1);
            (time.is_soft_limit_reached(0.35), time.may_answer_early())
        };
        assert_eq!([early(ms(1_500)), early(ms(3_100))], [(false, false), (true, true)]);
    }

    #[test]
    fn the_minimum_holds_where_nothing_is_left_to_search() {
        let clock = Some(Clock { remaining: [ms(60_000); 2], ..Clock::default() });
        let is_too_early = |limits: Limits, asked: u64, stopped: bool| {
            let limits = Limits { asked: Instant::now().checked_sub(ms(asked)), ..limits };
            let (stop, ponder) = (StopFlag::new(), Ponder::new());
            if stopped {
                stop.stop();
            }
            TimeManager::new(&limits, &stop, &ponder, Color::Black, 1).is_too_early()
        };
        let by_clock = Limits { clock, ..limits(0, 3_000) };
        assert!(is_too_early(by_clock.clone(), 1_500, false));
        assert!(!is_too_early(by_clock.clone(), 3_100, false));
        assert!(!is_too_early(by_clock.clone(), 1_500, true));
        assert!(!is_too_early(Limits { depth: Some(3), ..by_clock.clone() }, 1_500, false));
        assert!(!is_too_early(Limits { move_time: Some(ms(9_000)), ..by_clock.clone() }, 1_500, false));
        assert!(!is_too_early(Limits { clock: None, ..by_clock }, 1_500, false));
    }

    #[test]
    fn time_used_before_the_search_is_on_the_clock() {
        let clock = Clock { remaining: [ms(1_000); 2], increment: [ms(5_000); 2], ..Clock::default() };
        let stops = |used: u64| {
            let asked = Instant::now().checked_sub(ms(used));
            let limits = Limits { clock: Some(clock), asked, ..limits(20, 0) };
            TimeManager::new(&limits, &StopFlag::new(), &Ponder::new(), Color::Black, 1).must_stop(0)
        };
        assert_eq!([stops(1_000), stops(4_500)], [false, true]);
    }

    #[test]
    fn what_was_pondered_long_enough_is_played_at_the_hit() {
        let clock = Some(Clock { remaining: [ms(60_000); 2], ..Clock::default() });
        let at_hit = |pondered: u64| {
            let asked = Instant::now().checked_sub(ms(pondered));
            let limits = Limits { clock, asked, ponder: true, ..limits(0, 0) };
            let (stop, ponder) = (StopFlag::new(), Ponder::new());
            let mut time = TimeManager::new(&limits, &stop, &ponder, Color::Black, 1);
            assert!(!time.is_soft_limit_reached(1.0) && !time.must_stop(0), "it is not due yet");
            ponder.hit(None);
            time.must_stop(0)
        };
        assert_eq!([at_hit(100), at_hit(10_000)], [false, true]);
    }
}
