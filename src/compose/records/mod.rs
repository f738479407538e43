//! Records (記録): what a solution does, in numbers, and the greatest of each number over a collection.

mod diagram;
mod greatest;
mod journey;
mod line;
mod measure;

pub use greatest::{Greatest, GreatestOf};
pub use journey::{Journey, Run};
pub use line::LineRecords;
pub use measure::Measure;
