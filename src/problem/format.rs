//! The form of problem sets: the keys of metadata, the longest line.

/// The keys of metadata, in the order in which they are written.
pub const KEYS: [&str; 13] = [
    "id",
    "title",
    "composer",
    "rule",
    "condition",
    "attacker",
    "policy",
    "plies",
    "solutions",
    "intended-solutions",
    "twin",
    "source",
    "status",
];

/// The longest line that is read, in bytes without the line end: 4 MiB. The longest known solution, written out as
/// moves behind its position, is a tenth of that; what is longer is no problem, and need not fill the memory.
pub const MAX_LINE: usize = 4 << 20;

/// The largest record that is read, in bytes, and so the longest line that begins as JSON, which may hold all of it.
/// 50,000 moves with comments are a twentieth of it.
pub(crate) const MAX_RECORD: usize = 64 << 20;
