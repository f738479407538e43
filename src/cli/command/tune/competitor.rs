//! A player of a match: this build's engine with some weights, or another program.

use super::pair::HASH;
use super::usi_player::UsiPlayer;
use super::weights_file;
use crate::cli::fatal_error::FatalError;
use crate::play::tune::effort::Effort;
use crate::play::tune::referee::{Player, Refused, Reply};
use crate::play::tune::selfplay::Own;
use crate::play::{Engine, Options, Weights};
use crate::types::Move;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A version of the engine that plays a match.
pub enum Version {
    /// Weights for this build's engine. They live until the program ends.
    Own(&'static Weights),
    /// The path of a USI engine.
    Usi(PathBuf),
}

impl Version {
    /// The version that a file holds: weights, or a program.
    ///
    /// # Errors
    /// The file cannot be read, or its weights are damaged.
    pub fn of(path: &Path) -> Result<Version, FatalError> {
        Ok(match weights_file::read_if_weights(path)? {
            Some(weights) => Version::Own(Box::leak(Box::new(weights))),
            None => Version::Usi(path.to_owned()),
        })
    }

    /// Starts a player of this version.
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
        Ok(Competitor { playing, conduct: Conduct::default() })
    }
}

/// A player in a match.
pub struct Competitor {
    playing: Playing,
    /// Statistics of the player's answers so far.
    pub conduct: Conduct,
}

/// Statistics of a player's answers.
#[derive(Clone, Default)]
pub struct Conduct {
    /// The time of the slowest answer.
    pub slowest: Duration,
    /// How many answers lost a game because they were not allowed: illegal moves and false declarations of a win.
    pub refused: u32,
    /// One of those answers, in USI notation.
    pub example: Option<String>,
}

impl Conduct {
    /// Adds the statistics of another player of the same version.
    pub fn join(&mut self, other: &Conduct) {
        self.slowest = self.slowest.max(other.slowest);
        self.refused += other.refused;
        self.example = self.example.take().or_else(|| other.example.clone());
    }
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
        self.conduct.slowest = self.conduct.slowest.max(asked.elapsed());
        Ok(reply)
    }

    fn refused(&mut self, refused: Refused) {
        self.conduct.refused += 1;
        self.conduct.example = Some(match refused {
            Refused::Move(mv) => mv.to_string(),
            Refused::Win => "win".to_owned(),
        });
    }
}
