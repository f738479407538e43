//! Flags of a search on several machines.

use super::parse_duration;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Flags of a search by several processes.
#[derive(Debug, Args)]
pub struct HostFlags {
    /// Helpmate, helpselfmate: search on several machines. The file has one line HOST:PORT per machine; run the same
    /// command on each machine, with its own --process number
    #[arg(long, value_name = "FILE", requires_all = ["process", "secret"],
        help_heading = "Several machines")]
    pub hosts: Option<PathBuf>,
    /// The number of this process: its place in the list of hosts, counted from 0. Process 0 writes the answer
    #[arg(long, value_name = "N", requires = "hosts", help_heading = "Several machines")]
    pub process: Option<u8>,
    /// A file with the secret shared by all processes: 16 bytes or more, readable only by you
    #[arg(long, value_name = "FILE", requires = "hosts", help_heading = "Several machines")]
    pub secret: Option<PathBuf>,
    /// How long to wait for the other processes at the start
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = parse_duration, requires = "hosts",
        help_heading = "Several machines")]
    pub join: Duration,
}
