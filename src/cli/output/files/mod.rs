//! Writing files. All files that the program writes go through this module, so that no data of the user is lost:
//!
//! - A [`WholeFile`] is written next to its final path and gets that path when it is complete and safely on disk. An
//!   existing file stays until then, and is kept if the new one is never completed.
//! - A [`PartFile`] collects answers one by one in `FILE.part`, which stays if the process is killed, and becomes
//!   `FILE` at the end.
//! - A [`LockedFile`] is one that a run reads back and appends to or replaces, one process at a time.
//! - Pipes and devices, `/dev/stdout` among them, are written directly ([`direct`]).
//!
//! - Logs are [appended](append_to_log) to.
//!
//! None of them touches a file on which another process works.
//!
//! [`conflicts`] finds files of a command line that would be both read and written, even under different names. Files
//! created inside folders get names that no other output of the run has ([`claim_in_folder`]).

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
pub use whole::{WholeFile, try_file, try_folder, write_whole};
