//! Weights of the evaluation from a file, where one is named.

use super::named_file::{Again, NamedFile};
use crate::play::Weights;
use crate::usi::options::Options;
use std::fs;

/// The weights of a session. What is wrong with a file is said once.
pub(super) struct EvalFile {
    file: NamedFile,
    weights: &'static Weights,
}

impl EvalFile {
    /// The program's own weights.
    pub(super) fn none() -> EvalFile {
        EvalFile { file: NamedFile::default(), weights: Weights::tuned() }
    }

    /// Reads the weights that the options name, unless they are in use; whether others are in use now.
    ///
    /// # Errors
    /// What is wrong with them; those that are in use stay.
    pub(super) fn prepare(&mut self, options: &Options, again: Again) -> Result<bool, String> {
        if !self.file.is_due(options.eval_file(), again) {
            return Ok(false);
        }
        self.weights = match self.file.name() {
            None => Weights::tuned(),
            Some(file) => {
                let weights = read(file).map_err(|error| {
                    format!("EvalFile: {file}: {error}: the weights before it stay in use")
                })?;
                // Searches in other threads use them as long as they like: they are needed to the end of the program.
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
