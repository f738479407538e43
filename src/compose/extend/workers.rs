//! Units that are searched concurrently; their results are returned in the order of the units.

use super::options::ExtendOptions;
use super::step::{Judged, StepSearch};
use super::units::{Unit, Units};
use crate::problem::Question;
use crate::solve::tsume::Tables;
use crate::solve::{Budget, Options, Progress, lock};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How many units per worker may be started before the first unfinished one is done: enough to keep all
/// workers busy while one unit is slow.
const AHEAD: usize = 4;

/// How long several workers search before finished units are collected, when the call has no limit.
const SLICE: Duration = Duration::from_millis(50);

/// The search threads and the state that they share.
pub(super) struct Workers {
    workers: Vec<Worker>,
    results: Results,
}

/// The shared state of the workers: finished units, and the number of units started.
#[derive(Default)]
struct Results {
    /// The number of units handed out to workers.
    begun: usize,
    /// The number of units whose results have been returned.
    out: usize,
    /// Finished units whose turn has not come yet, by their numbers.
    done: BTreeMap<usize, (Unit, Judged)>,
}

struct Worker {
    options: Options,
    task: Option<UnitTask>,
}

/// A unit in progress.
struct UnitTask {
    number: usize,
    unit: Unit,
    search: StepSearch,
    progress: Progress,
}

/// The result of one call.
pub(super) enum WorkersStep {
    /// The next unit is done.
    Judged(Box<Unit>, Judged),
    /// The budget is used up.
    Working(Progress),
    /// There are no more units.
    Idle,
}

impl Workers {
    /// Workers with these options, each with its own tables.
    pub fn new(options: &ExtendOptions) -> Workers {
        let worker = || Worker {
            options: Options { tables: Tables::default(), ..options.search.clone() },
            task: None,
        };
        let workers = (0..options.jobs.max(1)).map(|_| worker()).collect();
        Workers { workers, results: Results::default() }
    }

    /// Searches until the next unit in order is done, or the budget of this call is used up.
    pub fn advance(
        &mut self,
        budget: Budget,
        units: &mut Units,
        problem: &Question,
        options: &ExtendOptions,
    ) -> WorkersStep {
        let next = |results: &mut Results| {
            let unit = (results.begun - results.out < AHEAD * options.jobs.max(1))
                .then(|| units.next(problem, options))
                .flatten()?;
            results.begun += 1;
            Some((results.begun - 1, unit))
        };
        let mut next: Box<Next> = Box::new(next);
        loop {
            if let Some((unit, judged)) = self.results.done.remove(&self.results.out) {
                self.results.out += 1;
                return WorkersStep::Judged(Box::new(unit), judged);
            }
            self.work(budget, &mut *next);
            if self.results.done.contains_key(&self.results.out) {
                continue;
            }
            if self.results.begun == self.results.out {
                return WorkersStep::Idle;
            }
            if budget != Budget::Unlimited {
                return WorkersStep::Working(self.progress());
            }
        }
    }

    fn work(&mut self, budget: Budget, next: &mut Next) {
        if let [worker] = self.workers.as_mut_slice() {
            worker.go_on(budget, None, &Mutex::new((&mut self.results, next)));
            return;
        }
        let (until, budget) = match budget {
            Budget::Time(time) => (Instant::now().checked_add(time), budget),
            Budget::Unlimited => (Some(Instant::now() + SLICE), Budget::Time(SLICE)),
            Budget::Nodes(_) => (None, budget),
        };
        let shared = Mutex::new((&mut self.results, next));
        thread::scope(|scope| {
            for worker in &mut self.workers {
                scope.spawn(|| worker.go_on(budget, until, &shared));
            }
        });
    }

    /// The progress of the unit whose result is returned next, with the costs of all units.
    fn progress(&self) -> Progress {
        let mut tasks: Vec<&UnitTask> =
            self.workers.iter().filter_map(|worker| worker.task.as_ref()).collect();
        tasks.sort_by_key(|task| task.number);
        let [first, others @ ..] = tasks.as_slice() else { return Progress::default() };
        let mut all = first.progress;
        for UnitTask { progress, .. } in others {
            all.positions += progress.positions;
            all.nodes += progress.nodes;
            all.bytes += progress.bytes;
            all.budget += progress.budget;
        }
        all
    }
}

/// Hands out the next unit with its number.
type Next<'a> = dyn FnMut(&mut Results) -> Option<(usize, Unit)> + Send + 'a;

type Shared<'a, 'b> = Mutex<(&'a mut Results, &'a mut Next<'b>)>;

impl Worker {
    /// Continues the search of a unit; with a time `until`, starts further units until that time.
    fn go_on(&mut self, budget: Budget, until: Option<Instant>, shared: &Shared) {
        loop {
            let task = match self.task.take() {
                Some(task) => Some(task),
                None => {
                    let mut shared = lock(shared);
                    let (results, next) = &mut *shared;
                    let given = next(results);
                    drop(shared);
                    given.map(|(number, unit)| self.begin(number, unit))
                }
            };
            let Some(mut task) = task else { return };
            let left = until.map(|until| Budget::Time(until.saturating_duration_since(Instant::now())));
            match task.search.advance(left.unwrap_or(budget)) {
                Ok(judged) => {
                    lock(shared).0.done.insert(task.number, (task.unit, judged));
                }
                Err(progress) => self.task = Some(UnitTask { progress, ..task }),
            }
            if until.is_none_or(|until| Instant::now() >= until) {
                return;
            }
        }
    }

    fn begin(&self, number: usize, mut unit: Unit) -> UnitTask {
        let starts = std::mem::take(&mut unit.starts);
        let search = StepSearch::new(&unit.node.sound, starts, &self.options);
        UnitTask { number, unit, search, progress: Progress::default() }
    }
}
