//! Checkpoints of a search, from which `tsumugi resume` goes on.

mod note;
mod schedule;

pub use note::{Note, whole_path};
pub use schedule::Schedule;
