//! Reading problems and game records by what a text holds, not by its name: SFEN sets, USI `position` lines, KIF, KI2
//! and their boards (BOD), CSA, JKF and the answers of `tsumugi solve --json`; UTF-8 or Shift_JIS.
//!
//! Every move is played: a record with an illegal one is an error that names its line. Moves behind a diagram are its
//! intended line. A record that cannot be read is an error, and the next one is read. One record at a time is in memory.
//!
//! A diagram of the KIF family that does not list White's hand (後手の持駒), or says 残り全部, means that the defender
//! holds what stands nowhere else: the reader puts it there, and [`Problem::rest`](crate::problem::Problem::rest) says so.

mod blocks;
mod csa;
mod cursor;
mod detect;
mod encoding;
mod json;
mod kifu;
mod playing;

pub use detect::TextFormat;
pub use encoding::{Decoded, Encoding};
pub(super) use blocks::MAX_RECORD;
pub(super) use json::DEEPEST_FORKS;
pub(super) use kifu::{ENDINGS, handicap_of, handicap_position};

use crate::problem::{self, LineError, Lines, Place, Problem, ReadError};
use blocks::Blocks;
use std::io::BufRead;

/// The problems of a text of any format, in its order.
pub struct Reader<R> {
    format: TextFormat,
    source: Source<R>,
    file: String,
}

enum Source<R> {
    Set(problem::Reader<Decoded<R>>),
    Blocks(Blocks<Decoded<R>>),
    Json(json::Values<Decoded<R>>),
    /// The text could not be read far enough to tell.
    Failed(Option<ReadError>),
}

impl<R: BufRead> Reader<R> {
    /// A reader of a text that errors and places call `file`. Looks at the first lines.
    pub fn new(input: R, encoding: Encoding, file: impl Into<String>) -> Reader<R> {
        let file = file.into();
        let mut lines = Lines::new(Decoded::new(input, encoding));
        let (format, source) = match detect::format(&mut lines) {
            Ok(TextFormat::Sfen) => {
                (TextFormat::Sfen, Source::Set(problem::Reader::of_lines(lines, file.clone())))
            }
            Ok(TextFormat::Json) => (TextFormat::Json, Source::Json(json::Values::new(lines))),
            Ok(format) => (format, Source::Blocks(Blocks::new(lines, format))),
            Err(error) => {
                (TextFormat::Sfen, Source::Failed(Some(ReadError::Io { file: file.clone(), error })))
            }
        };
        Reader { format, source, file }
    }

    /// What the text was taken for.
    pub fn format(&self) -> TextFormat {
        self.format
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Problem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = match &mut self.source {
            Source::Set(reader) => return reader.next(),
            Source::Failed(error) => return error.take().map(Err),
            Source::Blocks(blocks) => {
                let record = match self.format {
                    TextFormat::Csa => blocks.next_record::<csa::Reading>(),
                    _ => blocks.next_record::<kifu::Reading>(),
                };
                record.transpose()?
            }
            Source::Json(values) => values.next()?,
        };
        let file = || self.file.clone();
        Some(match found {
            Err(error) => Err(ReadError::Io { file: file(), error }),
            Ok(Ok(problem)) => {
                let place = Place { file: file(), line: problem.place.line };
                Ok(Problem { place, ..problem })
            }
            Ok(Err(fault)) => {
                let place = Place { file: file(), line: fault.line };
                Err(LineError { place, column: fault.column, kind: fault.kind }.into())
            }
        })
    }
}
