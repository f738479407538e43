//! Opening books (定跡) in the text format `#YANEURAOU-DB2016 1.00`: reading, probing on disk, building and
//! merging.
//!
//! A position and the same position turned by 180° count as one: [`SortedBook::probe`] finds either, and
//! [`Book::normalise`] merges both in the form with Black to move. The move numbers of SFENs are ignored.

mod build;
mod choice;
mod entry;
mod error;
mod expansion;
mod minimax;
mod reader;
mod results;
mod sorted;
mod stats;
mod whole;

pub use build::{BuildOptions, Builder};
pub use choice::Choice;
pub use entry::BookMove;
pub use error::{BookError, BookFault};
pub use expansion::{Expansion, ExpansionOptions};
pub use minimax::{Minimax, minimax};
pub use reader::{BookRecord, HEADER, Reader};
pub use sorted::SortedBook;
pub use stats::{BookStats, stats};
pub use whole::Book;
