//! The errors of writing and reading checkpoints, and of a search's other files.

use crate::store::FolderError;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// The reason why a checkpoint cannot be written or read.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    Io {
        /// Its name in the folder.
        file: String,
        /// The system's error.
        error: Arc<io::Error>,
    },
    /// There is no checkpoint.
    #[error("there is no checkpoint here (no file named manifest)")]
    Missing,
    /// There is a checkpoint already.
    #[error("there is a checkpoint here already")]
    Occupied,
    /// There is no checkpoint, but a file of other origin has the name of one of its files.
    #[error("{file} is not a file of a checkpoint")]
    InTheWay {
        /// Its name in the folder.
        file: String,
    },
    /// There is no layer for which the parts of all processes exist.
    #[error("the part of process {process} is missing, and no older checkpoint is complete")]
    PartMissing {
        /// The process whose part of the newest layer is missing.
        process: usize,
    },
    /// The manifest belongs to something else.
    #[error("manifest: this is not a checkpoint of tsumugi")]
    Foreign,
    /// The checkpoint was written by a later version.
    #[error("manifest: version {found} is not known to this build, which reads version {known}")]
    Version {
        /// The version of the checkpoint.
        found: u64,
        /// The version that this build reads.
        known: u64,
    },
    /// The checkpoint was written by a build that computes other keys.
    #[error("manifest: it was written by another build with different position keys")]
    OtherKeys,
    /// The content of a file is not what was written.
    #[error("{file} is damaged: {damage}")]
    Damaged {
        /// Its name in the folder.
        file: String,
        /// The kind of damage.
        damage: Damage,
    },
}

/// The kind of damage in a file of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// The file ends too early.
    #[error("its end is missing")]
    CutOff,
    /// The file does not exist.
    #[error("it is missing")]
    Missing,
    /// The file's checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// The file is longer than what was written.
    #[error("it is longer than when it was written")]
    TooLong,
    /// The manifest lacks a field.
    #[error("a field is missing")]
    Field,
    /// The manifest has numbers that no search can reach.
    #[error("a counter is impossibly large")]
    Counts,
    /// The position in the manifest cannot be read.
    #[error("its position cannot be read")]
    Position,
    /// The attacker in the manifest cannot be read.
    #[error("its attacker cannot be read")]
    Attacker,
    /// The position in the manifest is no legal problem.
    #[error("its position is not a legal problem")]
    Problem,
    /// The log belongs to another manifest.
    #[error("it does not belong to this manifest")]
    OtherLog,
    /// The log has more layers than the manifest says.
    #[error("it has too many layers")]
    Layers,
    /// A layer of the log begins at a wrong place.
    #[error("a layer does not begin where it should")]
    LayerStart,
    /// A layer of the log does not have the expected number or does not fit the layer before it.
    #[error("a layer does not follow from the one before")]
    LayerOrder,
    /// The length stated for a layer of the log exceeds the log.
    #[error("a layer is longer than the log")]
    LayerLength,
    /// A position of the last layer is not valid.
    #[error("a position is invalid")]
    LayerPosition,
    /// A line in the manifest does not end in mate.
    #[error("its line does not end in mate")]
    Line,
    /// The file of facts belongs to another manifest.
    #[error("it does not belong to this manifest")]
    OtherFacts,
    /// A slice of the file of facts begins at a wrong place.
    #[error("a slice does not begin where it should")]
    SliceStart,
    /// The length stated for a slice exceeds the file.
    #[error("a slice is longer than the file")]
    SliceLength,
    /// A fact is not valid.
    #[error("a stored result is invalid")]
    Fact,
}

/// A failure to write to disk during a search, or to read data back.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum DiskFailure {
    /// A checkpoint could not be written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The log of closed layers in the checkpoint could not be written.
    #[error("{0}")]
    Log(Arc<io::Error>),
    /// The folder for positions on disk cannot be used.
    #[error("{}: {error}", folder.display())]
    SpillFolder {
        /// The folder.
        folder: PathBuf,
        /// The reason why it cannot be used.
        error: Arc<FolderError>,
    },
    /// The positions on disk could not be written or read.
    #[error("spilled positions: {0}")]
    Spill(Arc<io::Error>),
    /// The checkpoint from which the search was resumed has mates to which no line leads.
    #[error("the checkpoint is damaged: no line leads to its mates")]
    NoLines,
}

impl CheckpointError {
    /// Converts errors of the system about a file.
    pub(in crate::solve) fn io(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| CheckpointError::Io { file: file.to_owned(), error: Arc::new(error) }
    }

    pub(in crate::solve) fn damaged(file: &str, damage: Damage) -> CheckpointError {
        CheckpointError::Damaged { file: file.to_owned(), damage }
    }

    /// Converts errors of reading a file that must exist and whose length is known: it is damaged if it is
    /// missing or ends early.
    pub(in crate::solve) fn reading(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointError::damaged(file, Damage::CutOff),
            io::ErrorKind::NotFound => CheckpointError::damaged(file, Damage::Missing),
            _ => CheckpointError::io(file)(error),
        }
    }
}
