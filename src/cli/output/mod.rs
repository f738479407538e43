//! The destinations and the form of answers: streams, files, formats.

mod answer_form;
pub mod batch;
pub mod certificate;
pub mod destination;
pub mod drawing;
pub mod files;
pub mod formats;
pub mod found;
pub mod graph;
pub mod heading;
pub mod problem_keys;
pub mod stdout;
pub mod twins;

pub use answer_form::AnswerForm;
