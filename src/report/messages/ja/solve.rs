//! Messages in Japanese about errors with the files of a search.

use crate::report::Lang;
use crate::report::messages::system_text;
use crate::report::text::reason_name;
use crate::solve::tsume::CertifyError;
use crate::solve::{CheckpointError, Damage, DiskFailure, Reason};
use crate::store::{FileInTheWay, FolderError, FolderRemoved};

/// The reason why a checkpoint cannot be written or read.
pub(in crate::report::messages) fn checkpoint_error(error: &CheckpointError) -> String {
    match error {
        CheckpointError::Io { file, error } => format!("{file}: {}", system_text(error, Lang::Ja)),
        CheckpointError::Missing => "ここに途中経過はありません (manifest というファイルがない)".to_owned(),
        CheckpointError::Occupied => {
            "ここにはすでに途中経過があります: 再開するか、別のフォルダーを指定してください".to_owned()
        }
        CheckpointError::InTheWay { file } => format!(
            "途中経過ではない {file} があり、書くと失われます: 途中経過だけのフォルダーを指定してください"
        ),
        CheckpointError::PartMissing { process } => {
            format!(
                "プロセス{process}の分がなく、揃った途中経過は前にもありません: そのファイルをここに置いてください"
            )
        }
        CheckpointError::Foreign => "manifest: tsumugi の途中経過ではありません".to_owned(),
        CheckpointError::Version { found, known } => format!(
            "manifest: 第{found}版は読めません (この版が読むのは第{known}版): 書いた版の tsumugi で再開してください"
        ),
        CheckpointError::OtherKeys => {
            "manifest: 局面の鍵が異なる版で書かれています: その版で再開してください".to_owned()
        }
        CheckpointError::Damaged { file, damage } => {
            format!("{file} は壊れています: {}", self::damage(*damage))
        }
    }
}

const fn damage(damage: Damage) -> &'static str {
    match damage {
        Damage::CutOff => "終わりが欠けています",
        Damage::Missing => "ファイルがありません",
        Damage::Checksum => "検査値が違います",
        Damage::TooLong => "書かれたときより長くなっています",
        Damage::Field => "項目が足りません",
        Damage::Counts => "数えた値が大きすぎます",
        Damage::Position => "局面が読めません",
        Damage::Attacker => "攻方が読めません",
        Damage::Problem => "問題として正しくない局面です",
        Damage::OtherLog => "manifest と合いません",
        Damage::Layers => "層が多すぎます",
        Damage::LayerStart => "層の始まる場所が違います",
        Damage::LayerOrder => "層が前の層から続いていません",
        Damage::LayerLength => "層がファイルより長くなっています",
        Damage::LayerPosition => "局面でないものがあります",
        Damage::Line => "手順が詰みになっていません",
        Damage::OtherFacts => "manifest と合いません",
        Damage::SliceStart => "区切りの始まる場所が違います",
        Damage::SliceLength => "区切りがファイルより長くなっています",
        Damage::Fact => "記録でないものがあります",
    }
}

/// The reason why a search cannot write to disk.
pub(in crate::report::messages) fn disk_failure(failure: &DiskFailure) -> String {
    match failure {
        DiskFailure::Checkpoint(error) => checkpoint_error(error),
        DiskFailure::Log(error) => system_text(error, Lang::Ja),
        DiskFailure::SpillFolder { folder, error } => {
            format!("{}: {}", folder.display(), folder_error(error))
        }
        DiskFailure::Spill(error) => format!("ディスクに移した局面: {}", system_text(error, Lang::Ja)),
        DiskFailure::NoLines => "途中経過が壊れています: 詰みに至る手順がありません".to_owned(),
    }
}

/// The reason why a folder cannot be opened.
pub(in crate::report::messages) fn folder_error(error: &FolderError) -> String {
    match error {
        FolderError::Locked => "別のプロセスが使っています: 終わるのを待つか、止めてください".to_owned(),
        FolderError::Io(error) => system_text(error, Lang::Ja),
    }
}

/// The error of a folder that is no longer at its place.
pub(in crate::report::messages) fn folder_removed(_: &FolderRemoved) -> String {
    "使っている間に、フォルダーが消されたか移されました".to_owned()
}

/// The error of a file that was not written by a search.
pub(in crate::report::messages) fn file_in_the_way(file: &FileInTheWay) -> String {
    format!("探索で書いたものではない {} があり、失われます: 別のフォルダーを指定してください", file.0)
}

/// The reason why there is no certificate.
pub(in crate::report::messages) fn certify_error(error: &CertifyError) -> String {
    match error {
        CertifyError::Io(error) => system_text(error, Lang::Ja),
        CertifyError::NothingProved => "何も証明されていません".to_owned(),
        CertifyError::Halted(Reason::Interrupted) => "証明を書き出す前に中断されました".to_owned(),
        CertifyError::Halted(reason) => format!(
            "証明を書き出す途中で制限に達しました（{}）: 制限を緩めてください",
            reason_name(*reason, Lang::Ja)
        ),
        CertifyError::Lost => "証明を再現できませんでした: --memory を増やしてください".to_owned(),
    }
}
