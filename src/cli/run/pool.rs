//! A thread pool that works on several items at a time and delivers the answers in the order of the items.

use crate::cli::fatal_error::FatalError;
use crate::solve::StopFlag;
use crate::store::thread_builder;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many items may be in progress or queued for each worker. These are all begun, even if the run ends.
pub const AHEAD: usize = 4;
/// The same for items of very different cost: enough to keep all workers busy while one item takes long.
pub const FAR_AHEAD: usize = 32;

/// The stack size of a worker: the search of the playing engine is recursive.
const STACK: usize = 16 << 20;

/// Receives the answers in order; `Break` ends the run.
pub type Consume<'a, R> = dyn FnMut(R) -> anyhow::Result<ControlFlow<()>> + 'a;

/// The channels to the workers and back, and the answers that arrived before their turn.
struct Pool<'a, T, R> {
    given: Sender<(usize, T)>,
    answers: Receiver<(usize, R)>,
    /// Answers that arrived before their turn, by the number of their item.
    early: BTreeMap<usize, R>,
    sent: usize,
    consumed: usize,
    limit: usize,
    consume: &'a mut Consume<'a, R>,
}

/// Runs work for which the stack of the main thread may be too small.
///
/// # Errors
/// An error of the work, or the system cannot start a thread.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> anyhow::Result<T> + Send) -> anyhow::Result<T> {
    thread::scope(|scope| {
        let thread =
            thread_builder(STACK).and_then(|thread| thread.spawn_scoped(scope, work)).map_err(|cause| {
                FatalError::new("no thread to work on", "スレッドを作れません").caused_by(cause)
            })?;
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// A consumer whose first error stops the searches of the workers, so that it is reported at once.
pub fn ending<R>(
    searches: StopFlag,
    mut consume: impl FnMut(R) -> anyhow::Result<ControlFlow<()>>,
) -> impl FnMut(R) -> anyhow::Result<ControlFlow<()>> {
    move |answer| consume(answer).inspect_err(|_| searches.stop())
}

/// Has `workers` threads answer the items, each with its own function created by `worker`; `consume` gets the answers
/// in the order of the items. `ahead`: how many items may be in progress or queued for each worker, [`AHEAD`] or
/// [`FAR_AHEAD`].
///
/// # Errors
/// An error of `consume`, or the system cannot start a thread.
pub fn in_order<'a, T: Send, R: Send, W: FnMut(T) -> R + Send>(
    workers: usize,
    ahead: usize,
    mut worker: impl FnMut() -> W,
    consume: &'a mut Consume<'a, R>,
    items: impl IntoIterator<Item = T>,
) -> anyhow::Result<()> {
    let (given, waiting) = channel::<(usize, T)>();
    let (answered, answers) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    thread::scope(|scope| {
        for _ in 0..workers {
            let (mut work, waiting, answered) = (worker(), Arc::clone(&waiting), answered.clone());
            let work = move || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((index, item)) = next else { return };
                    if answered.send((index, work(item))).is_err() {
                        return;
                    }
                }
            };
            thread_builder(STACK).and_then(|thread| thread.spawn_scoped(scope, work)).map_err(|cause| {
                let (english, japanese) = (
                    "a thread cannot be started: give fewer threads",
                    "スレッドを作れません: 数を減らしてください",
                );
                FatalError::new(english, japanese).caused_by(cause)
            })?;
        }
        drop(answered);
        let limit = workers * ahead;
        let mut pool = Pool { given, answers, early: BTreeMap::new(), sent: 0, consumed: 0, limit, consume };
        for item in items {
            if pool.give(item)?.is_break() {
                break;
            }
        }
        while pool.consumed < pool.sent && pool.wait()?.is_continue() {}
        Ok(())
    })
}

impl<T, R> Pool<'_, T, R> {
    /// Gives an item to the next free worker; meanwhile consumes answers whose turn has come.
    ///
    /// # Errors
    /// An error of the consumer.
    fn give(&mut self, item: T) -> anyhow::Result<ControlFlow<()>> {
        // Cannot fail: the workers live as long as the pool.
        let _ = self.given.send((self.sent, item));
        self.sent += 1;
        while self.sent - self.consumed >= self.limit {
            if self.wait()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        while let Ok((index, answer)) = self.answers.try_recv() {
            self.early.insert(index, answer);
        }
        self.consume_due()
    }

    fn wait(&mut self) -> anyhow::Result<ControlFlow<()>> {
        match self.answers.recv() {
            Ok((index, answer)) => drop(self.early.insert(index, answer)),
            Err(_) => return Ok(ControlFlow::Break(())),
        }
        self.consume_due()
    }

    fn consume_due(&mut self) -> anyhow::Result<ControlFlow<()>> {
        while let Some(answer) = self.early.remove(&self.consumed) {
            self.consumed += 1;
            if (self.consume)(answer)?.is_break() {
                self.consumed = self.sent;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn what_is_left_when_the_run_is_ended_is_not_worked_on() {
        let (tell, told) = channel::<()>();
        let told = Mutex::new(told);
        let worked = AtomicUsize::new(0);
        let worker = || {
            |number: usize| {
                worked.fetch_add(1, Ordering::SeqCst);
                if number == 0 {
                    // Meanwhile the queue fills.
                    thread::sleep(Duration::from_millis(50));
                } else {
                    // This item is in progress when the run ends; the others are still in the queue.
                    let _ = told.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    thread::sleep(Duration::from_millis(300));
                }
                number
            }
        };
        let mut consumed = Vec::new();
        let mut tell = Some(tell);
        let mut consume = |number| {
            consumed.push(number);
            tell = None;
            Ok(ControlFlow::Break(()))
        };
        in_order(1, AHEAD, worker, &mut consume, 0..100).expect("a thread");
        assert_eq!(consumed, [0]);
        assert!(worked.load(Ordering::SeqCst) <= 2, "{worked:?}");
    }

    #[test]
    fn answers_come_in_the_order_of_the_items() {
        let worker = || {
            |number: u64| {
                thread::sleep(Duration::from_micros(number * 37 % 500));
                number
            }
        };
        let mut consumed = Vec::new();
        let mut consume = |number| {
            consumed.push(number);
            Ok(ControlFlow::Continue(()))
        };
        in_order(3, AHEAD, worker, &mut consume, 0..200).expect("threads");
        assert!(consumed.into_iter().eq(0..200));
    }
}
