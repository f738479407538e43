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
    /// Let two versions of the engine play each other, until a sequential test knows which is stronger
    #[command(after_help = examples::english("tune match"))]
    Match(TuneMatchFlags),
    /// Find games that a side lost within a few turns while it thought not to stand worse, and count how many the engine
    /// sees five plies earlier
    #[command(after_help = examples::english("tune collapses"))]
    Collapses(TuneCollapsesFlags),
}

/// Flags of `tune play`.
#[derive(Debug, Args)]
pub struct TunePlayFlags {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many games, with those of this seed and these nodes that the file has already: the same command goes on behind them
    #[arg(long, default_value_t = 1_000, value_parser = number(0..=u64::MAX))]
    pub games: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 2_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// Other seeds give other games
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// Games played at a time; they do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
    /// Begin no game after this time, such as 90m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
}

/// Flags of `tune fit`.
#[derive(Debug, Args)]
pub struct TuneFitFlags {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// How much of a position's target is the game's result rather than the searches' values, 0 to 1
    #[arg(long, default_value_t = 0.05, value_parser = share)]
    pub result: f32,
    /// How much of the searches' part the positions behind tell rather than its own search, 0 to 1
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    pub lambda: f32,
    /// Start from these weights rather than from material
    #[arg(long, value_name = "WEIGHTS")]
    pub start: Option<PathBuf>,
    /// The learning rate of the first step as a share of the usual one, 0 to 1: small where weights that have learnt much
    /// learn more
    #[arg(long, default_value_t = 1.0, value_parser = share)]
    pub rate: f32,
    /// How often each position is seen
    #[arg(long, default_value_t = 6, value_parser = number(0..=u32::MAX))]
    pub epochs: u32,
    /// The pull of weights of a king's place and a piece towards zero
    #[arg(long, default_value_t = 10.0, value_parser = not_negative)]
    pub decay: f32,
    /// Of the order of positions
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// After each epoch write to this file what is needed to go on, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Threads that learn; the weights do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}

/// Flags of `tune margins`.
#[derive(Debug, Args)]
pub struct TuneMarginsFlags {
    /// The file for the margins, written again after each step; if it is there, the run that it belongs to goes on
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many steps
    #[arg(long, default_value_t = 2_000, value_parser = number(1..=u64::MAX))]
    pub steps: u64,
    /// Pairs of games of a step: with more of them fewer steps do, and more processors are kept busy
    #[arg(long, default_value_t = 4, value_parser = number(1..=u16::MAX))]
    pub pairs: u16,
    /// Nodes a move
    #[arg(long, default_value_t = 5_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// Other seeds give other games
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// Games played at a time; they do not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}

/// Flags of `tune match`.
#[derive(Debug, Args)]
pub struct TuneMatchFlags {
    /// Weights from `tune fit`, or a USI engine: the program that is to prove itself
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// The other one
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Nodes a move
    #[arg(long, default_value_t = 5_000, value_parser = number(0..=u64::MAX))]
    pub nodes: u64,
    /// Time a move instead, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with = "nodes")]
    pub movetime: Option<Duration>,
    /// At most so many games, two from each opening: of an odd number one more
    #[arg(long, default_value_t = 3_000, value_parser = number(0..=u64::MAX))]
    pub games: u64,
    /// Games played at a time, of one processor each; with --nodes the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
    /// Other seeds give other openings
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub seed: u64,
    /// The differences in Elo to decide between
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], default_values_t = [0.0, 10.0], value_parser = finite, allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
    /// Append the games to a file, in the form of `tune play`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

/// Flags of `tune collapses`.
#[derive(Debug, Args)]
pub struct TuneCollapsesFlags {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// Nodes for each position; a hundred times as many tell whether it is lost already
    #[arg(long, default_value_t = 5_000, value_parser = number(1..=1_000_000_000_u64))]
    pub nodes: u64,
    /// Positions judged at a time
    #[arg(long, default_value_t = 1, value_parser = number(1..=u16::MAX))]
    pub threads: u16,
}
