//! `tsumugi serve`: the page in the browser, and the JSON API behind it (docs/api.md).
//!
//! It is a front end like the command line: text or board → [`Question`](crate::problem::Question) →
//! [`Solver`](crate::solve::Solver) → [`Outcome`](crate::solve::Outcome) → the JSON of `report`. What it adds are
//! jobs that outlive the page and the process, event streams, and limits on what strangers may ask.
//!
//! One thread of an asynchronous runtime holds all connections. What takes a while is done by a few other threads,
//! and each job has one. Nothing here prints.

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
