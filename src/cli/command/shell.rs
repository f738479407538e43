//! `tsumugi completions` and `tsumugi man`: shell completions and manual pages for packages.

use crate::cli::args::CommandLine;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{claim_in_folder, write_whole};
use crate::cli::output::stdout::Output;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::path::Path;

/// Prints the completions for a shell.
///
/// # Errors
/// An I/O error on standard output.
pub fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "tsumugi", &mut text);
    Ok(Output::new().write(&String::from_utf8_lossy(&text))?)
}

/// Prints the manual page of the program, or writes the pages of all commands to a folder.
///
/// # Errors
/// An I/O error on standard output or in the folder.
pub fn man(folder: Option<&Path>) -> anyhow::Result<()> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(CommandLine::command()).render(&mut page)?;
        return Ok(Output::new().write(&String::from_utf8_lossy(&page))?);
    };
    fs::create_dir_all(folder).map_err(|cause| FatalError::unwritable(folder, cause))?;
    let mut command = CommandLine::command().disable_help_subcommand(true);
    command.build();
    pages(&command, folder)
}

/// Writes the manual pages of a command and of its subcommands.
fn pages(command: &clap::Command, folder: &Path) -> anyhow::Result<()> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        pages(inner, folder)?;
    }
    const SECTION: &str = "1";
    let man = clap_mangen::Man::new(command.clone()).section(SECTION);
    let name = man.get_filename();
    // The log file of the run may have the same name.
    let path = claim_in_folder(folder, name.trim_end_matches(&format!(".{SECTION}")), SECTION);
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok(write_whole(&path, &page, true).map_err(|cause| FatalError::unwritable(&path, cause))?)
}
