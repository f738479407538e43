//! A file of weights.

use crate::cli::fatal_error::FatalError;
use crate::play::{Weights, WeightsError};
use std::fs;
use std::path::Path;

/// The weights in a file.
///
/// # Errors
/// The file cannot be read, holds no weights of this version, or its weights are damaged.
pub fn read(path: &Path) -> Result<Weights, FatalError> {
    read_if_weights(path)?.ok_or_else(|| {
        let path = path.display();
        FatalError::new(
            format!("{path}: not weights of this version: give a file written by `tune fit`"),
            format!("{path}: この版の重みではありません: `tune fit` が書いたファイルを書いてください"),
        )
    })
}

/// The weights in a file; `None` if it holds something else.
///
/// # Errors
/// The file cannot be read, or its weights are damaged.
pub fn read_if_weights(path: &Path) -> Result<Option<Weights>, FatalError> {
    let bytes = fs::read(path).map_err(|cause| FatalError::unreadable(path, cause))?;
    match Weights::read(&bytes) {
        Ok(weights) => Ok(Some(weights)),
        Err(ref error @ WeightsError::Damaged { found, stated }) => {
            let path = path.display();
            let english = format!("{path}: {error}");
            let japanese = format!("{path}: 重みが壊れています: 検査値は {found:08x}、記載は {stated:08x}");
            Err(FatalError::new(english, japanese))
        }
        Err(WeightsError::Form { .. }) => Ok(None),
    }
}
