//! Why the processes of a distributed search cannot connect.

use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why a process cannot take part in a distributed search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of hosts, or the secret, cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// A line of the list is not an address.
    #[error("line {line}: `{text}` is not HOST:PORT")]
    Address {
        /// The line, from 1.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// The list contains an address twice.
    #[error("lines {first} and {second} have the same address")]
    SameAddress {
        /// The first line with the address, from 1.
        first: usize,
        /// The other line, from 1.
        second: usize,
    },
    /// There are fewer than two hosts in the list, or more than 255.
    #[error("{0} hosts, not 2 to 255")]
    Count(usize),
    /// The number of this process is not in the list.
    #[error("process {process} of {processes}, which count from 0")]
    NoSuchProcess {
        /// The number of this process.
        process: usize,
        /// The number of processes in the list.
        processes: usize,
    },
    /// Other users may read the secret.
    #[error("other users can read the secret (mode {mode:o}, not 600)")]
    OpenSecret {
        /// The file's permissions.
        mode: u32,
    },
    /// The secret is shorter than 16 bytes.
    #[error("the secret has {0} bytes, not 16 or more")]
    ShortSecret(usize),
    /// This process cannot listen on its own address.
    #[error("{address} cannot be listened on: {source}")]
    Listen {
        /// The address.
        address: String,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A process did not connect in time.
    #[error("process {process} at {address} did not answer within {} s", .waited.as_secs_f64())]
    Absent {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// How long this process waited.
        waited: Duration,
        /// Why it could not be called, if this process was to call it.
        cause: Option<io::Error>,
    },
    /// A process that knows the secret has another build, problem, list or other options.
    #[error("process {process} at {address} has a different {what}")]
    Differs {
        /// The number of that process.
        process: usize,
        /// The address of that process.
        address: String,
        /// What is different there.
        what: Difference,
    },
    /// The system provides no random numbers, or no threads.
    #[error("{0}")]
    System(#[source] io::Error),
}

/// What all processes of a search must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The build of the program.
    Build,
    /// The problem, the options and the list of hosts.
    Task,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Difference::Build => "build of the program",
            Difference::Task => "problem, options or list of hosts",
        })
    }
}
