//! Messages of the operating system about files, and of this program where it replaces them.

use super::message::Message;
use crate::notation::read::CompressedError;
use crate::report::Lang;
use crate::store::{FileInTheWay, FolderError, FolderRemoved};
use std::io::{self, ErrorKind};

/// The text of an I/O error in a language. An error of this program wrapped in it is reported by its own
/// message.
pub fn system_text(error: &io::Error, lang: Lang) -> String {
    let inner = error.get_ref();
    if let Some(packed) = inner.and_then(|inner| inner.downcast_ref::<CompressedError>()) {
        return packed.message(lang);
    }
    if let Some(removed) = inner.and_then(|inner| inner.downcast_ref::<FolderRemoved>()) {
        return removed.message(lang);
    }
    if let Some(folder) = inner.and_then(|inner| inner.downcast_ref::<FolderError>()) {
        return folder.message(lang);
    }
    if let Some(file) = inner.and_then(|inner| inner.downcast_ref::<FileInTheWay>()) {
        return file.message(lang);
    }
    error_text(error.kind(), &error.to_string(), lang)
}

/// The text in a language of an error of which only the kind and the English text are known.
pub fn error_text(kind: ErrorKind, english: &str, lang: Lang) -> String {
    match lang {
        Lang::Ja => japanese(kind, english),
        Lang::En => english.to_owned(),
    }
}

/// An I/O error in Japanese; an error without a Japanese text is quoted after the words for "system error".
fn japanese(kind: ErrorKind, english: &str) -> String {
    let known = match kind {
        ErrorKind::NotFound => "ファイルかフォルダーがありません",
        ErrorKind::PermissionDenied => "権限がありません",
        ErrorKind::AlreadyExists => "すでにあります",
        ErrorKind::IsADirectory => "フォルダーです",
        ErrorKind::NotADirectory => "フォルダーではありません",
        ErrorKind::DirectoryNotEmpty => "フォルダーが空ではありません",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "空き容量がありません",
        ErrorKind::ReadOnlyFilesystem => "書き込めない場所です",
        ErrorKind::FileTooLarge => "ファイルが大きすぎます",
        ErrorKind::InvalidFilename => "この名前は使えません",
        ErrorKind::CrossesDevices => "別のディスクにまたがっています",
        ErrorKind::TooManyLinks => "リンクが多すぎます",
        ErrorKind::BrokenPipe => "読む相手がいなくなりました",
        ErrorKind::InvalidData if english.contains("UTF-8") => "UTF-8 のテキストではありません",
        ErrorKind::OutOfMemory => "メモリが足りません",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "ほかで使われています",
        ErrorKind::Deadlock => "ロックが互いに待っています",
        ErrorKind::NotSeekable => "ここでは位置を変えられません",
        ErrorKind::TimedOut => "時間切れです",
        ErrorKind::WouldBlock => "今は使えません",
        ErrorKind::Interrupted => "中断されました",
        ErrorKind::UnexpectedEof => "途中で終わっています",
        ErrorKind::WriteZero => "書き込みが途中で止まりました",
        ErrorKind::Unsupported => "このシステムではできません",
        _ => return format!("システムのエラーです（{english}）"),
    };
    known.to_owned()
}
