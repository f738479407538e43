//! The helper threads of a search: when they are started, and which task they get.

use super::shared_state::{Assignment, SharedState};
use crate::solve::tsume::control::{Control, Helpers, Leader, Stack};
use crate::solve::tsume::dfpn::{SearchState, VirtualLoss};
use crate::solve::tsume::task::{SearchTask, TaskResult};
use crate::store::thread_builder;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{JoinHandle, panicking};

/// The helper threads of a search.
pub struct HelperThreads {
    shared: Arc<SharedState>,
    /// The searches of helpers that were not started yet.
    idle: Vec<SearchState>,
    threads: Vec<JoinHandle<()>>,
    /// The number of threads, the main one included.
    total_threads: usize,
    /// The present task, if it was not passed on to the helpers yet.
    pending: Option<Assignment>,
    /// The main thread's node count at which the task is passed on.
    publish_at: u64,
    /// Whether each thread has a task of its own.
    have_own_tasks: bool,
    /// The number of nodes that the main thread spends before helpers are started.
    nodes_before_helpers: u64,
}

impl HelperThreads {
    /// The helpers of a search, which are started after it has spent `nodes_before_helpers` nodes.
    pub fn of(state: &mut SearchState, helpers: usize, nodes_before_helpers: u64) -> HelperThreads {
        let shared = Arc::new(SharedState::new(state.control.end_signal()));
        let mut virtual_losses = VirtualLoss::of_threads(1 + helpers).into_iter();
        state.virtual_loss = virtual_losses.next().unwrap_or_default();
        let helper = |virtual_loss| {
            let leader: Arc<dyn Leader> = shared.clone();
            state.for_another_thread(Control::of_helper(leader), virtual_loss)
        };
        let idle = virtual_losses.map(helper).collect();
        HelperThreads {
            shared,
            idle,
            threads: Vec::new(),
            total_threads: 1 + helpers,
            pending: None,
            publish_at: 0,
            have_own_tasks: false,
            nodes_before_helpers,
        }
    }

    /// The number of helpers that were started.
    pub fn running(&self) -> usize {
        self.threads.len()
    }

    /// Notes that the main thread begins a task, at this node count.
    pub fn assign(&mut self, assignment: Assignment, nodes: u64) {
        self.have_own_tasks = matches!(assignment.1, SearchTask::Parallel(_));
        let nodes_before_task = if self.have_own_tasks { 0 } else { nodes + self.nodes_before_helpers / 256 };
        self.publish_at = self.nodes_before_helpers.max(nodes_before_task);
        self.pending = Some(assignment);
        self.poll(nodes);
    }

    /// Notes that the main thread has ended its task, and waits until the helpers have too. Returns the result of
    /// a helper, if there is one.
    pub fn finish_task(&mut self) -> Option<TaskResult> {
        (self.pending, self.have_own_tasks) = (None, false);
        if self.threads.is_empty() { None } else { self.shared.finish_task() }
    }

    /// Starts the helpers' threads, if they were not started yet.
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
        let stack = Stack::for_one_of(self.total_threads);
        let work = move || {
            search.control.set_stack_limit(stack.limit());
            shared.run_helper(&mut search);
        };
        thread_builder(stack.bytes())?.name("tsume-helper".to_owned()).spawn(work)
    }
}

impl Helpers for HelperThreads {
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

impl Drop for HelperThreads {
    /// Ends the helpers and waits for their threads.
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
