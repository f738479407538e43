//! Files that the program writes. Every one of them goes through here, so that nothing a user has is lost:
//!
//! - A [`WholeFile`] is written beside its place and takes it when it is complete, safely on disk. What was there
//!   before stays until then, and stays if there is no complete file.
//! - A [`PartFile`] takes answers one by one in `FILE.part`, where they outlive the process, and becomes `FILE` at the
//!   end.
//! - Pipes and devices, `/dev/stdout` among them, are written directly ([`place`]).
//!
//! [`conflicts`] finds files of a command line that would be both read and written, by whatever names.

pub mod conflicts;
mod identity;
mod part;
mod place;
mod unfinished;
mod whole;

pub use identity::{Identity, InputFiles};
pub use part::PartFile;
pub use place::is_folder;
pub use whole::{WholeFile, claim_beside, write_whole};
