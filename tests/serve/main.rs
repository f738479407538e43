//! `tsumugi serve`: every call of its API, every refusal, and what jobs outlive.

#![cfg(feature = "serve")]

mod calls;
mod checks;
mod client;
mod docs;
mod hostile;
mod jobs;
mod kept;
mod load;
mod made;
mod refusals;
mod server;
mod slow;
mod stated;
mod streams;
