//! The first process, while it works alone and the others wait for its calls.

use super::exchange::{Exchange, HostLost};
use super::rounds::reason_of;
use crate::solve::outcome::Reason;
use std::time::{Duration, Instant};

/// Time between two calls.
const CALL_EVERY: Duration = Duration::from_millis(50);

/// The first process, while it is ahead.
pub(super) struct Ahead {
    /// The way to the others.
    pub others: Box<dyn Exchange>,
    /// Of each position found the bytes of its key that owners look at.
    pub keys: Vec<u8>,
    called: Instant,
}

/// What the first process calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Wait,
    Join,
    End,
}

impl Ahead {
    /// It goes ahead now.
    pub fn new(others: Box<dyn Exchange>) -> Ahead {
        Ahead { others, keys: Vec::new(), called: Instant::now() }
    }

    /// Whether the others should hear something.
    pub fn is_call_due(&self) -> bool {
        self.called.elapsed() >= CALL_EVERY
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.keys.capacity() as u64
    }

    /// Calls the others. Returns why one of them must end.
    pub fn call(&mut self, call: Call, more: &[u8]) -> Result<Option<Reason>, HostLost> {
        self.called = Instant::now();
        let message = [&[call as u8], more].concat();
        let messages = self.others.exchange(vec![message; self.others.processes()])?;
        Ok(messages[1..].iter().find_map(|message| reason_of(*message.first()?)))
    }
}
