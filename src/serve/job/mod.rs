//! Jobs: what was asked for, the queue with its budget, the work, what is told about it while it goes on, and the
//! folder in which all of it is kept.

mod folder;
mod going_on;
mod live;
mod log;
mod progress;
mod queue;
mod request;
mod run;
mod shared;
mod state;
mod view;
mod work;

pub use folder::open_data;
pub use queue::Jobs;
pub use request::Kind;
pub use shared::Job;
pub use view::Batch;
