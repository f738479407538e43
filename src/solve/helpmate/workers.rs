//! Threads that expand large layers.
//!
//! Worker threads expand the positions of a layer in batches, ahead of the main thread. The main thread takes the
//! batches in the order of the layer, looks their children up, and expands batches itself when none has arrived.
//! So results and their order do not depend on the number of threads.
//!
//! The main thread never waits. A batch may be late because the system lets something else run in its worker's place,
//! for milliseconds; then the main thread expands it once more, and what the worker delivers later is thrown away.

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

/// With workers a batch has this many positions for each two that a single thread takes: handing a batch over costs as
/// much as expanding a few positions.
const BATCH_FACTOR: usize = 3;
/// The initial capacity for the children of a batch, which seldom has more.
const BATCH_CAPACITY: usize = 192;
/// Children by which the workers may be ahead of the main thread, 256 KiB: so few that they stay in the cache, and that
/// the main thread has little left to do at the end of a layer.
const MAX_LEAD: usize = 1 << 13;
/// Batches that the main thread expands ahead of one that has not arrived, before that one counts as late. A worker
/// that is not held up needs no longer for one than for two of them.
const PATIENCE: usize = 2;
/// Positions of a late batch that are expanded before the main thread looks again whether it has arrived.
const PIECE: usize = 8;

/// A layer to be expanded.
struct Job {
    /// Tells it from the jobs before it.
    number: u64,
    layer: Arc<Frontier>,
    /// Positions expanded at a time.
    batch: usize,
    /// The place to be expanded next.
    next: AtomicUsize,
    /// Capacity for children in the batches that the main thread has not taken yet.
    lead: AtomicUsize,
    /// Threads that wait because they are too far ahead.
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

    /// Waits while the workers are too far ahead.
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

    /// Expands some positions.
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

    /// Counts a batch that it took or threw away, and tells how far the workers are ahead now.
    fn remove(&self, batch: &Batch) -> usize {
        let capacity = batch.children.capacity();
        self.lead.fetch_sub(capacity, SeqCst) - capacity
    }
}

/// Room for the children of a batch.
fn empty_batch() -> Batch {
    Batch { children: Vec::with_capacity(BATCH_CAPACITY), ..Batch::default() }
}

/// A batch from a worker.
struct Finished {
    /// The number of its job.
    job: u64,
    /// The first of its places.
    start: usize,
    batch: Batch,
}

/// The threads.
pub(super) struct Workers {
    threads: Vec<(Thread, Sender<Arc<Job>>)>,
    finished: Receiver<Finished>,
    /// Batches that arrived before their turn, by their first index.
    early: HashMap<usize, Batch>,
    job: Option<Arc<Job>>,
    /// The jobs so far.
    jobs: u64,
}

impl Workers {
    /// Starts `threads` threads that expand positions of a problem, or as many as the system grants.
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

    /// Bytes of memory that batches on their way take at most: what each thread adds when the workers are as far ahead
    /// as they may be is little beside that. Always the same, so that nothing depends on how quick the threads are.
    pub fn bytes() -> u64 {
        (MAX_LEAD * size_of::<Child>() * 3 / 2) as u64
    }

    /// Begins with a layer, from a place on. `batch`: the positions that a single thread would expand at a time.
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
            // The threads live as long as this end of their channels.
            let _ = jobs.send(Arc::clone(&job));
        }
        self.job = Some(job);
    }

    /// Whether they work on a layer.
    pub fn is_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// The batch that begins at a place: the one behind the batch handed out before. `expander` belongs to the
    /// caller's thread.
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

    /// The batch that begins at a place, if it has arrived. Keeps what arrived before its turn, and throws away what
    /// was late.
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

    /// Expands a batch that another thread has taken, unless it arrives in the meantime.
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

    /// The place behind the batch that begins at a place, if they work on a layer.
    pub fn end_of_batch(&self, place: usize) -> Option<usize> {
        self.job.as_ref().map(|job| job.end_of_batch(place))
    }

    /// Lets go of the layer, all batches of which were handed out. A worker that is late may hold it a little longer.
    pub fn finish(&mut self) {
        debug_assert!(self.early.is_empty(), "batches are taken as they are");
        self.job = None;
    }

    fn wake(&self) {
        self.threads.iter().for_each(|(thread, _)| thread.unpark());
    }
}

impl Drop for Workers {
    /// Ends the work on a layer early, so that the threads end too.
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

    /// The positions that double moves from those of a layer lead to.
    fn layer_after(layer: &Frontier, task: &Task) -> Frontier {
        let mut batch = Batch::default();
        Expander::new(task).expand(layer, 0..layer.len(), &mut batch, |_| {});
        let mut next = Frontier::default();
        batch.children.iter().for_each(|child| next.push_after(layer.packed_at(child.parent), child));
        next
    }

    /// Workers without a thread: the test takes the batches of some itself.
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

    /// What no search finds, to be told from what the main thread expanded itself.
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
            // What was late in the layer before arrives in this one.
            late.drain(..).for_each(|(job, start)| deliver(&job, start));
            let (mut place, mut number, mut in_time) = (0, 0, None);
            while place < layer.len() {
                // A worker takes every third batch in turn with the main thread, and is quick with few of them.
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
                // Some arrive when their turn is over, but the layer is not.
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

    /// The capacity of a job's batches that nobody took.
    fn left_over(workers: &Workers, job: &Job) -> usize {
        let of_job = workers.finished.try_iter().filter(|finished| finished.job == job.number);
        of_job.map(|finished| finished.batch.children.capacity()).sum()
    }
}
