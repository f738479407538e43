//! What can be typed behind `bench`.

use super::{KeyFlag, examples, number};
use clap::Subcommand;
use std::path::PathBuf;

/// What can be measured.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Measure the move generators and the mate test, in nanoseconds
    #[command(after_help = examples::english("bench movegen"))]
    Movegen {
        /// Files with the positions to use; in lines with tabs the last column is the position [default: a fixed set]
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measure nodes and speed of the playing engine on fixed positions, with one thread
    #[command(after_help = examples::english("bench play"))]
    Play {
        /// The search depth in plies
        #[arg(long, default_value_t = crate::bench::play::DEPTH, value_parser = number(1..=40_u32))]
        depth: u32,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Count in how many fixed positions the playing engine sees a win that the losing side did not see
    #[command(after_help = examples::english("bench collapses"))]
    Collapses {
        /// Nodes for each position
        #[arg(long, default_value_t = crate::bench::collapses::NODES, value_parser = number(1..=u64::MAX))]
        nodes: u64,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measure nodes and speed of the tsume solver on a fixed set of problems
    #[command(after_help = examples::english("bench tsume"))]
    Tsume {
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Measure speed and memory of the helpmate solver on a fixed set of problems
    #[command(after_help = examples::english("bench helpmate"))]
    Helpmate {
        /// The size of the fingerprints (hash keys) that identify positions already searched
        #[arg(long, value_enum, default_value_t = KeyFlag::Narrow)]
        key: KeyFlag,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
}
