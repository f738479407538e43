//! A player of a match: weights for this build's engine, or another program.

use super::pair::HASH;
use super::usi_player::UsiPlayer;
use crate::cli::fatal_error::FatalError;
use crate::play::tune::effort::Effort;
use crate::play::tune::referee::{Player, Reply};
use crate::play::tune::selfplay::Own;
use crate::play::{Engine, Options, Weights, WeightsError};
use crate::types::Move;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A version of the engine.
pub enum Version {
    /// Weights. They are needed to the end of the program.
    Own(&'static Weights),
    /// A program.
    Usi(PathBuf),
}

impl Version {
    /// What is in a file.
    ///
    /// # Errors
    /// It cannot be read, or has damaged weights.
    pub fn of(path: &Path) -> Result<Version, FatalError> {
        let bytes = fs::read(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        match Weights::read(&bytes) {
            Ok(weights) => Ok(Version::Own(Box::leak(Box::new(weights)))),
            Err(WeightsError::Damaged { found, stated }) => {
                let path = path.display();
                let english =
                    format!("{path}: the weights are damaged: checksum {found:08x}, stated {stated:08x}");
                let japanese =
                    format!("{path}: 重みが壊れています: 検査値は {found:08x}、記載は {stated:08x}");
                Err(FatalError::new(english, japanese))
            }
            Err(WeightsError::Form { .. }) => Ok(Version::Usi(path.to_owned())),
        }
    }

    /// A player of this version.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(&self, effort: Effort) -> anyhow::Result<Competitor> {
        let playing = match self {
            Version::Own(weights) => {
                let options = Options { hash_bytes: HASH, ..Options::default() };
                Playing::Own(Box::new(Own::of(Engine::with_weights(options, weights), effort)))
            }
            Version::Usi(path) => Playing::Usi(UsiPlayer::start(path, effort, HASH)?),
        };
        Ok(Competitor { playing, slowest: Duration::ZERO })
    }
}

/// A player.
pub struct Competitor {
    playing: Playing,
    /// The time of the slowest answer so far.
    pub slowest: Duration,
}

enum Playing {
    Own(Box<Own>),
    Usi(UsiPlayer),
}

impl Player for Competitor {
    type Error = anyhow::Error;

    fn begin(&mut self) -> anyhow::Result<()> {
        match &mut self.playing {
            Playing::Own(own) => Ok(own.begin()?),
            Playing::Usi(usi) => usi.begin(),
        }
    }

    fn reply(&mut self, moves: &[Move]) -> anyhow::Result<Reply> {
        let asked = Instant::now();
        let reply = match &mut self.playing {
            Playing::Own(own) => own.reply(moves)?,
            Playing::Usi(usi) => usi.reply(moves)?,
        };
        self.slowest = self.slowest.max(asked.elapsed());
        Ok(reply)
    }
}
