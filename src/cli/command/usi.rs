//! `tsumugi usi`, and the program without a subcommand: a USI engine on its standard streams.

use crate::cli::args::GeneralFlags;
use crate::cli::exit::Tally;
use crate::cli::run::logging;
use crate::cli::stderr::tell;
use crate::report::Lang;
use crate::usi::Session;
use std::io::{self, BufReader, IsTerminal};

/// The help for a user who starts the engine in a terminal rather than in a GUI.
fn help(lang: Lang) -> &'static str {
    lang.pick(
        "USI エンジンとして命令を待っています: usi, isready, position, go, quit。通常は GUI が起動します。コマンドラインの使い方は tsumugi --help",
        "this is the USI engine, which waits for commands: usi, isready, position, go, quit. It is normally started \
         by a GUI; for the command line see tsumugi --help",
    )
}

/// Speaks USI until `quit` or the end of the input.
///
/// # Errors
/// When the log file cannot be written.
pub fn run(general: &GeneralFlags) -> anyhow::Result<Tally> {
    // GUIs do not read stderr, and a full pipe would block the engine: the log goes to a file or is dropped.
    if general.log_file.is_some() {
        logging::start(general)?;
    }
    if io::stdin().is_terminal() {
        tell(help(general.language()));
    }
    Session::new(io::stdout(), ".").run(BufReader::with_capacity(1 << 16, io::stdin()));
    Ok(Tally::default())
}
