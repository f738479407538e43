//! One search for many starts: is a helpmate still sound when moves are put before it?
//!
//! From each *start* a way of one or two moves leads to a problem that has exactly one solution within its
//! length. The start has exactly one solution too if no other line from it mates as early. Different starts reach
//! the same positions, so all of them are searched at once: the first layer holds all starts, and the search goes
//! no deeper than the solution. The positions of the solution are excluded from the search: a line that reaches
//! one of them in time is another mate, and a line that reaches it later is too long. A mate is traced back to
//! the starts that lead to it, and the search is restarted without these where that saves work.

mod cooks;
mod main_line;
mod reach;
mod records;
mod run;

use super::interruption::Interruption;
use super::options::Options;
use crate::position::Position;
use crate::solve::limits::Budget;
use crate::solve::outcome::{FALSE_HITS_LIMIT, Progress, Reason, Step};
use crate::store::reserve;
use crate::types::{Color, Move};
use cooks::Cooks;
use main_line::MainLine;
use run::{Run, RunStep};
use std::time::Instant;

pub use main_line::Start;

/// The verdict on a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartVerdict {
    /// The solution through the problem is the only mate within its length.
    Alone,
    /// There is another mate as short as the solution or shorter.
    Cooked {
        /// The length of one such mate.
        plies: u64,
    },
    /// Not decided, for this reason.
    Unknown(Reason),
    /// Not decided, because too many false hits of fingerprints are expected.
    FalseHits,
}

/// The verdicts, in the order of the starts, and the cost of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedOutcome {
    /// The verdicts.
    pub verdicts: Vec<StartVerdict>,
    /// Positions entered into tables, by all searches together.
    pub positions: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// How often a search was started.
    pub searches: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// The result of one call of [`SharedSearch::advance`].
pub type SharedStep = Step<SharedOutcome>;

/// The budget, in positions, for restarts made without asking whether they save work: a share of the positions of
/// the problem's own search, but no fewer than `MIN_RESTART_BUDGET`.
const MIN_RESTART_BUDGET: u64 = 20_000;
const RESTART_SHARE: u64 = 4;
/// Inside a layer, cooked starts are looked for only after at least twice this many positions.
const MIN_INSIDE: u64 = 2_000;

/// The search, to be driven by calls of [`advance`](SharedSearch::advance).
pub struct SharedSearch {
    starts: Vec<Start>,
    attacker: Color,
    main_line: MainLine,
    options: Options,
    verdicts: Vec<Option<StartVerdict>>,
    /// Groups of starts that are still to be searched, each by one search.
    unsearched: Vec<Vec<u32>>,
    /// The starts of the current search.
    live_starts: Vec<u32>,
    run: Option<Run>,
    /// How many traces of mates the current search had when the starts they lead to were last determined.
    traces_followed: usize,
    /// How many positions the current search had at that time.
    positions_followed: u64,
    /// How many positions may still be spent on restarts that need not save work.
    restart_budget: u64,
    positions: u64,
    nodes: u64,
    searches: u64,
    started: Instant,
}

impl SharedSearch {
    /// Prepares the search. All starts are different, have the same side to move and as many moves to `problem`, whose
    /// `solution` is its only mate within its length; finding it took a search of about `positions` positions.
    ///
    /// # Panics
    /// When a start's way does not lead to the problem.
    pub fn new(
        starts: Vec<Start>,
        (problem, solution): (&Position, &[Move]),
        attacker: Color,
        positions: u64,
        options: Options,
    ) -> SharedSearch {
        for start in &starts {
            let mut end = start.position.clone();
            start.way.iter().for_each(|&mv| {
                end.do_move(mv);
            });
            assert!(end.key() == problem.key(), "{} does not lead to {problem}", start.position);
        }
        let main_line = MainLine::new(problem, solution, attacker, &starts);
        SharedSearch {
            attacker,
            main_line,
            options,
            verdicts: vec![None; starts.len()],
            unsearched: if starts.is_empty() { Vec::new() } else { vec![(0..starts.len() as u32).collect()] },
            live_starts: Vec::new(),
            run: None,
            traces_followed: 0,
            positions_followed: 0,
            restart_budget: MIN_RESTART_BUDGET.max(positions / RESTART_SHARE),
            starts,
            positions: 0,
            nodes: 0,
            searches: 0,
            started: Instant::now(),
        }
    }

