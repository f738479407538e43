//! What can be typed behind `book`.

use super::inputs::InputFlags;
use super::{examples, new_file, number};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What is done with opening books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book out of game records: how often each move was played, and its value by the results; or, with --search, by
    /// searching outwards from positions
    #[command(after_help = examples::english("book build"))]
    Build(BookBuildFlags),
    /// Sort a book, so that the engine can use it
    #[command(after_help = examples::english("book sort"))]
    Sort(BookFlags),
    /// Join books: positions that are turns of each other become one; values of the deeper search, or of
    /// all games together, counts added
    #[command(after_help = examples::english("book merge"))]
    Merge(BooksFlags),
    /// Turn every position of a book by 180°
    #[command(after_help = examples::english("book flip"))]
    Flip(BookFlags),
    /// Exchange left and right in every position of a book
    #[command(after_help = examples::english("book mirror"))]
    Mirror(BookFlags),
    /// Give each move that leads to a position of the book the value of that position, from the leaves up
    #[command(after_help = examples::english("book minimax"))]
    Minimax(BookFlags),
    /// Count what is in books
    #[command(after_help = examples::english("book stats"))]
    Stats {
        /// Books
        #[arg(required = true, value_name = "BOOK")]
        books: Vec<PathBuf>,
        /// One JSON object a line for each book
        #[arg(long, help_heading = "Output")]
        json: bool,
    },
}

/// Flags of commands that make a book of one.
#[derive(Debug, Args)]
pub struct BookFlags {
    /// The book
    #[arg(value_name = "BOOK")]
    pub book: PathBuf,
    #[command(flatten)]
    pub out: BookOut,
}

/// Flags of commands that make a book of several.
#[derive(Debug, Args)]
pub struct BooksFlags {
    /// Books
    #[arg(required = true, value_name = "BOOK")]
    pub books: Vec<PathBuf>,
    #[command(flatten)]
    pub out: BookOut,
}

/// Flags of `book build`.
#[derive(Debug, Args)]
pub struct BookBuildFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// So many plies of each game; with --search, from the positions
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number(1..=10_000_u32))]
    pub plies: u32,
    /// Only moves that were played so often
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u64::MAX), conflicts_with = "search")]
    pub least_count: u64,
    /// Search outwards from the last position of each record with the engine, the positions first that are reached by the best
    /// moves. A book that is there is gone on with. With the default of --nodes its moves are some 12 plies deep: set the
    /// engine's BookDepthLimit, which is 16 unless it is set, to 0
    #[arg(long)]
    pub search: bool,
    /// Positions to search for each position of the book
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number(1_000..=u64::MAX), requires = "search")]
    pub nodes: u64,
    /// Positions to search for the whole book, those of earlier runs included: BUDGET / NODES is the number of its positions
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = number(1_000..=u64::MAX), requires = "search")]
    pub budget: u64,
    /// Moves of each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number(1..=50_u16), requires = "search")]
    pub moves: u16,
    #[command(flatten)]
    pub out: BookOut,
}

/// Where a book goes.
#[derive(Debug, Args)]
pub struct BookOut {
    /// Write the book to this file, which may not be one that is read
    #[arg(long, required = true, value_name = "FILE", value_parser = new_file(), help_heading = "Output")]
    pub out: PathBuf,
}
