//! Threads that expand large layers.
//!
//! Worker threads expand the positions of a layer in batches, ahead of the main thread. The main thread takes the
//! batches in the order of the layer, looks their children up, and expands batches itself while it would have to wait.
//! So results and their order do not depend on the number of threads.

use super::batch::{Batch, Expander};
use super::expand::Child;
use super::frontier::Frontier;
use super::task::Task;
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

/// A layer to be expanded.
struct Job {
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
        let mut batch = Batch { children: Vec::with_capacity(BATCH_CAPACITY), ..Batch::default() };
        expander.expand(&self.layer, places, &mut batch);
        self.lead.fetch_add(batch.children.capacity(), SeqCst);
        batch
    }
}

/// The threads.
pub(super) struct Workers {
    threads: Vec<(Thread, Sender<Arc<Job>>)>,
    finished: Receiver<(usize, Batch)>,
    /// Batches that arrived before their turn, by their first index.
    early: HashMap<usize, Batch>,
    job: Option<Arc<Job>>,
}

impl Workers {
    /// Starts `threads` threads that expand positions of a problem, or as many as the system grants.
    pub fn new(task: &Task, threads: usize) -> Workers {
        let (sender, finished) = mpsc::channel();
        let start = |_| {
            let (jobs, receiver) = mpsc::channel();
            let (sender, expander) = (sender.clone(), Expander::new(task));
            let thread = thread::Builder::new().spawn(move || work(&receiver, &sender, expander)).ok()?;
            Some((thread.thread().clone(), jobs))
        };
        Workers {
            threads: (0..threads).map_while(start).collect(),
            finished,
            early: HashMap::new(),
            job: None,
        }
    }

    /// Bytes of memory that batches on their way take at most: what each thread adds when the workers are as far ahead
    /// as they may be is little beside that. Always the same, so that nothing depends on how quick the threads are.
    pub fn bytes() -> u64 {
        (MAX_LEAD * size_of::<Child>() * 3 / 2) as u64
    }

    /// Begins with a layer, from a place on. `batch`: the positions that a single thread would expand at a time.
    pub fn begin(&mut self, layer: &Arc<Frontier>, from: usize, batch: usize) {
        let job = Arc::new(Job {
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
        let batch = self.wait_for(place, &job, expander);
        let lead = job.lead.fetch_sub(batch.children.capacity(), SeqCst) - batch.children.capacity();
        if lead <= MAX_LEAD / 2 && job.waiting.load(SeqCst) > 0 {
            self.wake();
        }
        batch
    }

    fn wait_for(&mut self, place: usize, job: &Job, expander: &mut Expander) -> Batch {
        loop {
            if let Some(batch) = self.early.remove(&place) {
                return batch;
            }
            let (start, batch) = if let Ok(arrived) = self.finished.try_recv() {
                arrived
            } else if let Some(places) = job.take() {
                (places.start, job.expand(expander, places))
            } else {
                self.finished.recv().expect("what a thread takes arrives")
            };
            if start == place {
                return batch;
            }
            self.early.insert(start, batch);
        }
    }

    /// The place behind the batch that begins at a place, if they work on a layer.
    pub fn end_of_batch(&self, place: usize) -> Option<usize> {
        self.job.as_ref().map(|job| job.end_of_batch(place))
    }

    /// Lets go of the layer, all batches of which were handed out.
    pub fn finish(&mut self) {
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
fn work(jobs: &Receiver<Arc<Job>>, sender: &Sender<(usize, Batch)>, mut expander: Expander) {
    for job in jobs {
        loop {
            job.wait_for_the_search();
            let Some(places) = job.take() else { break };
            let start = places.start;
            if sender.send((start, job.expand(&mut expander, places))).is_err() {
                return;
            }
        }
    }
}
