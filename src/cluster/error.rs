//! Why processes do not come together.

use std::io;
use std::time::Duration;
use thiserror::Error;

/// Why a process cannot take part in a search of several.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of hosts, or the secret, cannot be read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// A line of the list is no address.
    #[error("line {line}: `{text}` is no HOST:PORT")]
    Address {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// An address stands in the list twice.
    #[error("lines {first} and {second} have the same address")]
    SameAddress {
        /// The line where it stands first, from 1.
        first: usize,
        /// The other one.
        second: usize,
    },
    /// There are fewer than two hosts in the list, or more than 255.
    #[error("{0} hosts, not 2 to 255")]
    Count(usize),
    /// The number of this process is none of the list.
    #[error("process {process} of {processes}, which count from 0")]
    NoSuchProcess {
        /// The number.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// Others may read the secret.
    #[error("others may read the secret (mode {mode:o}, not 600)")]
    OpenSecret {
        /// The file's permissions.
        mode: u32,
    },
    /// The secret is shorter than 16 bytes.
    #[error("the secret has {0} bytes, not 16 or more")]
    ShortSecret(usize),
    /// The own address cannot be listened on.
    #[error("{address} cannot be listened on: {source}")]
    Listen {
        /// The address.
        address: String,
        /// Why.
        source: io::Error,
    },
    /// A process did not come within the time.
    #[error("process {process} at {address} did not answer in {} s", .waited.as_secs())]
    Absent {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// A process that knows the secret has another build, problem, options or list.
    #[error("process {process} at {address} has another {what}")]
    Differs {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// What is different there.
        what: Difference,
    },
    /// The system has no random numbers, or no threads.
    #[error("{0}")]
    System(#[source] io::Error),
}

/// What two processes of a search must have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The program.
    Build,
    /// The problem, the options, or the list of hosts.
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
