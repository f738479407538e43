//! `tsumugi tune fit`: from games to weights.

use super::games::no_game;
use crate::cli::args::TuneFitFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::write_whole;
use crate::cli::output::stdout::Output;
use crate::play::tune::fit::{self, Fit};
use crate::play::tune::game::Game;
use crate::play::tune::samples::Samples;
use std::fs;

/// One game in this number is kept to measure the fit by.
const APART: usize = 20;

/// Fits weights to games.
///
/// # Errors
/// Those of files and of stdout.
pub fn run(flags: &TuneFitFlags) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let (mut samples, mut others) = (Samples::default(), Samples::default());
    let mut games = 0;
    for file in &flags.games {
        let bytes = fs::read(file).map_err(|cause| FatalError::unreadable(file, cause))?;
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let at = bytes.len() - rest.len();
            let game = Game::read(&mut rest).ok_or_else(|| no_game(file, at))?;
            games += 1;
            let set = if games % APART == 0 { &mut others } else { &mut samples };
            set.add(&game, flags.result);
        }
    }
    output.line(format_args!(
        "{games} games, {} quiet positions, {} to measure by",
        samples.len(),
        others.len()
    ))?;
    let settings = fit::Settings { epochs: flags.epochs, seed: flags.seed, decay: flags.decay };
    let mut fit = Fit::new(flags.seed);
    let mut said = Ok(());
    fit.run(&samples, &others, &settings, |epoch, known, unknown| {
        if said.is_ok() {
            said = output.line(format_args!("epoch {epoch}: loss {known:.5}, on others {unknown:.5}"));
        }
    });
    said?;
    write_whole(&flags.output, &fit.weights().to_bytes(), true)
        .map_err(|cause| FatalError::unwritable(&flags.output, cause))?;
    Ok(Tally::default())
}
