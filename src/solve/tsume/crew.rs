//! Threads that work on the question of a search beside it.
//!
//! All of them start from the same position, each with a path of its own, and share the table: what one finds out the others need
//! not search. Only what holds on every path is shared as known, so it does not matter who found it. Where another thread is at the
//! child that would be chosen, the child counts as a little less promising than it is (virtual proof numbers; Kaneko 2010), see
//! [`marks`](super::marks). The first answer is everyone's.
//!
//! To [polish](super::polish) a line each thread takes up positions of its own, from the start.
//!
//! Helpers begin when a question turns out to be a long one, rest while the solver is not pulled, and leave a question before the
//! next is asked.

mod shared;

use super::find::{Finder, Value};
use super::marks::Marks;
use super::number::{LONGEST, Number};
use super::polish::Polishing;
use super::pulse::Pulse;
use super::search::Search;
use super::stack::Stack;
use crate::position::Position;
pub(super) use shared::{Counts, Shared};
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, panicking};

/// What can be asked about a position.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// Whether there is a mate within so many plies.
    Within { bound: u16 },
    /// Whether there is a mate.
    Any { is_scrupulous: bool },
    /// The same within so many plies; only a mate is an answer for sure.
    Shorter { bound: u16 },
    /// Whether mates behind positions of a line can be shortened. Each thread asks about positions of its own.
    Polish(Arc<Polishing>),
}

/// What a search says to it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finding {
    Within(Number),
    Any(Value),
    /// Every position of the line was taken up.
    Polished,
}

impl Finding {
    fn is_answer(&self) -> bool {
        match self {
            Finding::Within(number) => number.is_answered(),
            Finding::Any(value) => value.is_decided(),
            // It answers nothing: the leader says when it is over.
            Finding::Polished => false,
        }
    }
}

/// The helpers of a search.
pub(super) struct Crew {
    shared: Arc<Shared>,
    /// Searches of helpers that were not needed so far.
    idle: Vec<Search>,
    threads: Vec<JoinHandle<()>>,
    /// How many threads there may be, that of the search among them.
    threads_in_all: usize,
    /// A question that is not known to be a long one yet.
    pending: Option<(Position, Question)>,
    /// From how many nodes on it is.
    ask_at: u64,
    /// Each thread has questions of its own.
    is_polishing: bool,
    /// Nodes that the search spends alone.
    alone: u64,
}

impl Crew {
    /// Gives a search helpers, which start working when it has spent so many nodes alone.
    pub fn join(search: &mut Search, helpers: usize, alone: u64) {
        let shared = Arc::new(Shared::new(search.pulse.end()));
        let mut marks = Marks::of_threads(1 + helpers).into_iter();
        search.marks = marks.next();
        let helper = |marks| Search {
            marks: Some(marks),
            ..search.for_another_thread(Pulse::of_helper(Arc::clone(&shared)))
        };
        let idle = marks.map(helper).collect();
        search.pulse.crew = Some(Crew {
            shared,
            idle,
            threads: Vec::new(),
            threads_in_all: 1 + helpers,
            pending: None,
            ask_at: 0,
            is_polishing: false,
            alone,
        });
    }

    /// How many threads work with the search.
    pub fn helpers(&self) -> usize {
        self.threads.len()
    }

    /// Whether each thread has questions of its own, to which the nodes of the others do not count.
    pub fn is_polishing(&self) -> bool {
        self.is_polishing
    }

    /// Nodes of the helpers.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes()
    }

    /// What they counted besides, up to the last question.
    pub fn counts(&self) -> Counts {
        self.shared.counts()
    }

    /// The search begins with a question after so many nodes.
    fn propose(&mut self, asked: (Position, Question), nodes: u64) {
        self.is_polishing = matches!(asked.1, Question::Polish(_));
        self.ask_at = self.alone.max(if self.is_polishing { 0 } else { nodes + self.alone / 256 });
        self.pending = Some(asked);
        self.attend(nodes);
    }

    /// Asks the helpers, too, when it is time to. Whether one of them has the answer.
    pub fn attend(&mut self, nodes: u64) -> bool {
        if nodes >= self.ask_at
            && let Some(asked) = self.pending.take()
        {
            self.begin();
            self.shared.ask(asked);
        }
        self.shared.is_answered()
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
            search.pulse.stay_above(stack.floor());
            shared.serve(&mut search);
        };
        Builder::new().name("tsume-helper".to_owned()).stack_size(stack.bytes()).spawn(work)
    }

    /// The search has ended with its question: so have the helpers, when this returns. An answer that one of them has.
    fn conclude(&mut self) -> Option<Finding> {
        (self.pending, self.is_polishing) = (None, false);
        if self.threads.is_empty() { None } else { self.shared.conclude() }
    }

    /// Helpers do not work while something else is done.
    pub fn rest<T>(&self, meanwhile: impl FnOnce() -> T) -> T {
        self.shared.set_resting(true);
        let done = meanwhile();
        self.shared.set_resting(false);
        done
    }
}

impl Drop for Crew {
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

impl Search {
    /// What is found out about the present position, together with the helpers, if there are some.
    pub(super) fn find_out(&mut self, question: Question) -> Finding {
        let nodes = self.pulse.ticks();
        let allowed = self.pulse.allowed();
        let Some(crew) = self.pulse.crew.as_mut().filter(|crew| !crew.is_polishing) else {
            return self.find_out_alone(question);
        };
        crew.propose((self.position.clone(), question.clone()), nodes);
        let finding = self.find_out_alone(question);
        self.pulse.restore(allowed);
        let others = self.pulse.crew.as_mut().and_then(Crew::conclude);
        others.filter(|_| !finding.is_answer()).unwrap_or(finding)
    }

    fn find_out_alone(&mut self, question: Question) -> Finding {
        match question {
            Question::Within { bound } => Finding::Within(self.inquire_alone(bound)),
            Question::Any { is_scrupulous } => Finding::Any(Finder::new(self, is_scrupulous).find(LONGEST)),
            Question::Shorter { bound } => Finding::Any(Finder::within(self).find(bound)),
            Question::Polish(work) => {
                self.polish_with_others(&work);
                Finding::Polished
            }
        }
    }
}
