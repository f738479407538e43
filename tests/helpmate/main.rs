//! The helpmate solver: against breadth-first search, against known answers, at its limits, and where it could
//! easily be wrong.

#[path = "../oracle/mod.rs"]
mod mailbox;
#[path = "../shared_files/mod.rs"]
mod shared_files;

mod checkpoint;
mod cluster;
mod composer;
mod conditions;
mod corpus;
mod folder;
mod forgetting;
mod limits;
mod oracle;
mod problem;
mod solutions;
mod solve;
mod traps;
mod verify;
