//! The format of problem sets: the keys of metadata, and the length limits.

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

/// The longest line that is read, in bytes without the line end: 4 MiB. The longest known solution, written
/// as moves after its position, takes a tenth of that; a longer line is not a problem, and must not fill the
/// memory.
pub const MAX_LINE: usize = 4 << 20;

/// The largest record that is read, in bytes. It is also the limit for a line that begins as JSON, because a
/// whole record may be on one line. 50,000 moves with comments take a twentieth of it.
pub(crate) const MAX_RECORD: usize = 64 << 20;
