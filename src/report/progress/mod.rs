//! The progress of a search as text.

mod certificate;
mod search_eta;
mod words;

pub use certificate::{CertificateProgress, CertificateSoFar};
pub use search_eta::SearchEta;
pub use words::{ply_text, progress_text, short_time};
