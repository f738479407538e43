//! The log: where it goes and how much of it.

use super::args::GeneralFlags;
use anyhow::Context;
use env_logger::{Builder, Env, Target};
use log::LevelFilter;
use std::fs::File;

/// Starts logging: warnings, more with each `-v`, errors only with `-q`; `RUST_LOG` overrides all of them.
///
/// # Errors
/// When the log file cannot be written.
pub fn start(flags: &GeneralFlags) -> anyhow::Result<()> {
    let level = match (flags.quiet, flags.verbose) {
        (true, _) => LevelFilter::Error,
        (false, 0) => LevelFilter::Warn,
        (false, 1) => LevelFilter::Info,
        (false, 2) => LevelFilter::Debug,
        (false, _) => LevelFilter::Trace,
    };
    let mut builder = Builder::new();
    builder.filter_level(level).parse_env(Env::default());
    if let Some(path) = &flags.log_file {
        let file = File::create(path).with_context(|| {
            format!("{}: the log file cannot be written: give another --log-file", path.display())
        })?;
        builder.target(Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}
