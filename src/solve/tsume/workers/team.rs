//! The helpers of a search: when they are started, and which task they get.

use super::shared::{Assignment, Counts, Shared};
use crate::solve::tsume::control::{Control, Helpers, Leader, Stack};
use crate::solve::tsume::dfpn::{SearchState, VirtualLoss};
use crate::solve::tsume::task::{SearchTask, TaskResult};
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, panicking};

/// The helpers of a search.
pub struct Team {
    shared: Arc<Shared>,
    /// The searches of helpers that were not started yet.
    idle: Vec<SearchState>,
    threads: Vec<JoinHandle<()>>,
    /// The number of threads, the main one included.
    threads_in_all: usize,
    /// A task that was not passed on to the helpers yet.
    pending: Option<Assignment>,
    /// The node count at which it is.
    publish_at: u64,
    /// Each thread has tasks of its own.
    have_own_tasks: bool,
    /// Nodes that the main thread spends before helpers are started.
    alone: u64,
}

impl Team {
    /// Helpers for a search, which are started after it has spent `alone` nodes.
    pub fn of(search: &mut SearchState, helpers: usize, alone: u64) -> Team {
        let shared = Arc::new(Shared::new(search.control.end_signal()));
        let mut virtual_losses = VirtualLoss::of_threads(1 + helpers).into_iter();
        search.virtual_loss = virtual_losses.next().unwrap_or_default();
        let helper = |virtual_loss| {
            let leader: Arc<dyn Leader> = shared.clone();
            search.for_another_thread(Control::of_helper(leader), virtual_loss)
        };
        let idle = virtual_losses.map(helper).collect();
        Team {
            shared,
            idle,
            threads: Vec::new(),
            threads_in_all: 1 + helpers,
            pending: None,
            publish_at: 0,
            have_own_tasks: false,
            alone,
        }
    }

    /// The number of running helpers.
    pub fn helpers(&self) -> usize {
        self.threads.len()
    }

    /// Their counts besides nodes, up to the last task.
    pub fn counts(&self) -> Counts {
        self.shared.counts()
    }

    /// The search begins a task at this node count.
    pub fn assign(&mut self, assignment: Assignment, nodes: u64) {
        self.have_own_tasks = matches!(assignment.1, SearchTask::Parallel(_));
        self.publish_at = self.alone.max(if self.have_own_tasks { 0 } else { nodes + self.alone / 256 });
        self.pending = Some(assignment);
        self.poll(nodes);
    }

    /// The search has ended its task; waits until the helpers have too. The result of a helper, if there is one.
    pub fn finish_task(&mut self) -> Option<TaskResult> {
        (self.pending, self.have_own_tasks) = (None, false);
        if self.threads.is_empty() { None } else { self.shared.finish_task() }
    }

    /// Starts the helpers' threads, if that was not done yet.
    fn begin(&mut self) {
        for search in std::mem::take(&mut self.idle) {
            match self.start(search) {
                Ok(thread) => self.threads.push(thread),
                Err(error) => log::warn!("one thread less to search a tsume on: {error}"),
            }
        }
    }

    fn start(&self, mut search: SearchState) -> io::Result<JoinHandle<()>> {
        let shared = Arc::clone(&self.shared);
        let stack = Stack::for_one_of(self.threads_in_all);
        let work = move || {
            search.control.stay_above(stack.floor());
            shared.run_helper(&mut search);
        };
        Builder::new().name("tsume-helper".to_owned()).stack_size(stack.bytes()).spawn(work)
    }
}

impl Helpers for Team {
    fn nodes(&self) -> u64 {
        self.shared.nodes()
    }

    fn poll(&mut self, nodes: u64) -> bool {
        if nodes >= self.publish_at
            && let Some(assignment) = self.pending.take()
        {
            self.begin();
            self.shared.publish(assignment);
        }
        self.shared.is_answered()
    }

    fn have_own_tasks(&self) -> bool {
        self.have_own_tasks
    }

    fn set_paused(&self, paused: bool) {
        self.shared.set_paused(paused);
    }
}

impl Drop for Team {
    /// Ends the helpers and waits for that.
    fn drop(&mut self) {
        self.shared.end();
        for thread in self.threads.drain(..) {
            if let Err(panic) = thread.join()
                && !panicking()
            {
                resume_unwind(panic);
            }
        }
    }
}
