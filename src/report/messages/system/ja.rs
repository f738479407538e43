//! What the operating system says of files, in Japanese.

use std::io::ErrorKind;

/// An I/O error; what has no name here is quoted behind the word for an error of the system.
pub(in crate::report::messages) fn error(kind: ErrorKind, english: &str) -> String {
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
