//! The tsume solver: against brute force, against known answers, and where it could easily be wrong.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../helpmate/folder.rs"]
mod folder;
#[path = "../oracle/mod.rs"]
mod mailbox;
#[path = "../shared_files/mod.rs"]
mod shared_files;

mod batches;
mod certificate;
mod checkpoint;
mod cooks;
mod corpus;
mod oracle;
mod page;
mod policy;
mod problem;
mod proved;
mod readings;
mod recorded;
mod shipped_traps;
mod solve;
mod surplus;
mod threads;
mod traps;
mod zukou;
