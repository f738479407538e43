//! The weights of the evaluation, from a file if an option names one.

use super::named_file::{Again, NamedFile};
use crate::play::Weights;
use crate::usi::options::Options;
use std::fs;

/// The weights of a session. An error in a file is reported only once.
pub(super) struct EvalFile {
    file: NamedFile,
    weights: &'static Weights,
}

impl EvalFile {
    /// The built-in weights.
    pub(super) fn none() -> EvalFile {
        EvalFile { file: NamedFile::default(), weights: Weights::tuned() }
    }

    /// Reads the weights that the options name, unless they are in use already; returns whether the weights have
    /// changed.
    ///
    /// # Errors
    /// The file cannot be used; the weights in use are kept.
    pub(super) fn prepare(&mut self, options: &Options, again: Again) -> Result<bool, String> {
        if !self.file.is_due(options.eval_file(), again) {
            return Ok(false);
        }
        self.weights = match self.file.name() {
            None => Weights::tuned(),
            Some(file) => {
                let weights = read(file).map_err(|error| {
                    format!("EvalFile: {file}: {error}: the previous weights stay in use")
                })?;
                // Searches in other threads may use them at any time, so they are never freed.
                Box::leak(Box::new(weights))
            }
        };
        Ok(true)
    }

    /// The weights in use.
    pub(super) fn weights(&self) -> &'static Weights {
        self.weights
    }
}

fn read(file: &str) -> Result<Weights, String> {
    NamedFile::check_kind(file)?;
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    Weights::read(&bytes).map_err(|error| error.to_string())
}
