//! Weights of the evaluation from a file, where one is named.

use crate::play::Weights;
use crate::usi::options::Options;
use std::fs;

/// The weights of a session. They are read once for each name, and what was wrong with them is said once.
pub(super) struct EvalFile {
    file: Option<String>,
    weights: &'static Weights,
}

impl EvalFile {
    /// The program's own weights.
    pub(super) fn none() -> EvalFile {
        EvalFile { file: None, weights: Weights::tuned() }
    }

    /// Reads the weights that the options name, unless they are in use; whether others are in use now.
    ///
    /// # Errors
    /// What is wrong with them; those that are in use stay.
    pub(super) fn prepare(&mut self, options: &Options) -> Result<bool, String> {
        if self.file.as_deref() == options.eval_file() {
            return Ok(false);
        }
        self.file = options.eval_file().map(str::to_owned);
        self.weights = match &self.file {
            None => Weights::tuned(),
            Some(file) => {
                let read = fs::read(file).map_err(|error| error.to_string());
                let weights = read.and_then(|bytes| Weights::read(&bytes).map_err(|error| error.to_string()));
                let weights = weights.map_err(|error| {
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
