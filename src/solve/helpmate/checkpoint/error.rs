//! Why a checkpoint cannot be written or read.

use std::io;

/// The version of checkpoints that this build writes and reads.
pub(super) const VERSION: u64 = 1;

/// Why a checkpoint cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    Io {
        /// Its name in the folder.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// There is no checkpoint.
    #[error("there is no checkpoint here (no file named manifest)")]
    Missing,
    /// There is one already.
    #[error("there is a checkpoint here already: resume it, or take another folder")]
    Occupied,
    /// The manifest is that of something else.
    #[error("manifest: this is no checkpoint of tsumugi")]
    Foreign,
    /// It was written by a later version.
    #[error("manifest: version {0} is not known to this build, which reads version {known}: use the build that wrote it", known = VERSION)]
    Version(u64),
    /// It was written by a build with other keys.
    #[error("manifest: it was written by another build, whose keys of positions differ: use that build")]
    OtherKeys,
    /// The content is not what was written.
    #[error("{file} is damaged: {what}")]
    Damaged {
        /// Its name in the folder.
        file: String,
        /// What does not fit.
        what: &'static str,
    },
}

impl CheckpointError {
    /// For errors of a file.
    pub(super) fn io(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| CheckpointError::Io { file: file.to_owned(), error }
    }

    pub(super) fn damaged(file: &str, what: &'static str) -> CheckpointError {
        CheckpointError::Damaged { file: file.to_owned(), what }
    }

    /// An error while reading a file whose length is known: if it ends early, it is damaged.
    pub(super) fn reading(file: &str) -> impl FnOnce(io::Error) -> CheckpointError + '_ {
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof => CheckpointError::damaged(file, "its end is missing"),
            io::ErrorKind::NotFound => CheckpointError::damaged(file, "it is missing"),
            _ => CheckpointError::io(file)(error),
        }
    }

    /// The message in Japanese.
    pub fn japanese(&self) -> String {
        match self {
            CheckpointError::Io { file, error } => format!("{file}: {error}"),
            CheckpointError::Missing => {
                "ここに途中経過はありません (manifest というファイルがない)".to_owned()
            }
            CheckpointError::Occupied => {
                "ここにはすでに途中経過があります: 再開するか、別のフォルダを指定してください".to_owned()
            }
            CheckpointError::Foreign => "manifest: tsumugi の途中経過ではありません".to_owned(),
            CheckpointError::Version(version) => format!(
                "manifest: 第{version}版は読めません (この版が読むのは第{}版): 書いた版の tsumugi で再開してください",
                VERSION
            ),
            CheckpointError::OtherKeys => {
                "manifest: 局面の鍵が異なる版で書かれています: その版で再開してください".to_owned()
            }
            CheckpointError::Damaged { file, what } => {
                let what = match *what {
                    "its end is missing" => "終わりが欠けています",
                    "it is missing" => "ファイルがありません",
                    _ => "書かれたときの内容と違います",
                };
                format!("{file} は壊れています: {what}")
            }
        }
    }
}
