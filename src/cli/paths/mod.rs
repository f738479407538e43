//! Paths, for the code that reads files and the code that writes them: where they lead, and whether two lead to the
//! same file.

mod identity;
mod links;

pub use identity::Identity;
pub use links::{folder_of, is_folder, is_open_already, through_links};
