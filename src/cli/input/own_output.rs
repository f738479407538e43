//! Detects inputs that standard output is appended to: the output would be read again as input, without end.

use crate::cli::paths::Identity;
use std::fs::File;

/// Whether standard output goes to the file that standard input comes from.
pub fn is_standard_input() -> bool {
    is_output(Identity::of_standard_input())
}

/// Whether standard output goes to this file.
pub fn is_standard_output(file: &File) -> bool {
    is_output(file.metadata().ok().and_then(|found| Identity::of_file(&found)))
}

fn is_output(input: Option<Identity>) -> bool {
    input.is_some() && input == Identity::of_standard_output()
}
