//! The form of the lines in files of `--resume`.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The beginning of each line that is written.
pub const BEGINNING: &[u8] = b"{\"schema\":";

/// The top-level keys by which the line of a made problem differs from an answer to a problem.
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

/// Whether a line is a problem made by `search`, `repair` or `extend`.
pub fn is_made(line: &[u8]) -> bool {
    serde_json::from_slice::<Made>(line).is_ok_and(|made| made.bounds.is_none())
}

/// Whether a line is an incomplete result. After a system crash, its end may be filled with zero bytes.
pub fn is_begun(line: &[u8], is_last: bool) -> bool {
    let length = line.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let written = &line[..length];
    written.starts_with(BEGINNING) || is_last && BEGINNING.starts_with(written)
}
