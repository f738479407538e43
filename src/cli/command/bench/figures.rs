//! Tables of measurements, and the processor time of the process.

use std::fs;

/// A line with the nodes, the wall-clock seconds, and the processor seconds where they are known.
pub fn totals(nodes: u64, seconds: f64, cpu: Option<f64>) -> String {
    let mut total = format!("{nodes} nodes, {seconds:.2} s");
    if let Some(cpu) = cpu {
        let speed = nodes as f64 / cpu.max(1e-2) / 1e3;
        total += &format!(", CPU {cpu:.2} s, {speed:.0} k nodes a CPU second");
    }
    total
}

/// Rows below a row of titles: the first column is aligned to the left, all others to the right.
pub fn table(titles: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let titles = titles.iter().map(|&title| title.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        text += &format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            text += &format!("  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// User plus system processor seconds of this process; `None` where the system does not report them.
pub fn cpu_seconds() -> Option<f64> {
    /// Clock ticks per second in `/proc`: 100 on every Linux platform of Rust's standard library.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the program's name: that name is in parentheses and may contain any character.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some((f64::from(ticks()?) + f64::from(ticks()?)) / TICKS)
}
