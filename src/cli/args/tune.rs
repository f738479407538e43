//! What can be typed behind `tune`.

use super::{examples, finite, not_negative, number, share};
use crate::cli::args::parse_duration;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// The steps of tuning.
#[derive(Debug, Subcommand)]
pub enum TuneCommand {
    /// Let the engine play against itself from random openings, and append the games to a file
    #[command(after_help = examples::english("tune play"))]
    Play(TunePlayFlags),
    /// Fit the weights of the evaluation to games, and write them to a file
    #[command(after_help = examples::english("tune fit"))]
    Fit(TuneFitFlags),
    /// Tune the margins of the search by games of the engine against itself
    #[command(after_help = examples::english("tune margins"))]
    Margins(TuneMarginsFlags),
    /// Let two versions of the engine play each other until a sequential test decides which one is stronger
    #[command(after_help = examples::english("tune match"))]
    Match(TuneMatchFlags),
    /// Find games that a side lost within a few moves although it did not consider itself worse, and count in how many
    /// the engine sees the loss five plies earlier
    #[command(after_help = examples::english("tune collapses"))]
    Collapses(TuneCollapsesFlags),
}

/// Flags of `tune play`.
#[derive(Debug, Args)]
pub struct TunePlayFlags {
    /// The file of games
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Number of games, including those with the same --seed and --nodes that the file already has: the same command
    /// continues after them
    #[arg(long, default_value_t = 1_000, value_parser = number(0..=u64::MAX))]
    pub games: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 2_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// The random seed: another seed gives other games
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// Number of games played at the same time; results do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
    /// Start no new game after this time, such as 90m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
}

/// Flags of `tune fit`.
#[derive(Debug, Args)]
pub struct TuneFitFlags {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The file to which the weights are written
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The weight of the game's result in the target value of a position, 0 to 1; the rest is the weight of the search
    /// values
    #[arg(long, default_value_t = 0.05, value_parser = share)]
    pub result: f32,
    /// Within the search values, the weight of the values of later positions, 0 to 1; the rest is the weight of the
    /// position's own value
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    pub lambda: f32,
    /// Start from these weights instead of from material values
    #[arg(long, value_name = "WEIGHTS")]
    pub start: Option<PathBuf>,
    /// The learning rate of the first step as a fraction of the usual one, 0 to 1: small for further training of
    /// well-trained weights
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    pub rate: f32,
    /// The number of passes over all positions
    #[arg(long, default_value_t = 6, value_parser = number(0..=u32::MAX))]
    pub epochs: u32,
    /// The decay towards zero of the weights for a king's square and a piece
    #[arg(long, default_value_t = 10.0, value_parser = not_negative)]
    pub decay: f32,
    /// The random seed of the order of positions
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// Write a checkpoint to this file after each epoch; if the file exists, continue from it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Number of training threads; the weights do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}

/// Flags of `tune margins`.
#[derive(Debug, Args)]
pub struct TuneMarginsFlags {
    /// The file for the margins, rewritten after each step; if it exists, its run continues
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Number of steps
    #[arg(long, default_value_t = 2_000, value_parser = number(1..=u64::MAX))]
    pub steps: u64,
    /// Pairs of games per step: with more pairs, fewer steps are enough and more processors can be used
    #[arg(long, default_value_t = 4, value_parser = number(1..=u16::MAX))]
    pub pairs: u16,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// The random seed: another seed gives other games
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// Number of games played at the same time; results do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}

/// Flags of `tune match`.
#[derive(Debug, Args)]
pub struct TuneMatchFlags {
    /// The program to be tested: weights from `tune fit`, or a USI engine
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Its opponent: weights from `tune fit`, or a USI engine
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Nodes per move
    #[arg(long, default_value_t = 5_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// Time per move instead of --nodes, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with = "nodes")]
    pub movetime: Option<Duration>,
    /// Maximum number of games, two from each opening; an odd number is rounded up
    #[arg(long, default_value_t = 3_000, value_parser = number(0..=u64::MAX))]
    pub games: u64,
    /// Number of games played at the same time, each on one processor; with --nodes the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
    /// The random seed: another seed gives other openings
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// The two differences in Elo between which the test decides
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], default_values_t = [0.0, 10.0], value_parser = finite, allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// Append the games to a file, in the format of `tune play`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Flags of `tune collapses`.
#[derive(Debug, Args)]
pub struct TuneCollapsesFlags {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// Nodes for each position; a search of a hundred times as many decides whether the position is already lost
    #[arg(long, default_value_t = 5_000, value_parser = number(1..=1_000_000_000_u64))]
    pub nodes: u64,
    /// Number of positions judged at the same time
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}