    /// Continues the search until the budget of this call is used up or every start has a verdict.
    pub fn advance(&mut self, budget: Budget) -> SharedStep {
        let called = Instant::now();
        let before = self.all_nodes();
        loop {
            if self.run.is_none() && !self.begin_next() {
                return Step::Done(Box::new(self.outcome()));
            }
            if let Some(reason) = self.limit_reached() {
                // The mates found so far already show that some starts are unsound.
                let _ = self.note_cooked();
                self.give_up_all(reason);
                continue;
            }
            let run = self.run.as_mut().expect("one was begun");
            match run.step(&self.main_line) {
                RunStep::Working => self.leave_out_cooked(true),
                RunStep::Closed => self.leave_out_cooked(false),
                RunStep::Done => self.conclude(),
                RunStep::Failed(reason) => self.divide(reason),
            }
            let spent = match budget {
                Budget::Nodes(nodes) => self.all_nodes() - before >= nodes,
                Budget::Time(time) => called.elapsed() >= time,
                Budget::Unlimited => false,
            };
            if spent {
                return Step::Progress(self.progress());
            }
        }
    }

    /// Begins to search the next group, if there is one.
    fn begin_next(&mut self) -> bool {
        let Some(live_starts) = self.unsearched.pop() else { return false };
        self.live_starts = live_starts;
        self.begin();
        true
    }

    fn begin(&mut self) {
        let starts: Vec<&Position> =
            self.live_starts.iter().map(|&number| &self.starts[number as usize].position).collect();
        self.run = Some(Run::new(&starts, self.attacker, &self.main_line, &self.options));
        self.searches += 1;
        (self.traces_followed, self.positions_followed) = (0, 0);
    }

    /// Ends the current search and adds its counts to the totals.
    fn end_run(&mut self) -> Option<Run> {
        let run = self.run.take()?;
        self.positions += run.positions();
        self.nodes += run.nodes();
        Some(run)
    }

    /// Ends the search when all starts lead to mates. When only some do, restarts without them if that costs
    /// little or saves work. `is_inside`: whether the current layer is unfinished; one layer may be wider than
    /// all before it.
    fn leave_out_cooked(&mut self, is_inside: bool) {
        let Some(run) = &self.run else { return };
        let (traces, positions) = (run.mates.len() + run.joins.len(), run.positions());
        let costs_little = positions <= self.restart_budget;
        // Following the traces takes time in proportion to the positions, too much to do it after every layer.
        let is_due = costs_little && !is_inside || positions >= 2 * self.positions_followed.max(MIN_INSIDE);
        if traces == self.traces_followed || !is_due {
            return;
        }
        (self.traces_followed, self.positions_followed) = (traces, positions);
        let Ok(Some(open)) = self.note_cooked() else { return };
        if open.is_empty() {
            self.end_run();
        } else if open.len() < self.live_starts.len() && (costs_little || self.saves_by_beginning_again()) {
            if costs_little {
                self.restart_budget -= positions;
            }
            self.end_run();
            self.live_starts = open;
            self.begin();
        }
    }

    /// Whether a restart with only the undecided starts would return to this layer with no more positions than
    /// the current search would still have to expand for the decided starts alone.
    fn saves_by_beginning_again(&self) -> bool {
        let Some(run) = &self.run else { return false };
        let is_open = |&number: &u32| self.verdicts[number as usize].is_none();
        let reach = run.reach(self.live_starts.iter().map(is_open).collect());
        reach.positions <= reach.left_to_others
    }

    /// All layers are searched: for every start that led to no other mate, the solution is the only one.
    fn conclude(&mut self) {
        let open = match self.note_cooked() {
            Ok(open) => open,
            Err(reason) => return self.give_up_all(reason),
        };
        let Some(run) = self.end_run() else { return };
        let Some(open) = open else { return };
        let verdict = match run.false_hits_expected() < FALSE_HITS_LIMIT {
            true => StartVerdict::Alone,
            false => StartVerdict::FalseHits,
        };
        for number in open {
            self.verdicts[number as usize].get_or_insert(verdict);
        }
    }

