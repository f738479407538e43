//! Flags of `analyse`.

use super::{InputFlags, OutEncodingFlags, OutputFormat, new_file, number};
use crate::cli::args::{FormatKind, parse_bytes, parse_duration};
use crate::notation::RecordFormat;
use crate::play::EnteringKingRule;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;

/// Flags of `analyse`.
#[derive(Debug, Args)]
pub struct AnalyseFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Time for each position, such as 500ms, 10s [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to search for each position of the game [default: 200000, unless --time, --total-time or --total-nodes is
    /// given]
    #[arg(long, value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// Positions to expand in each search for a mate by checks
    #[arg(long, default_value_t = 100_000, value_parser = number(0..=u64::MAX), help_heading = "Limits")]
    pub mate_nodes: u64,
    /// Total time for each game, such as 60s, 10m, divided among its positions from the last one back [default: no
    /// limit]
    #[arg(long, value_name = "T", value_parser = parse_duration, help_heading = "Limits")]
    pub total_time: Option<Duration>,
    /// Total positions to search for each game, by the engine and the mate searches together, divided among its
    /// positions [default: no limit]
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX), help_heading = "Limits")]
    pub total_nodes: Option<u64>,
    /// The rule by which an entering king wins (入玉宣言)
    #[arg(long, value_name = "RULE", default_value = "CSARule27", value_parser = entering_king_rule(), ignore_case = true)]
    pub entering_king_rule: EnteringKingRule,
    /// Memory for the engine's hash table, per game, such as 64M, 1G
    #[arg(long, default_value = "128M", value_parser = parse_bytes, help_heading = "Limits")]
    pub hash: u64,
    /// Threads per search; with more than one, values differ from run to run
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX), help_heading = "Limits")]
    pub threads: u16,
    /// Number of games to analyse at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=1024_u16), help_heading = "Limits")]
    pub jobs: u16,
    /// Keep answers in this JSON Lines file; a game that it has with the same limits is not analysed again
    #[arg(long, value_name = "FILE.jsonl", value_parser = new_file(), conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Write JSON Lines, one object per game: the same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// The output format: text is a report, svg a graph of the chances of winning, the other formats are the record
    /// with comments [default: by the extension of --out, else text]
    #[arg(long, value_parser = formats(), value_delimiter = ',', help_heading = "Output")]
    pub format: Vec<OutputFormat>,
    /// Write answers to a file, or to a folder (one file per game) if the name ends with / or is an existing folder.
    /// Until the end, the answers are in FILE.part, which is then renamed to FILE
    #[arg(long, value_name = "FILE|DIR", value_parser = new_file(), help_heading = "Output")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    /// Also show the value of each position
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// A parser of the formats that hold comments, and of the others that say something about a game.
fn formats() -> impl TypedValueParser<Value = OutputFormat> {
    use clap::ValueEnum;
    let formats = OutputFormat::value_variants().iter().filter(|format| match format.kind() {
        FormatKind::Text | FormatKind::Json | FormatKind::Svg => true,
        FormatKind::Record(format) => format != RecordFormat::Usi,
    });
    PossibleValuesParser::new(formats.filter_map(OutputFormat::to_possible_value))
        .try_map(|name| OutputFormat::from_str(&name, false))
}

/// A parser of the rules, by the names of the option `EnteringKingRule` of USI.
fn entering_king_rule() -> impl TypedValueParser<Value = EnteringKingRule> {
    PossibleValuesParser::new(EnteringKingRule::ALL.map(EnteringKingRule::usi_name)).try_map(|name| {
        let named = |rule: &EnteringKingRule| rule.usi_name().eq_ignore_ascii_case(&name);
        EnteringKingRule::ALL.into_iter().find(named).ok_or("no such rule")
    })
}
