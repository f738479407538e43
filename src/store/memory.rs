//! What memory the machine has and this process uses, in bytes; `None` where the system does not tell.

use std::fs;

/// The memory of the machine.
pub fn total_bytes() -> Option<u64> {
    field("/proc/meminfo", "MemTotal:")
}

/// The largest amount of memory that this process has held so far.
pub fn peak_process_bytes() -> Option<u64> {
    field("/proc/self/status", "VmHWM:")
}

/// A line `name   number kB` of a file of the proc file system.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
