//! Checkpoints of a search, from which `tsumugi resume` continues it.

mod note;
mod part_folder;
mod reading;
mod schedule;

pub use note::{Note, whole_path};
pub use part_folder::PartFolder;
pub use reading::WatchedFolder;
pub use schedule::Schedule;
