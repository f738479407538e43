//! The interface through which the processes of a search communicate.

use std::fmt;

/// A process that does not answer any more; the search cannot go on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLost {
    /// Its number.
    pub process: usize,
    /// The error by which the loss was noticed.
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

    /// The number of processes.
    fn processes(&self) -> usize;

    /// Sends a message to each process, including this one: the first half of an exchange. The n-th exchanges of
    /// all processes belong together.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), HostLost>;

    /// Returns the message that each process sent to this one: the second half of an exchange.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn receive(&mut self) -> Result<Vec<Vec<u8>>, HostLost>;

    /// Sends a message to each process, and returns the message that each one sent to this process.
    ///
    /// # Errors
    /// The process that does not take part any more.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, HostLost> {
        self.send(messages)?;
        self.receive()
    }
}

/// The exchange of a process that is the only one.
#[derive(Default)]
pub struct Alone {
    /// The messages that it sent to itself last.
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
