//! The composer's workshop: against the tests' own rules and plain loops.

#[path = "../oracle/mod.rs"]
mod mailbox;

mod extend;
mod fillings;
mod records;
mod repair;
mod search;
mod sound;
mod templates;
