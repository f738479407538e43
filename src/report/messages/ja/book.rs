//! Messages in Japanese about errors in opening books.

use crate::book::{BookError, BookFault, HEADER};
use crate::report::Lang;
use crate::report::messages::system_text;

/// The reason why a book cannot be used.
pub(in crate::report::messages) fn book_error(error: &BookError) -> String {
    match error {
        BookError::Io(error) => system_text(error, Lang::Ja),
        BookError::NoBook { found } => {
            format!("読める定跡ファイルではありません: 先頭行が「{found}」です。必要なのは「{HEADER}」です")
        }
        BookError::Version { found } => {
            format!("形式の版「{found}」は分かりません。先頭行に必要なのは「{HEADER}」です")
        }
        BookError::Line { line, fault } => format!("{line}行目: {}", book_fault(fault)),
        BookError::Unsorted { line } => {
            format!("{line}行目: 局面が整列されていません: `tsumugi book sort` で整列した定跡を書けます")
        }
    }
}

fn book_fault(fault: &BookFault) -> String {
    match fault {
        BookFault::Position(error) => super::position::sfen_error(error),
        BookFault::NoPosition => {
            "最初の局面の前に指し手があります: その前に「sfen …」の行が必要です".to_owned()
        }
        BookFault::Move { found } => format!("「{found}」は USI の指し手ではありません"),
        BookFault::Illegal { found } => format!("{found} はこの局面で反則です"),
        BookFault::Number { found } => {
            format!("「{found}」は数ではありません。指し手の後には応手、評価値、深さ、回数を書きます")
        }
    }
}
