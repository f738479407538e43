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

/// Watches over one search. Each of its threads has one: who answers may be waiting for a processor when time is over.
#[derive(Clone)]
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

    /// About the most nodes that the search may have with so many threads, where a limit tells.
    pub fn most_nodes(&self, threads: usize) -> Option<u64> {
        // A thread searches no more than one in a microsecond.
        let time = self.allowance.filter(|_| !self.limits.ponder).map(|allowance| allowance.hard.as_micros());
        let by_time = time.map(|micros| (micros as u64).saturating_mul(threads as u64));
        by_time.into_iter().chain(self.limits.nodes).min()
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
            let allowance = Allowance::of_clock(&clock, side, 40, &limits(120, 0));
            assert_eq!(allowance, Allowance { soft: ms(880), hard: ms(880) });
        }
    }

    #[test]
    fn nodes_are_foreseen_where_a_limit_tells() {
        let most = |limits: Limits, threads| {
            Watch::new(&limits, &StopFlag::new(), &Ponder::new(), Color::Black, 1).most_nodes(threads)
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
                let allowance = Allowance::of_clock(&clock, side, number, &limits(delay, minimum));
                let cap = clock.available(side).saturating_sub(ms(delay)).max(SHORTEST);
                assert!(allowance.soft <= allowance.hard && allowance.hard <= cap, "{clock:?} {allowance:?}");
                assert!(!allowance.hard.is_zero());
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
                    let allowance = Allowance::of_clock(&clock, Color::Black, number, &limits(1, 0));
                    // The referee takes a millisecond more than was thought.
                    let spent = if share { allowance.hard } else { allowance.soft } + ms(1);
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
        let allowance = Allowance::of_clock(&clock, Color::White, 300, &limits(100, 20_000));
        assert!(allowance.soft >= ms(20_000));
        let short = Clock { remaining: [ms(3_000); 2], ..Clock::default() };
        let allowance = Allowance::of_clock(&short, Color::White, 300, &limits(100, 20_000));
        assert!(allowance.hard <= ms(2_900));
    }
}
