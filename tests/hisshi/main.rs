//! Brinkmate (必至): against a plain search over all moves, against the shipped problems, and where it could easily be
//! wrong.

#[path = "../oracle/mod.rs"]
mod mailbox;

mod drawn;
mod limits;
mod oracle;
mod plain;
mod positions;
mod shipped;
mod solve;
