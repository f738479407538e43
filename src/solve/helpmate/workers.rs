//! Threads that expand large layers.
//!
//! Worker threads expand the positions of a layer in batches, ahead of the main thread. The main thread takes the
//! batches in the order of the layer, looks their children up, and expands batches itself when none has arrived.
//! So results and their order do not depend on the number of threads.
//!
//! The main thread never waits. A batch may be late by milliseconds because the system runs something else on its
//! worker's processor; then the main thread expands the batch itself, and the worker's late result is thrown
//! away.

use super::batch::{Batch, Expander};
use super::expand::Child;
use super::frontier::Frontier;
use super::task::Task;
use crate::store::{SMALL_STACK, thread_builder};
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Thread};

/// With workers, a batch has 3/2 times the positions that a single thread expands at a time (the factor is halved
/// where it is used): handing a batch over costs as much as expanding a few positions.
const BATCH_FACTOR: usize = 3;
/// The initial capacity for the children of a batch; batches seldom have more.
const BATCH_CAPACITY: usize = 192;
/// How many children the workers may be ahead of the main thread, 256 KiB: few enough that they stay in the cache
/// and that the main thread has little left to do at the end of a layer.
const MAX_LEAD: usize = 1 << 13;
/// How many later batches the main thread expands while one has not arrived, before it counts that one as late. A
/// worker that is not held up needs no longer for one batch than the main thread for two.
const PATIENCE: usize = 2;
/// How many positions of a late batch the main thread expands before it checks again whether the batch has
/// arrived.
const PIECE: usize = 8;

/// A layer to be expanded.
struct Job {
    /// Distinguishes the job from earlier ones.
    number: u64,
    layer: Arc<Frontier>,
    /// The number of positions per batch.
    batch: usize,
    /// The place of the next position to be expanded.
    next: AtomicUsize,
    /// The total capacity for children in the batches that the main thread has not taken yet.
    lead: AtomicUsize,
    /// The number of threads that wait because they are too far ahead.
    waiting: AtomicUsize,
}

impl Job {
    fn take(&self) -> Option<Range<usize>> {
        let start = self.next.fetch_add(self.batch, SeqCst);
        (start < self.layer.len()).then(|| start..self.end_of_batch(start))
    }

    fn end_of_batch(&self, start: usize) -> usize {
        (start + self.batch).min(self.layer.len())
    }

    /// Blocks the calling worker while the workers are too far ahead.
    fn wait_for_the_search(&self) {
        let is_ahead = || self.lead.load(SeqCst) > MAX_LEAD && self.next.load(SeqCst) < self.layer.len();
        if is_ahead() {
            self.waiting.fetch_add(1, SeqCst);
            while is_ahead() {
                thread::park();
            }
            self.waiting.fetch_sub(1, SeqCst);
        }
    }

    /// Expands the positions at these places.
    fn expand(&self, expander: &mut Expander, places: Range<usize>) -> Batch {
        let mut batch = empty_batch();
        expander.expand(&self.layer, places, &mut batch, |_| {});
        self.add(&batch);
        batch
    }

    /// Counts a batch that the main thread has not taken yet.
    fn add(&self, batch: &Batch) {
        self.lead.fetch_add(batch.children.capacity(), SeqCst);
    }

    /// Subtracts a batch that the main thread took or threw away; returns the capacity that is still counted.
    fn remove(&self, batch: &Batch) -> usize {
        let capacity = batch.children.capacity();
        self.lead.fetch_sub(capacity, SeqCst) - capacity
    }
}

/// A batch with room for the children of its positions.
fn empty_batch() -> Batch {
    Batch { children: Vec::with_capacity(BATCH_CAPACITY), ..Batch::default() }
}

/// A batch from a worker.
struct Finished {
    /// The number of its job.
    job: u64,
    /// The place of its first position.
    start: usize,
    batch: Batch,
}

/// The worker threads.
pub(super) struct Workers {
    threads: Vec<(Thread, Sender<Arc<Job>>)>,
    finished: Receiver<Finished>,
    /// Batches that arrived before their turn, by the place of their first position.
    early: HashMap<usize, Batch>,
    job: Option<Arc<Job>>,
    /// The number of jobs so far.
    jobs: u64,
}

impl Workers {
    /// Starts `threads` threads that expand positions of a problem, or as many as the system allows.
    pub fn new(task: &Task, threads: usize) -> Workers {
        let (sender, finished) = mpsc::channel();
        let start = |_| {
            let (jobs, receiver) = mpsc::channel();
            let (sender, expander) = (sender.clone(), Expander::new(task));
            let work = move || work(&receiver, &sender, expander);
            let thread = thread_builder(SMALL_STACK).and_then(|thread| thread.spawn(work)).ok()?;
            Some((thread.thread().clone(), jobs))
        };
        Workers {
            threads: (0..threads).map_while(start).collect(),
            finished,
            early: HashMap::new(),
            job: None,
            jobs: 0,
        }
    }

