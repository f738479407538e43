//! Paths, for what reads files and what writes them: where they lead, and whether two mean the same file.

mod identity;
mod links;

pub use identity::Identity;
pub use links::{folder_of, is_folder, is_open_already, through_links};
