//! What the tables of cache lines have in common, the index of a layer and the table of who found its positions: how
//! full they get, and when they are made smaller.

/// A table is enlarged when it has this many entries per line on average.
pub(super) const FULL: usize = 4;
pub(super) const MIN_LINES: usize = 1 << 5;
/// A table of at most this many lines is in the processor's nearer caches anyway, and is not prefetched.
pub(super) const NEAR_LINES: usize = 1 << 11;

/// Makes a table smaller that is large for the entries that it held, so that clearing it costs no more than filling it
/// did. The number of lines stays a power of two.
pub(super) fn shrink<Line>(lines: &mut Vec<Line>, entries: usize) {
    let room = (entries * 2 / FULL).next_power_of_two().max(MIN_LINES);
    if room < lines.len() {
        lines.truncate(room);
        lines.shrink_to_fit();
    }
}
