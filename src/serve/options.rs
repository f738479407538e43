//! What the server is started with.

use super::limits::Budget;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Where to listen, what jobs may use, and where they are kept.
#[derive(Clone, Debug)]
pub struct Options {
    /// An address or a name of this machine to listen on, for other machines too. Whoever comes needs a token then.
    /// `None`: the loopback address, which only this machine reaches.
    pub listen: Option<String>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder in which jobs are kept.
    pub data: PathBuf,
    /// What all jobs together may use.
    pub budget: Budget,
    /// The time between two checkpoints of a job.
    pub every: Duration,
}

/// A server that listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listening {
    /// The address.
    pub address: SocketAddr,
    /// Where the page is, with the token if one is needed.
    pub url: String,
    /// The token, if one is needed.
    pub token: Option<String>,
    /// Jobs of an earlier server that go on.
    pub going_on: usize,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("{address}: {cause}")]
    Address {
        /// The address and the port.
        address: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The folder for jobs cannot be used.
    #[error("{}: {cause}", .path.display())]
    Data {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Another server uses the folder.
    #[error("{}: another server uses this folder: {holder:?}", .path.display())]
    Held {
        /// The folder.
        path: PathBuf,
        /// Who, where that is written down.
        holder: Option<Holder>,
    },
    /// The system refuses something else: threads, random numbers.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The server that uses a folder.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Holder {
    /// The number of its process.
    pub pid: u32,
    /// Where its page is.
    pub url: String,
}
