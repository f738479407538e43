//! Jobs: the request, the queue with its budget, the work, the reports to clients, and the folder in which everything
//! is stored.

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
