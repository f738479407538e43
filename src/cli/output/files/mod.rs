//! Files that the program writes. Every one of them goes through here, so that nothing a user has is lost:
//!
//! - A [`WholeFile`] is written beside its place and takes it when it is complete, safely on disk. What was there
//!   before stays until then, and stays if there is no complete file.
//! - A [`PartFile`] takes answers one by one in `FILE.part`, where they outlive the process, and becomes `FILE` at the
//!   end.
//! - A [`LockedFile`] is one that runs read back and add to or replace, one process at a time.
//! - Pipes and devices, `/dev/stdout` among them, are written directly ([`direct`]).
//!
//! - Logs are [appended](append_to_log) to.
//!
//! None of them touches a file on which another process is at work.
//!
//! [`conflicts`] finds files of a command line that would be both read and written, by whatever names. What is made inside
//! folders gets names that no other output of the run has ([`claim_in_folder`]).

mod appended;
mod claimed;
pub mod conflicts;
mod direct;
mod inputs;
mod lock;
mod locked;
mod names;
mod part;
mod unfinished;
mod whole;
mod write_target;

pub use appended::append_to_log;
pub use claimed::claim_in_folder;
pub use inputs::InputFiles;
pub use locked::{LockedFile, was_cut};
pub use names::state_of;
pub use part::PartFile;
pub use whole::{WholeFile, try_folder, write_whole};
