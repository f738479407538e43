//! Messages in English about errors with the files of a search.

use crate::report::Lang;
use crate::report::messages::system_text;
use crate::report::text::reason_name;
use crate::solve::tsume::CertifyError;
use crate::solve::{CheckpointError, Damage, DiskFailure, Reason};
use crate::store::{FileInTheWay, FolderError, FolderRemoved};

/// The reason why a checkpoint cannot be written or read.
pub(in crate::report::messages) fn checkpoint_error(error: &CheckpointError) -> String {
    match error {
        CheckpointError::Io { file, error } => format!("{file}: {}", system_text(error, Lang::En)),
        CheckpointError::Missing => "there is no checkpoint here (no file named manifest)".to_owned(),
        CheckpointError::Occupied => {
            "there is a checkpoint here already: resume it, or choose another folder".to_owned()
        }
        CheckpointError::InTheWay { file } => format!(
            "{file} is not a file of a checkpoint and would be lost: choose a folder for the checkpoint alone"
        ),
        CheckpointError::PartMissing { process } => {
            format!(
                "the part of process {process} is missing, and no older checkpoint is complete: copy its files to \
                 this folder"
            )
        }
        CheckpointError::Foreign => "manifest: this is not a checkpoint of tsumugi".to_owned(),
        CheckpointError::Version { found, known } => format!(
            "manifest: version {found} is not known to this build, which reads version {known}: use the build that wrote it"
        ),
        CheckpointError::OtherKeys => {
            "manifest: it was written by another build with different position keys: use that build"
                .to_owned()
        }
        CheckpointError::Damaged { file, damage } => format!("{file} is damaged: {}", self::damage(*damage)),
    }
}

const fn damage(damage: Damage) -> &'static str {
    match damage {
        Damage::CutOff => "its end is missing",
        Damage::Missing => "it is missing",
        Damage::Checksum => "its checksum is wrong",
        Damage::TooLong => "it is longer than when it was written",
        Damage::Field => "a field is missing",
        Damage::Counts => "a counter is impossibly large",
        Damage::Position => "its position cannot be read",
        Damage::Attacker => "its attacker cannot be read",
        Damage::Problem => "its position is not a legal problem",
        Damage::OtherLog => "it does not belong to this manifest",
        Damage::Layers => "it has too many layers",
        Damage::LayerStart => "a layer does not begin where it should",
        Damage::LayerOrder => "a layer does not follow from the one before",
        Damage::LayerLength => "a layer is longer than the log",
        Damage::LayerPosition => "a position is invalid",
        Damage::Line => "its line does not end in mate",
        Damage::OtherFacts => "it does not belong to this manifest",
        Damage::SliceStart => "a slice does not begin where it should",
        Damage::SliceLength => "a slice is longer than the file",
        Damage::Fact => "a stored result is invalid",
    }
}

/// The reason why a search cannot write to disk.
pub(in crate::report::messages) fn disk_failure(failure: &DiskFailure) -> String {
    match failure {
        DiskFailure::Checkpoint(error) => checkpoint_error(error),
        DiskFailure::Log(error) => system_text(error, Lang::En),
        DiskFailure::SpillFolder { folder, error } => {
            format!("{}: {}", folder.display(), folder_error(error))
        }
        DiskFailure::Spill(error) => format!("spilled positions: {}", system_text(error, Lang::En)),
        DiskFailure::NoLines => "the checkpoint is damaged: no line leads to its mates".to_owned(),
    }
}

/// The reason why a folder cannot be opened.
pub(in crate::report::messages) fn folder_error(error: &FolderError) -> String {
    match error {
        FolderError::Locked => "another process is using this folder: wait for it, or stop it".to_owned(),
        FolderError::Io(error) => system_text(error, Lang::En),
    }
}

/// The error of a folder that is no longer at its place.
pub(in crate::report::messages) fn folder_removed(_: &FolderRemoved) -> String {
    "the folder was removed or moved while it was in use".to_owned()
}

/// The error of a file that was not written by a search.
pub(in crate::report::messages) fn file_in_the_way(file: &FileInTheWay) -> String {
    format!("{} was not written by a search and would be lost: choose another folder", file.0)
}

/// The reason why there is no certificate.
pub(in crate::report::messages) fn certify_error(error: &CertifyError) -> String {
    match error {
        CertifyError::Io(error) => system_text(error, Lang::En),
        CertifyError::NothingProved => "nothing was proved".to_owned(),
        CertifyError::Halted(Reason::Interrupted) => "interrupted before the proof was written".to_owned(),
        CertifyError::Halted(reason) => {
            let reason = reason_name(*reason, Lang::En);
            format!("a limit was reached while the proof was written ({reason}): raise it")
        }
        CertifyError::Lost => "the proof could not be reproduced: give more --memory".to_owned(),
    }
}