    /// Determines which starts lead to mates, and returns the starts that are still undecided. `None` when a
    /// trace proved wrong and the search was divided.
    fn note_cooked(&mut self) -> Result<Option<Vec<u32>>, Reason> {
        let Some(run) = &self.run else { return Ok(None) };
        let must_end = || self.options.must_end(self.started);
        let mut cooks = Cooks::find(run, &self.main_line, &mut Interruption::new(&must_end))?;
        let mut doubtful = Vec::new();
        for place in cooks.starts() {
            let number = self.live_starts[place as usize];
            let start = &self.starts[number as usize].position;
            if cooks.confirm(run, &self.main_line, (place, start), self.attacker) {
                let layers = cooks.left(place).expect("one of its starts");
                let plies = 2 * layers - u64::from(start.side_to_move() == self.attacker);
                self.verdicts[number as usize] = Some(StartVerdict::Cooked { plies });
            } else {
                doubtful.push(number);
            }
        }
        let is_open = |&number: &u32| self.verdicts[number as usize].is_none();
        let open: Vec<u32> = self.live_starts.iter().copied().filter(is_open).collect();
        if doubtful.is_empty() {
            return Ok(Some(open));
        }
        // Searched one by one, the doubtful starts meet fewer positions, whose shortened keys are less likely to
        // clash.
        let is_only_one = self.live_starts.len() == 1;
        self.end_run();
        for number in doubtful.iter().copied() {
            match is_only_one {
                true => self.verdicts[number as usize] = Some(StartVerdict::FalseHits),
                false => self.unsearched.push(vec![number]),
            }
        }
        let rest: Vec<u32> = open.into_iter().filter(|number| !doubtful.contains(number)).collect();
        if !rest.is_empty() {
            self.unsearched.push(rest);
        }
        Ok(None)
    }

    /// Memory did not suffice: divides the starts that lead to no mate so far into two halves, which may fit.
    fn divide(&mut self, reason: Reason) {
        let searched = self.live_starts.len();
        // Following the traces takes memory as well.
        if !reserve::is_exhausted() {
            match self.note_cooked() {
                Ok(Some(open)) => self.live_starts = open,
                Ok(None) => return,
                Err(reason) => return self.give_up_all(reason),
            }
        }
        if searched == 1 {
            return self.give_up_live_starts(reason);
        }
        self.end_run();
        let mut first = std::mem::take(&mut self.live_starts);
        let second = first.split_off(first.len().div_ceil(2));
        self.unsearched.extend([second, first].into_iter().filter(|half| !half.is_empty()));
    }

    /// Gives the undecided starts of the current search the verdict `Unknown`.
    fn give_up_live_starts(&mut self, reason: Reason) {
        self.end_run();
        for &number in &self.live_starts {
            self.verdicts[number as usize].get_or_insert(StartVerdict::Unknown(reason));
        }
    }

    /// Ends everything: all undecided starts get the verdict `Unknown`.
    fn give_up_all(&mut self, reason: Reason) {
        self.end_run();
        self.unsearched.clear();
        for verdict in &mut self.verdicts {
            verdict.get_or_insert(StartVerdict::Unknown(reason));
        }
    }

    fn limit_reached(&self) -> Option<Reason> {
        let limit = self.options.limits.nodes.filter(|&limit| self.all_nodes() >= limit);
        self.options.must_end(self.started).or(limit.map(|_| Reason::Nodes))
    }

    fn all_nodes(&self) -> u64 {
        self.nodes + self.run.as_ref().map_or(0, Run::nodes)
    }

    fn outcome(&self) -> SharedOutcome {
        let known = |verdict: &Option<StartVerdict>| verdict.expect("every group was searched or given up");
        SharedOutcome {
            verdicts: self.verdicts.iter().map(known).collect(),
            positions: self.positions,
            nodes: self.nodes,
            searches: self.searches,
            seconds: self.started.elapsed().as_secs_f64(),
        }
    }

    fn progress(&self) -> Progress {
        let run = self.run.as_ref();
        let attacker_begins = self.starts[0].position.side_to_move() == self.attacker;
        Progress {
            plies: run.map_or(0, |run| (2 * run.layer()).saturating_sub(u64::from(attacker_begins))),
            frontier: run.map_or(0, Run::width),
            positions: self.positions + run.map_or(0, Run::positions),
            nodes: self.all_nodes(),
            lookups: run.map_or(0, Run::lookups),
            bytes: run.map_or(0, Run::bytes),
            budget: self.options.memory(),
            seconds: self.started.elapsed().as_secs_f64(),
            ..Progress::default()
        }
    }
}
