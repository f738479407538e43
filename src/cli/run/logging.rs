//! Where the log goes, and at which level.

use crate::cli::args::GeneralFlags;
use crate::cli::output::files;
use env_logger::{Builder, DEFAULT_FILTER_ENV, Env, Target};
use humantime::format_rfc3339_seconds;
use log::LevelFilter;
use std::io::Write;
use std::time::SystemTime;

/// Starts logging: warnings by default, more with each `-v`, only errors with `-q`; `RUST_LOG` overrides all of them.
/// If the user has not asked for a log, warnings look like the program's other messages.
///
/// # Errors
/// The log file cannot be written, or another process works on it.
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
    let is_log =
        flags.verbose > 0 || flags.log_file.is_some() || std::env::var_os(DEFAULT_FILTER_ENV).is_some();
    builder.format(move |line, record| {
        if !is_log {
            return writeln!(line, "tsumugi: {}", record.args());
        }
        let (time, level) = (format_rfc3339_seconds(SystemTime::now()), record.level());
        let style = line.default_level_style(level);
        writeln!(line, "[{time} {style}{level:<5}{style:#} {}] {}", record.target(), record.args())
    });
    if let Some(path) = &flags.log_file {
        builder.target(Target::Pipe(Box::new(files::append_to_log(path, flags.language())?)));
    }
    builder.init();
    Ok(())
}
