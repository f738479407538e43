//! Reading problems and game records in a format detected from the contents, not from the file's name: SFEN
//! sets, USI `position` lines, KIF, KI2 and their boards (BOD), CSA, JKF and the answers of
//! `tsumugi solve --json`; in UTF-8, UTF-16, Shift_JIS or EUC-JP, compressed by gzip or not.
//!
//! Every move is played. A record with an illegal move is an error that names the line, except that
//! [`Reader::up_to_illegal_moves`] reads games up to such a move. Moves after a diagram are its intended
//! line. A record that cannot be read yields an error, and reading continues with the next one. Only one
//! record at a time is held in memory.
//!
//! A diagram of the KIF family that does not list White's hand (後手の持駒), or says 残り全部, means that the defender
//! holds all remaining pieces: the reader adds them, and [`Problem::rest`](crate::problem::Problem::rest)
//! records that.

mod blocks;
mod compressed;
mod csa;
mod cursor;
mod detect;
mod encoding;
mod json;
mod kifu;
mod move_list;
mod record_builder;
mod record_reader;

pub use detect::TextFormat;
pub use encoding::{Decoded, Encoding};
pub(super) use json::DEEPEST_FORKS;
pub(super) use kifu::ENDINGS;

use crate::problem::{self, LineError, Place, Problem, ReadError, TextLines};
use blocks::Blocks;
pub use compressed::CompressedError;
use compressed::Decompressed;
pub use move_list::read_moves;
use record_builder::IllegalMoves;
use std::io::{self, BufRead, Read};

/// Reads the problems of a text of any format, in their order.
pub struct Reader<R> {
    format: TextFormat,
    source: Source<R>,
    file: String,
    illegal_moves: IllegalMoves,
}

/// A text converted to UTF-8.
type Text<R> = Decoded<Decompressed<R>>;

enum Source<R> {
    Set(problem::Reader<Text<R>>),
    Blocks(Blocks<Text<R>>),
    Json(json::Values<Text<R>>),
    /// An error came before the format could be detected.
    Failed(Option<ReadError>),
}

impl<R: BufRead> Reader<R> {
    /// A reader of a text; `file` is its name in errors and places. Examines the first lines.
    pub fn new(input: R, encoding: Encoding, file: impl Into<String>) -> Reader<R> {
        let file = file.into();
        let opened = Decompressed::new(input, encoding != Encoding::Auto).and_then(|input| {
            let mut lines = TextLines::new(Decoded::new(input, encoding));
            detect::format(&mut lines).map(|format| (format, lines))
        });
        let (format, source) = match opened {
            Ok((TextFormat::Sfen, lines)) => {
                (TextFormat::Sfen, Source::Set(problem::Reader::of_lines(lines, file.clone())))
            }
            Ok((TextFormat::Json, lines)) => (TextFormat::Json, Source::Json(json::Values::new(lines))),
            Ok((format, lines)) => (format, Source::Blocks(Blocks::new(lines, format))),
            Err(error) => {
                (TextFormat::Sfen, Source::Failed(Some(ReadError::Io { file: file.clone(), error })))
            }
        };
        Reader { format, source, file, illegal_moves: IllegalMoves::default() }
    }

    /// Accepts games in which an illegal move was played: in KIF, KI2, CSA and JKF the illegal move ends its
    /// line. In a main line it is the last move; such a record can be written only after removing it. A side
    /// line ends before the illegal move, with [`Ending::IllegalMove`](crate::record::Ending::IllegalMove)
    /// and the move's name as a comment; [`Problem::illegal_side_moves`] lists these moves. Comments on the
    /// move are attached to the position before it; everything else after it, branches included, is dropped.
    /// SFEN sets are read as usual, because their moves are not played.
    pub fn up_to_illegal_moves(mut self) -> Reader<R> {
        self.illegal_moves = IllegalMoves::EndLine;
        self
    }

    /// The detected format of the text.
    pub fn format(&self) -> TextFormat {
        self.format
    }
}

/// Converts a whole text in any supported encoding (see [`Encoding::Auto`]) to UTF-8, without a byte order
/// mark and with `\n` as line ends; gzip is unpacked.
///
/// # Errors
/// An I/O error, or bytes that are not text.
pub fn read_text<R: BufRead>(input: R) -> io::Result<String> {
    let mut text = String::new();
    Decoded::new(Decompressed::new(input, false)?, Encoding::Auto).read_to_string(&mut text)?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    // The readers of lines do not accept a lone carriage return as a line end.
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Problem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = match &mut self.source {
            Source::Set(reader) => return reader.next(),
            Source::Failed(error) => return error.take().map(Err),
            Source::Blocks(blocks) => {
                let record = match self.format {
                    TextFormat::Csa => blocks.next_record::<csa::Reading>(self.illegal_moves),
                    TextFormat::Kifu => blocks.next_record::<kifu::Reading>(self.illegal_moves),
                    TextFormat::Sfen | TextFormat::Json => unreachable!("these are no blocks"),
                };
                record.transpose()?
            }
            Source::Json(values) => values.next_problem(self.illegal_moves).transpose()?,
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
