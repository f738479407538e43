//! The options of the server.

use super::limits::Budget;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where to listen, what jobs may use, and where they are stored.
#[derive(Clone, Debug)]
pub struct Options {
    /// An address or a name of this machine to listen on; other machines can then connect too, and clients need a
    /// token. `None`: the loopback address, which only this machine can reach.
    pub listen: Option<String>,
    /// The port; 0 for any free port.
    pub port: u16,
    /// The folder in which jobs are stored.
    pub data: PathBuf,
    /// What all jobs together may use.
    pub budget: Budget,
    /// The time between two checkpoints of a job.
    pub every: Duration,
}

/// A server that is listening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listening {
    /// The address.
    pub address: SocketAddr,
    /// The URL of the page, with the token if one is needed.
    pub url: String,
    /// The token, if one is needed.
    pub token: Option<String>,
    /// The number of jobs of an earlier server that are continued.
    pub going_on: usize,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The server cannot listen on the address.
    #[error("{address}: {cause}")]
    Address {
        /// The address and the port.
        address: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The folder for jobs cannot be used.
    #[error("{}: {cause}", .path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// Another server uses the folder.
    #[error("{}: another server uses this folder: {holder:?}", .path.display())]
    Held {
        /// The folder.
        path: PathBuf,
        /// The server that uses it, if that is recorded.
        holder: Option<Holder>,
    },
    /// Another error of the operating system, about threads or random numbers.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The server that uses a folder.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Holder {
    /// The process id.
    pub pid: u32,
    /// The URL of its page.
    pub url: String,
}
