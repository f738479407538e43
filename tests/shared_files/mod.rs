//! Files of `../shared`: given beside the work tree, no part of the repository. A test that needs one is skipped where
//! they are absent, and says so.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

/// The file or folder of that name below `../shared`, or `None` after a line `SKIPPED: …` on standard error.
///
/// # Panics
///
/// If it is absent although `TSUMUGI_REQUIRE_SHARED` is set, as `.ci/run` does where it sees `../shared`.
pub fn shared(relative: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(relative);
    if path.exists() {
        return Some(path);
    }
    assert!(std::env::var_os("TSUMUGI_REQUIRE_SHARED").is_none(), "{} is absent", path.display());
    let test = thread::current().name().unwrap_or("a test").to_owned();
    // Not `eprintln!`, which the test harness withholds for tests that pass.
    writeln!(std::io::stderr(), "SKIPPED: {test}: ../shared/{relative} is absent").expect("standard error");
    None
}
