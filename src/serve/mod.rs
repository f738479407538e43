//! `tsumugi serve`: the web page, and the JSON API that it uses (docs/api.md).
//!
//! A front end like the command line: text or board → [`Question`](crate::problem::Question) →
//! [`Solver`](crate::solve::Solver) → [`Outcome`](crate::solve::Outcome) → the JSON of `report`. In addition it has
//! jobs that outlive the page and the process, event streams, and limits on requests from unknown clients.
//!
//! A single-threaded asynchronous runtime handles all connections. Work that takes a while runs on a few other
//! threads, and each job has its own thread. Nothing here prints.

mod api;
mod error;
mod fields;
mod files;
mod http;
mod job;
mod limits;
mod options;
mod random;
mod reply;
mod server;

pub use limits::{Budget, LEAST_MEMORY};
pub use options::{Holder, Listening, Options, ServeError};
pub use server::run;
