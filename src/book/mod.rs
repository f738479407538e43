//! Opening books (定跡): the text format `#YANEURAOU-DB2016 1.00`, read, probed on disk, made and joined.
//!
//! A position and its turn by 180° are one position: [`SortedBook::probe`] finds either, and [`Book::normalise`]
//! joins both under the form in which Black is to move. Move numbers of the SFEN are passed over.

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
