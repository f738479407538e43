//! What can be typed behind `bench`.

use super::{KeyFlag, examples, number};
use clap::Subcommand;
use std::path::PathBuf;

/// What can be measured.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Nanoseconds of the move generators and of the mate test
    #[command(after_help = examples::english("bench movegen"))]
    Movegen {
        /// Files whose positions to use; in lines with tabs the last column counts [default: a fixed set]
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Nodes and speed of the playing engine on fixed positions, with one thread
    #[command(after_help = examples::english("bench play"))]
    Play {
        /// Plies searched
        #[arg(long, default_value_t = crate::bench::play::DEPTH, value_parser = number(1..=40_u32))]
        depth: u32,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// How many positions the playing engine sees that are won and that the loser did not know
    #[command(after_help = examples::english("bench collapses"))]
    Collapses {
        /// Nodes for each position
        #[arg(long, default_value_t = crate::bench::collapses::NODES, value_parser = number(1..=u64::MAX))]
        nodes: u64,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Nodes and speed of the tsume solver on a fixed set of problems
    #[command(after_help = examples::english("bench tsume"))]
    Tsume {
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Speed and memory of the helpmate solver on a fixed set of problems
    #[command(after_help = examples::english("bench helpmate"))]
    Helpmate {
        /// The fingerprints by which positions met before are known
        #[arg(long, value_enum, default_value_t = KeyFlag::Narrow)]
        key: KeyFlag,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
}
