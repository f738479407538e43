//! Inputs that standard output is appended to: what is written would be read as more of them, without end.

use std::fs::Metadata;

/// Whether standard output goes to the file that this is of.
#[cfg(unix)]
pub fn is_standard_output(found: &Metadata) -> bool {
    use std::fs;
    use std::os::unix::fs::MetadataExt;
    use std::sync::OnceLock;

    static OUTPUT: OnceLock<Option<(u64, u64)>> = OnceLock::new();
    let number = |found: &Metadata| (found.dev(), found.ino());
    let output = OUTPUT.get_or_init(|| {
        let output = fs::metadata("/dev/stdout").ok().filter(Metadata::is_file);
        output.as_ref().map(number)
    });
    *output == Some(number(found))
}

/// `false`: this system does not number files.
#[cfg(not(unix))]
pub fn is_standard_output(_: &Metadata) -> bool {
    false
}
