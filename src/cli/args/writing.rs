//! Flags of the commands that write problems in another form.

use super::{InputFlags, OutEncodingFlag, OutputFormat, ReadingFlags, new_file, number};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Flags of `convert`.
#[derive(Debug, Args)]
#[command(override_usage = "tsumugi convert [OPTIONS] <INPUT>... <OUTPUT>")]
pub struct ConvertFlags {
    /// The inputs, as for the other commands, and last OUTPUT: a file, whose extension selects the format; a folder,
    /// which gets one file per problem; or - for standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<OsString>,
    /// The format to write [default: by the extension of OUTPUT]
    #[arg(long, value_parser = OutputFormat::of_problems(), help_heading = "Output")]
    pub format: Option<OutputFormat>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Overwrite existing files
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

impl ConvertFlags {
    /// What is converted.
    pub fn inputs(&self) -> &[OsString] {
        self.paths.split_last().map_or(&[], |(_, inputs)| inputs)
    }

    /// Where it goes.
    pub fn output(&self) -> &OsStr {
        self.paths.last().map_or(OsStr::new("-"), |output| output)
    }
}

/// How to write answers.
#[derive(Debug, Args)]
pub struct AnswerFlags {
    /// Write JSON Lines, one object per problem: the same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// The format of answers; several formats, separated by commas, go to a folder or one after another [default: by
    /// the extension of --out, else text]
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Output")]
    pub format: Vec<OutputFormat>,
    /// Write answers to a file, or to a folder (one file per problem) if the name ends with / or is an existing folder.
    /// Until the end, the answers are in FILE.part, which is then renamed to FILE
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
}

/// How to write texts.
#[derive(Debug, Args)]
pub struct OutEncodingFlags {
    /// Encoding of KIF, KI2 and CSA; everything else is written in UTF-8
    #[arg(long, value_enum, value_name = "ENCODING", default_value_t = OutEncodingFlag::Utf8, help_heading = "Output")]
    pub out_encoding: OutEncodingFlag,
}

/// How to draw diagrams.
#[derive(Debug, Args)]
pub struct DrawingFlags {
    /// SVG: leave out the defender's hand if it holds all remaining pieces, as magazines print tsume
    #[arg(long, help_heading = "Output")]
    pub no_rest_hand: bool,
}

/// Flags of `show`.
#[derive(Debug, Args)]
pub struct ShowFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Write a diagram as SVG; an --out name that ends in .svg does the same
    #[arg(long, help_heading = "Output")]
    pub svg: bool,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Write to a file, or to a folder (one file per problem) if the name ends with / or is an existing folder
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Show the position after N plies of the problem's line
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX), help_heading = "Output")]
    pub apply: Option<usize>,
    /// Show long intended lines in full
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}
