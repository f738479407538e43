//! Flags of the commands that write problems in another form.

use super::{InputFlags, OutEncodingFlag, OutputFormat, ReadingFlags, new_file, number};
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Flags of `convert`.
#[derive(Debug, Args)]
#[command(override_usage = "tsumugi convert [OPTIONS] <INPUT>... <OUTPUT>")]
pub struct ConvertFlags {
    /// What to convert, as for the other commands; and as the last one OUTPUT: a file, whose name tells the format; a
    /// folder, which gets a file for each problem; or - for standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<OsString>,
    /// The format [default: what the name of OUTPUT says]
    #[arg(long, value_parser = OutputFormat::of_problems(), help_heading = "Output")]
    pub format: Option<OutputFormat>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Replace files that are there
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
    /// One JSON object a line for each problem: --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// How to write answers; several, with commas between them, go to a folder or one after another
    /// [default: what the name of --out says, else text]
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Output")]
    pub format: Vec<OutputFormat>,
    /// Write answers to a file, or to a folder (a file for each problem) if it ends with / or is there. The answers so
    /// far are in FILE.part, which becomes FILE at the end
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
    /// SVG: leave out the defender's hand where it holds all the rest, as magazines print tsume
    #[arg(long, help_heading = "Output")]
    pub no_rest_hand: bool,
}

/// Flags of `show`.
#[derive(Debug, Args)]
pub struct ShowFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// A diagram as SVG; so is one with --out whose name ends in .svg
    #[arg(long, help_heading = "Output")]
    pub svg: bool,
    #[command(flatten)]
    pub drawing: DrawingFlags,
    /// Write to a file, or to a folder (a file for each problem) if it ends with / or is there
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// The position after N plies of the problem's line
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX), help_heading = "Output")]
    pub apply: Option<usize>,
    /// Show long intended lines whole
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}