    /// An upper bound, in bytes, for batches that the main thread has not taken yet. Beyond the lead that is
    /// allowed to all workers together, each thread may add one batch, which is small in comparison. The bound is
    /// constant, so that results do not depend on how fast the threads are.
    pub fn bytes() -> u64 {
        (MAX_LEAD * size_of::<Child>() * 3 / 2) as u64
    }

    /// Begins to expand a layer, starting at place `from`. `batch`: the positions that a single thread would
    /// expand at a time.
    pub fn begin(&mut self, layer: &Arc<Frontier>, from: usize, batch: usize) {
        self.jobs += 1;
        let job = Arc::new(Job {
            number: self.jobs,
            layer: Arc::clone(layer),
            batch: (batch * BATCH_FACTOR).div_ceil(2),
            next: from.into(),
            lead: 0.into(),
            waiting: 0.into(),
        });
        for (_, jobs) in &self.threads {
            // Sending succeeds: each thread lives as long as this end of its channel.
            let _ = jobs.send(Arc::clone(&job));
        }
        self.job = Some(job);
    }

    /// Whether the workers have a layer to expand.
    pub fn is_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// The batch that begins at a place, which must be the end of the batch returned before. `expander` belongs
    /// to the calling thread.
    ///
    /// # Panics
    /// If no layer was begun.
    pub fn batch(&mut self, place: usize, expander: &mut Expander) -> Batch {
        let job = self.job.clone().expect("a layer was begun");
        let batch = self.take(place, &job, expander);
        if job.remove(&batch) <= MAX_LEAD / 2 && job.waiting.load(SeqCst) > 0 {
            self.wake();
        }
        batch
    }

    fn take(&mut self, place: usize, job: &Job, expander: &mut Expander) -> Batch {
        for _ in 0..PATIENCE {
            if let Some(batch) = self.arrived(place, job) {
                return batch;
            }
            let Some(places) = job.take() else { break };
            let start = places.start;
            let batch = job.expand(expander, places);
            if start == place {
                return batch;
            }
            self.early.insert(start, batch);
        }
        self.expand_again(place, job, expander)
    }

    /// The batch that begins at a place, if it has arrived. Keeps batches that arrived before their turn, and
    /// throws away those that came too late.
    fn arrived(&mut self, place: usize, job: &Job) -> Option<Batch> {
        if let Some(batch) = self.early.remove(&place) {
            return Some(batch);
        }
        while let Ok(Finished { job: number, start, batch }) = self.finished.try_recv() {
            if number == job.number && start == place {
                return Some(batch);
            }
            if number == job.number && start > place {
                self.early.insert(start, batch);
            } else if number == job.number {
                job.remove(&batch);
            }
        }
        None
    }

    /// Expands a batch that another thread has taken, and stops if that thread's result arrives in the meantime.
    fn expand_again(&mut self, place: usize, job: &Job, expander: &mut Expander) -> Batch {
        let end = job.end_of_batch(place);
        let mut batch = empty_batch();
        for start in (place..end).step_by(PIECE) {
            if let Some(arrived) = self.arrived(place, job) {
                return arrived;
            }
            expander.expand(&job.layer, start..end.min(start + PIECE), &mut batch, |_| {});
        }
        job.add(&batch);
        batch
    }

    /// The end of the batch that begins at a place; `None` if no layer is being expanded.
    pub fn end_of_batch(&self, place: usize) -> Option<usize> {
        self.job.as_ref().map(|job| job.end_of_batch(place))
    }

    /// Releases the layer after all of its batches were handed out. A late worker may hold it a little longer.
    pub fn finish(&mut self) {
        debug_assert!(self.early.is_empty(), "batches are taken as they are");
        self.job = None;
    }

    fn wake(&self) {
        self.threads.iter().for_each(|(thread, _)| thread.unpark());
    }
}

impl Drop for Workers {
    /// Ends the current layer early, so that the threads end too.
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.next.store(job.layer.len(), SeqCst);
            self.wake();
        }
    }
}

