//! `tsumugi tune fit`: fits weights to games.

use super::games::no_game;
use super::weights_file;
use crate::cli::args::TuneFitFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{LockedFile, write_whole};
use crate::cli::output::stdout::Output;
use crate::play::tune::corpus::{Corpus, Set, Target};
use crate::play::tune::fit::{self, Fit, StateError};
use crate::report::Lang;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

/// Fits weights to games.
///
/// # Errors
/// A file cannot be read or written, or standard output fails.
pub fn run(flags: &TuneFitFlags, lang: Lang) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let start = flags.start.as_deref().map(weights_file::read).transpose()?;
    let mut corpus = Corpus::default();
    for file in &flags.games {
        let bytes = fs::read(file).map_err(|cause| FatalError::unreadable(file, cause))?;
        corpus.add_games(&bytes).map_err(|at| no_game(file, at))?;
    }
    let [known, others] = [Set::Training, Set::Validation].map(|set| corpus.positions(set));
    let games = corpus.games();
    output.line(lang.pick(
        format!("{games}局、静かな局面 {known}、測定用 {others}"),
        format!("{games} games, {known} quiet positions, {others} for validation"),
    ))?;
    if known == 0 {
        return Err(nothing_to_learn().into());
    }
    let target = Target { result: flags.result, lambda: flags.lambda };
    let settings = fit::Settings {
        epochs: flags.epochs,
        seed: flags.seed,
        decay: flags.decay,
        rate: flags.rate,
        target,
    };
    let mut fit = start.map_or_else(|| Fit::new(flags.seed), |start| Fit::from_weights(&start));
    let checksum = corpus.checksum();
    let mut checkpoint = flags.checkpoint.as_deref().map(|file| LockedFile::open(file, lang)).transpose()?;
    if let Some(locked) = checkpoint.as_mut().filter(|locked| locked.len > 0) {
        let (file, mut bytes) = (&locked.path, Vec::new());
        locked.file.read_to_end(&mut bytes).map_err(|cause| FatalError::unreadable(file, cause))?;
        fit.go_on(&bytes, &settings, checksum).map_err(|error| no_state(file, error))?;
        let epoch = fit.epoch();
        output.line(
            lang.pick(format!("{epoch}周目の後から続けます"), format!("continues after epoch {epoch}")),
        )?;
    }
    while fit.epoch() < settings.epochs {
        let [loss, apart] = fit.run_epoch(&corpus, &settings, usize::from(flags.threads));
        // Rounded to integers, weights that are not finite would look like ordinary ones.
        if !(loss.is_finite() && apart.is_finite()) {
            return Err(diverged().into());
        }
        // With few games there may be none left to measure by.
        let apart = match others {
            0 => String::new(),
            _ => lang.pick(format!("、測定用 {apart:.5}"), format!(", validation {apart:.5}")),
        };
        let epoch = fit.epoch();
        output.line(lang.pick(
            format!("{epoch}周目: 損失 {loss:.5}{apart}"),
            format!("epoch {epoch}: loss {loss:.5}{apart}"),
        ))?;
        if let Some(locked) = &mut checkpoint {
            locked
                .replace(|mut file| file.write_all(&fit.state(&settings, checksum)))
                .map_err(|cause| FatalError::unwritable(&locked.path, cause))?;
        }
    }
    write_whole(&flags.output, &fit.weights().to_bytes(), true)
        .map_err(|cause| FatalError::unwritable(&flags.output, cause))?;
    Ok(Tally::default())
}

fn nothing_to_learn() -> FatalError {
    FatalError::new(
        "tune fit: no quiet positions to learn from: give more games",
        "tune fit: 学べる静かな局面がありません: 棋譜を増やしてください",
    )
}

fn diverged() -> FatalError {
    FatalError::new(
        "tune fit: the weights grow without bound: nothing is written; give a smaller --decay or --rate",
        "tune fit: 重みが発散しました: 何も書きません。--decay か --rate を小さくしてください",
    )
}

fn no_state(file: &Path, error: StateError) -> FatalError {
    let file = file.display();
    let (english, japanese) = match error {
        StateError::Damaged => (
            "is not a checkpoint of this version of `tune fit`, or is damaged",
            "この版の `tune fit` のチェックポイントではないか、壊れています",
        ),
        StateError::Other => (
            "is the checkpoint of a fit to other games, from other weights or with other options",
            "別の棋譜、別の重みからの開始、または別のオプションによるチェックポイントです",
        ),
    };
    FatalError::new(
        format!("{file}: {english}: remove it, or give another name"),
        format!("{file}: {japanese}: 消すか、別の名前を書いてください"),
    )
}
