//! Flags of `serve`.

use super::{new_folder, number, parse_bytes, parse_duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Flags of `serve`.
#[derive(Debug, Args)]
pub struct ServeFlags {
    /// The port; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 8000, value_parser = number(0..=u16::MAX),
        help_heading = "Server")]
    pub port: u16,
    /// An address or name of this machine, to serve other machines too; every user then needs the token that the server
    /// prints [default: 127.0.0.1: only for this machine, without a token]
    #[arg(long, value_name = "ADDRESS", help_heading = "Server")]
    pub listen: Option<String>,
    /// The folder in which jobs and their answers are kept [default: tsumugi/serve in the user's data folder]
    #[arg(long, value_name = "DIR", value_parser = new_folder(), help_heading = "Server")]
    pub data: Option<PathBuf>,
    /// Memory for all jobs together, such as 512M, 4G [default: half of the machine's memory]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Threads for all jobs together [default: one per processor]
    #[arg(long, value_parser = number(1..=u16::MAX), help_heading = "Limits")]
    pub threads: Option<u16>,
    /// The time between two checkpoints of a job
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = parse_duration, help_heading = "Limits")]
    pub every: Duration,
}