/// The loop of a worker thread.
fn work(jobs: &Receiver<Arc<Job>>, sender: &Sender<Finished>, mut expander: Expander) {
    for job in jobs {
        loop {
            job.wait_for_the_search();
            let Some(places) = job.take() else { break };
            let start = places.start;
            let batch = job.expand(&mut expander, places);
            if sender.send(Finished { job: job.number, start, batch }).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, Rule};
    use crate::types::Color;

    const BATCH: usize = 16;

    fn task() -> Task {
        let sfen = "9/9/4k4/9/9/9/9/9/9 w GS 1";
        let root = Position::from_sfen(sfen).expect("a position");
        Task::plain(&root, Color::Black, Rule::Helpmate)
    }

    /// The layer that follows a layer: the positions after a double move from it.
    fn layer_after(layer: &Frontier, task: &Task) -> Frontier {
        let mut batch = Batch::default();
        Expander::new(task).expand(layer, 0..layer.len(), &mut batch, |_| {});
        let mut next = Frontier::default();
        batch.children.iter().for_each(|child| next.push_after(layer.packed_at(child.parent), child));
        next
    }

    /// Workers without a thread: the test plays the part of some threads itself.
    fn nobody() -> (Workers, Sender<Finished>) {
        let (sender, finished) = mpsc::channel();
        (Workers { threads: Vec::new(), finished, early: HashMap::new(), job: None, jobs: 0 }, sender)
    }

    fn assert_same(batch: &Batch, layer: &Frontier, places: Range<usize>, task: &Task) {
        let mut expected = Batch::default();
        Expander::new(task).expand(layer, places.clone(), &mut expected, |_| {});
        let keys = |batch: &Batch| -> Vec<_> {
            batch.children.iter().map(|child| (child.key, child.parent, child.reply(), child.check)).collect()
        };
        assert_eq!(keys(batch), keys(&expected), "{places:?}");
        assert_eq!((batch.nodes, &batch.mates), (expected.nodes, &expected.mates), "{places:?}");
    }

    /// A batch that no search produces, to distinguish it from one that the main thread expanded itself.
    fn marked() -> Batch {
        Batch { nodes: u64::MAX, ..empty_batch() }
    }

    #[test]
    fn a_late_worker_delays_and_changes_nothing() {
        let task = task();
        let mut root = Frontier::default();
        root.push(&task.root);
        let layer = Arc::new(layer_after(&layer_after(&root, &task), &task));
        assert!(layer.len() > 40 * BATCH, "{} positions", layer.len());
        let (mut workers, sender) = nobody();
        let mut expander = Expander::new(&task);
        let mut late: Vec<(Arc<Job>, usize)> = Vec::new();
        for round in 0..3 {
            workers.begin(&layer, 0, BATCH);
            let job = workers.job.clone().expect("it was begun");
            let deliver = |job: &Job, start| {
                let batch = marked();
                job.add(&batch);
                let finished = Finished { job: job.number, start, batch };
                sender.send(finished).unwrap_or_else(|_| panic!("the workers are there"));
            };
            // Batches of the previous layer that were late arrive in this one.
            late.drain(..).for_each(|(job, start)| deliver(&job, start));
            let (mut place, mut number, mut in_time) = (0, 0, None);
            while place < layer.len() {
                // The simulated worker takes every third batch in turn with the main thread, and delivers few of
                // them in time.
                if number % 3 == round
                    && in_time.is_none()
                    && let Some(places) = job.take()
                {
                    if number % 4 == 0 {
                        deliver(&job, places.start);
                        in_time = Some(places.start);
                    } else {
                        late.push((Arc::clone(&job), places.start));
                    }
                }
                let end = workers.end_of_batch(place).expect("a layer was begun");
                let batch = workers.batch(place, &mut expander);
                if in_time == Some(place) {
                    assert_eq!(batch.nodes, u64::MAX, "what arrives in time is taken as it is");
                    in_time = None;
                } else {
                    assert_same(&batch, &layer, place..end, &task);
                }
                // Some batches arrive after their turn but before the layer ends.
                if number % 5 == 0 && late.first().is_some_and(|&(_, start)| start <= place) {
                    let (job, start) = late.remove(0);
                    deliver(&job, start);
                }
                (place, number) = (end, number + 1);
            }
            assert!(!late.is_empty(), "some are later than the layer");
            workers.finish();
            let waiting = left_over(&workers, &job);
            assert_eq!(job.lead.load(SeqCst), waiting, "round {round}: what is taken is counted as taken");
        }
    }

    /// The capacity of a job's delivered batches that nobody took.
    fn left_over(workers: &Workers, job: &Job) -> usize {
        let of_job = workers.finished.try_iter().filter(|finished| finished.job == job.number);
        of_job.map(|finished| finished.batch.children.capacity()).sum()
    }
}
