//! The helpers of a search: when they start, and on what they work.

use super::shared::{Asked, Counts, Shared};
use crate::solve::tsume::control::{Companions, Control, Leader, Stack};
use crate::solve::tsume::dfpn::{Search, VirtualLoss};
use crate::solve::tsume::task::{Finding, Question};
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, panicking};

/// The helpers of a search.
pub struct Team {
    shared: Arc<Shared>,
    /// Searches of helpers that were not needed so far.
    idle: Vec<Search>,
    threads: Vec<JoinHandle<()>>,
    /// How many threads there may be, that of the search among them.
    threads_in_all: usize,
    /// A question that is not known to be a long one yet.
    pending: Option<Asked>,
    /// From how many nodes on it is.
    ask_at: u64,
    /// Each thread has questions of its own.
    are_apart: bool,
    /// Nodes that the search spends alone.
    alone: u64,
}

impl Team {
    /// Helpers for a search, which start working when it has spent so many nodes alone.
    pub fn of(search: &mut Search, helpers: usize, alone: u64) -> Team {
        let shared = Arc::new(Shared::new(search.control.end()));
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
            ask_at: 0,
            are_apart: false,
            alone,
        }
    }

    /// How many threads work with the search.
    pub fn helpers(&self) -> usize {
        self.threads.len()
    }

    /// What they counted besides nodes, up to the last question.
    pub fn counts(&self) -> Counts {
        self.shared.counts()
    }

    /// The search begins with a question after so many nodes.
    pub fn propose(&mut self, asked: Asked, nodes: u64) {
        self.are_apart = matches!(asked.1, Question::Shared(_));
        self.ask_at = self.alone.max(if self.are_apart { 0 } else { nodes + self.alone / 256 });
        self.pending = Some(asked);
        self.attend(nodes);
    }

    /// The search has ended with its question: so have the helpers, when this returns. An answer that one of them has.
    pub fn conclude(&mut self) -> Option<Finding> {
        (self.pending, self.are_apart) = (None, false);
        if self.threads.is_empty() { None } else { self.shared.conclude() }
    }

    /// Starts the helpers' threads, if it is not done yet.
    fn begin(&mut self) {
        for search in std::mem::take(&mut self.idle) {
            match self.start(search) {
                Ok(thread) => self.threads.push(thread),
                Err(error) => log::warn!("one thread less to search a tsume on: {error}"),
            }
        }
    }

    fn start(&self, mut search: Search) -> io::Result<JoinHandle<()>> {
        let shared = Arc::clone(&self.shared);
        let stack = Stack::for_one_of(self.threads_in_all);
        let work = move || {
            search.control.stay_above(stack.floor());
            shared.serve(&mut search);
        };
        Builder::new().name("tsume-helper".to_owned()).stack_size(stack.bytes()).spawn(work)
    }
}

impl Companions for Team {
    fn nodes(&self) -> u64 {
        self.shared.nodes()
    }

    fn attend(&mut self, nodes: u64) -> bool {
        if nodes >= self.ask_at
            && let Some(asked) = self.pending.take()
        {
            self.begin();
            self.shared.ask(asked);
        }
        self.shared.is_answered()
    }

    fn have_own_questions(&self) -> bool {
        self.are_apart
    }

    fn set_resting(&self, rests: bool) {
        self.shared.set_resting(rests);
    }
}

impl Drop for Team {
    /// Lets the helpers end and waits for that.
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
