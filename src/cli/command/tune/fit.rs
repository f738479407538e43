//! `tsumugi tune fit`: from games to weights.

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
/// Those of files and of stdout.
pub fn run(flags: &TuneFitFlags, lang: Lang) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let start = flags.start.as_deref().map(weights_file::read).transpose()?;
    let mut corpus = Corpus::default();
    for file in &flags.games {
        let bytes = fs::read(file).map_err(|cause| FatalError::unreadable(file, cause))?;
        corpus.add_games(&bytes).map_err(|at| no_game(file, at))?;
    }
    output.line(format_args!(
        "{} games, {} quiet positions, {} to measure by",
        corpus.games(),
        corpus.positions(Set::Training),
        corpus.positions(Set::Validation)
    ))?;
    if corpus.positions(Set::Training) == 0 {
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
        output.line(format_args!("goes on after epoch {}", fit.epoch()))?;
    }
    while fit.epoch() < settings.epochs {
        let [known, unknown] = fit.run_epoch(&corpus, &settings, usize::from(flags.threads));
        // A few games may have none to measure by.
        let measured = match corpus.positions(Set::Validation) {
            0 => String::new(),
            _ => format!(", on others {unknown:.5}"),
        };
        output.line(format_args!("epoch {}: loss {known:.5}{measured}", fit.epoch()))?;
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

fn no_state(file: &Path, error: StateError) -> FatalError {
    let file = file.display();
    let (english, japanese) = match error {
        StateError::Damaged => (
            "is no checkpoint of `tune fit` of this version, or a damaged one",
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
