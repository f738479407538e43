//! What can be typed behind `book`.

use super::inputs::InputFlags;
use super::{examples, new_file, number};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What is done with opening books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Create a book from game records: how often each move was played, and its value by the results of the games; or,
    /// with --search, by searching outwards from positions
    #[command(after_help = examples::english("book build"))]
    Build(BookBuildFlags),
    /// Sort a book so that the engine can use it
    #[command(after_help = examples::english("book sort"))]
    Sort(BookFlags),
    /// Merge books: positions that are equal after a turn by 180° become one; its values come from the deeper search,
    /// or from all games together; counts are added
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
    /// Count the positions and moves in books
    #[command(after_help = examples::english("book stats"))]
    Stats {
        /// Books
        #[arg(required = true, value_name = "BOOK")]
        books: Vec<PathBuf>,
        /// Write JSON Lines, one object per book
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
    /// Number of plies of each game; with --search, counted from the starting positions
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number(1..=10_000_u32))]
    pub plies: u32,
    /// Only moves that were played at least this often
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u64::MAX), conflicts_with = "search")]
    pub least_count: u64,
    /// Search outwards from the last position of each record with the engine; positions reached by the best moves come
    /// first. An existing book is continued. With the default of --nodes, moves have a depth of about 12 plies: to use
    /// them, set the engine's option BookDepthLimit (default 16) to 0
    #[arg(long)]
    pub search: bool,
    /// Positions to search for each position of the book
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number(1_000..=u64::MAX), requires = "search")]
    pub nodes: u64,
    /// Positions to search for the whole book, including earlier runs; the book gets BUDGET / NODES positions
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = number(1_000..=u64::MAX), requires = "search")]
    pub budget: u64,
    /// Number of moves kept for each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number(1..=50_u16), requires = "search")]
    pub moves: u16,
    #[command(flatten)]
    pub out: BookOut,
}

/// Where a book goes.
#[derive(Debug, Args)]
pub struct BookOut {
    /// Write the book to this file, which must not be one of the files that are read
    #[arg(long, required = true, value_name = "FILE", value_parser = new_file(), help_heading = "Output")]
    pub out: PathBuf,
}
