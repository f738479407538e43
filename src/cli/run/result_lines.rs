//! What the lines of files of `--resume` look like.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// How each line that is written begins.
pub const BEGINNING: &[u8] = b"{\"schema\":";

/// The keys that a problem that was made has at the top, and no answer to a problem.
#[derive(Deserialize)]
struct Made {
    #[serde(rename = "schema")]
    _schema: u64,
    #[serde(rename = "sfen")]
    _sfen: String,
    #[serde(rename = "soundness")]
    _soundness: String,
    bounds: Option<IgnoredAny>,
}

/// Whether a line is a problem that `search`, `repair` or `extend` has made.
pub fn is_made(line: &[u8]) -> bool {
    serde_json::from_slice::<Made>(line).is_ok_and(|made| made.bounds.is_none())
}

/// Whether a line is the beginning of a result. Where a system went down, zeros may stand for the rest.
pub fn is_begun(line: &[u8], is_last: bool) -> bool {
    let length = line.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let written = &line[..length];
    written.starts_with(BEGINNING) || is_last && BEGINNING.starts_with(written)
}
