//! What a search of several processes asks of whatever connects them.

use std::fmt;

/// A process that does not answer any more. The search cannot go on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLost {
    /// Its number.
    pub process: usize,
    /// What was seen of it.
    pub cause: String,
}

impl fmt::Display for HostLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}: {}", self.process, self.cause)
    }
}

impl std::error::Error for HostLost {}

/// The connections between the processes of a search.
pub trait Exchange: Send {
    /// The number of this process, from 0.
    fn process(&self) -> usize;

    /// How many there are.
    fn processes(&self) -> usize;

    /// Sends a message to each process, this one included: the first half of an exchange. The n-th exchanges of all
    /// processes belong together.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), HostLost>;

    /// What each process sent to this one: the second half.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn receive(&mut self) -> Result<Vec<Vec<u8>>, HostLost>;

    /// Sends a message to each process and returns what each sent to this one.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, HostLost> {
        self.send(messages)?;
        self.receive()
    }
}

/// A process that is the only one.
#[derive(Default)]
pub struct Alone {
    /// What it sent to itself last.
    sent: Vec<Vec<u8>>,
}

impl Exchange for Alone {
    fn process(&self) -> usize {
        0
    }

    fn processes(&self) -> usize {
        1
    }

    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), HostLost> {
        self.sent = messages;
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, HostLost> {
        Ok(std::mem::take(&mut self.sent))
    }
}
