//! `tsumugi completions` and `tsumugi man`: what a package installs beside the program.

use super::args::CommandLine;
use super::output::Output;
use super::trouble::Trouble;
use clap::CommandFactory;
use clap_complete::Shell;
use std::fs;
use std::path::Path;

/// Prints the completions for a shell.
///
/// # Errors
/// Those of stdout.
pub fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "tsumugi", &mut text);
    Ok(Output::new().write(&String::from_utf8_lossy(&text))?)
}

/// Prints the manual page of the program, or writes those of all its commands to a folder.
///
/// # Errors
/// Those of stdout and of the folder.
pub fn man(folder: Option<&Path>) -> anyhow::Result<()> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(CommandLine::command()).render(&mut page)?;
        return Ok(Output::new().write(&String::from_utf8_lossy(&page))?);
    };
    let unwritable = |cause| Trouble::unwritable(folder, cause);
    fs::create_dir_all(folder).map_err(unwritable)?;
    Ok(clap_mangen::generate_to(CommandLine::command(), folder).map_err(unwritable)?)
}
