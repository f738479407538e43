//! Why a checkpoint cannot be written or read, and what else of a search's files fails.

use crate::store::FolderError;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    Io {
        /// Its name in the folder.
        file: String,
        /// What the system says.
        error: Arc<io::Error>,
    },
    /// There is no checkpoint.
    #[error("there is no checkpoint here (no file named manifest)")]
    Missing,
    /// There is one already.
    #[error("there is a checkpoint here already")]
    Occupied,
    /// There is none, but a file of something else under the name of one of its files.
    #[error("{file} is there, and is no file of a checkpoint")]
    InTheWay {
        /// Its name in the folder.
        file: String,
    },
    /// Of no layer the parts of all processes are there.
    #[error("the part of process {process} is missing, and no older checkpoint is whole")]
    PartMissing {
        /// The one whose part of the newest layer is missing.
        process: usize,
    },
    /// The manifest is that of something else.
    #[error("manifest: this is no checkpoint of tsumugi")]
    Foreign,
    /// It was written by a later version.
    #[error("manifest: version {found} is not known to this build, which reads version {known}")]
    Version {
        /// The version of the checkpoint.
        found: u64,
        /// The one that this build reads.
        known: u64,
    },
    /// It was written by a build with other keys.
    #[error("manifest: it was written by another build, whose keys of positions differ")]
    OtherKeys,
    /// The content is not what was written.
    #[error("{file} is damaged: {damage}")]
    Damaged {
        /// Its name in the folder.
        file: String,
        /// What does not fit.
        damage: Damage,
    },
}

/// What does not fit in a file of a checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// It ends too early.
    #[error("its end is missing")]
    CutOff,
    /// It is not there.
    #[error("it is missing")]
    Missing,
    /// Its checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// It is longer than what was written.
    #[error("it is longer than it was")]
    TooLong,
    /// The manifest lacks a field.
    #[error("a field is missing")]
    Field,
    /// The manifest has numbers that no search comes to.
    #[error("no search counts so much")]
    Counts,
    /// The position in the manifest cannot be read.
    #[error("its position cannot be read")]
    Position,
    /// The attacker in the manifest cannot be read.
    #[error("its attacker cannot be read")]
    Attacker,
    /// The position in the manifest is no legal problem.
    #[error("its position is no problem")]
    Problem,
    /// The log belongs to another manifest.
    #[error("it is not the log of this manifest")]
    OtherLog,
    /// The log has more layers than the manifest says.
    #[error("it has too many layers")]
    Layers,
    /// A layer of the log begins at a wrong place.
    #[error("a layer does not begin where it should")]
    LayerStart,
    /// A layer of the log has another number than the one that is due.
    #[error("a layer does not follow from the one before")]
    LayerOrder,
    /// A layer of the log says that it is longer than the log.
    #[error("a layer is longer than the log")]
    LayerLength,
    /// A position of the last layer is none.
    #[error("a position is none")]
    LayerPosition,
    /// A line in the manifest is none that mates.
    #[error("its line is no mate")]
    Line,
    /// The file of facts belongs to another manifest.
    #[error("it is not the file of this manifest")]
    OtherFacts,
    /// A slice of the file of facts begins at a wrong place.
    #[error("a slice does not begin where it should")]
    SliceStart,
    /// A slice says that it is longer than the file.
    #[error("a slice is longer than the file")]
    SliceLength,
    /// A fact is none.
    #[error("a fact is none")]
    Fact,
}

/// What cannot be written to disk during a search, or cannot be read back.
#[derive(Debug, Clone, Error)]
#[non_exhaustive]
pub enum DiskFailure {
    /// The checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The log of closed layers in the checkpoint.
    #[error("{0}")]
    Log(Arc<io::Error>),
    /// The folder for spilled positions.
    #[error("{}: {error}", folder.display())]
    SpillFolder {
        /// The folder.
        folder: PathBuf,
        /// Why it cannot be used.
        error: Arc<FolderError>,
    },
    /// Spilled positions.
    #[error("spilled positions: {0}")]
    Spill(Arc<io::Error>),
    /// The checkpoint that the search was resumed from has mates to which nothing leads.
    #[error("the checkpoint is damaged: nothing leads to its mates")]
    NoLines,
}

impl CheckpointError {
    /// For errors of a file.
    pub(in crate::solve) fn io(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| CheckpointError::Io { file: file.to_owned(), error: Arc::new(error) }
    }

    pub(in crate::solve) fn damaged(file: &str, damage: Damage) -> CheckpointError {
        CheckpointError::Damaged { file: file.to_owned(), damage }
    }

    /// An error while reading a file whose length is known: if it ends early, it is damaged.
    pub(in crate::solve) fn reading(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointError::damaged(file, Damage::CutOff),
            io::ErrorKind::NotFound => CheckpointError::damaged(file, Damage::Missing),
            _ => CheckpointError::io(file)(error),
        }
    }
}
