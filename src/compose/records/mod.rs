//! Records (記録): measurements of solutions, and the greatest value of each measure over a collection.

mod diagram;
mod greatest;
mod journey;
mod line;
mod measure;

pub use greatest::{Greatest, GreatestOf};
pub use journey::{Journey, Run};
pub use line::LineRecords;
pub use measure::Measure;
