//! The tsume solver: against brute force, against known answers, and where it could easily be wrong.

#[path = "../oracle/mod.rs"]
mod mailbox;

mod oracle;
mod policy;
mod solve;
