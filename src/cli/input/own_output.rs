//! Inputs that standard output is appended to: what is written would be read as more of them, without end.

use std::fs::File;
use std::io;

/// Whether standard output goes to the file that standard input comes from.
pub fn is_standard_input() -> bool {
    standard_input().is_some_and(|input| is_standard_output(&input))
}

/// Whether standard output goes to this file.
#[cfg(unix)]
pub fn is_standard_output(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;

    let number = |file: &File| {
        let found = file.metadata().ok().filter(|found| found.is_file())?;
        Some((found.dev(), found.ino()))
    };
    let output = duplicate(&io::stdout());
    output.and_then(|output| number(&output)).is_some_and(|output| number(file) == Some(output))
}

#[cfg(unix)]
fn standard_input() -> Option<File> {
    duplicate(&io::stdin())
}

#[cfg(unix)]
fn duplicate(stream: &impl std::os::fd::AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().ok().map(File::from)
}

/// `false`: this system does not number files.
#[cfg(not(unix))]
pub fn is_standard_output(_: &File) -> bool {
    false
}

#[cfg(not(unix))]
fn standard_input() -> Option<File> {
    None
}
