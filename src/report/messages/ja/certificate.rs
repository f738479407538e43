//! Messages in Japanese about errors in certificates.

use crate::certificate::{CertificateError, EdgesFault, Fault, HeaderFault, Unreadable};
use crate::notation::move_alone;
use crate::report::Lang;
use crate::report::messages::Message;
use crate::report::messages::system::error_text;

/// The place of the fault in a certificate, the fault, and how to correct it.
pub(in crate::report::messages) fn certificate_error(error: &CertificateError) -> String {
    let offset = error.offset;
    let place = match error.record {
        Some(record) => format!("{record}番目の記録 ({offset}バイト目)"),
        None => format!("{offset}バイト目"),
    };
    format!("{place}: {}", fault(&error.fault))
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Io { kind, text } => {
            format!("読めません: {}: ファイルを確かめてください", error_text(*kind, text, Lang::Ja))
        }
        Fault::Memory => "終わりまで確かめられません: メモリが足りません".to_owned(),
        Fault::Foreign => {
            "tsumugi の証明書ではありません: `solve --certificate` で書いたファイルを指定してください"
                .to_owned()
        }
        Fault::Version(version) => {
            format!("版 {version} はこのプログラムでは読めません: 書いたときの版で確かめてください")
        }
        Fault::Header(what) => format!("見出しが読めません: {}: 証明書を書き直してください", header(what)),
        Fault::CutOff => "途中で終わっています: 書き直すか、コピーし直してください".to_owned(),
        Fault::Surplus => "終わりの後に余分があります: コピーし直してください".to_owned(),
        Fault::Checksum { found, stated } => format!(
            "壊れています: 検査値は {found:08x}、記載は {stated:08x}: 書き直すか、コピーし直してください"
        ),
        Fault::LineEnds => {
            "壊れています: 改行が書き換えられています: テキストとしてではなく、そのままコピーし直してください"
                .to_owned()
        }
        Fault::Unreadable(what) => format!("読めません: {}", unreadable(*what)),
        Fault::Position => "局面が正しくありません".to_owned(),
        Fault::Edges(what) => format!("証明になっていません: {}", edges(*what)),
        Fault::IllegalMove(mv) => {
            format!("証明になっていません: {} はここで指せないか、必要な手ではありません", move_alone(*mv))
        }
        Fault::LeftOut(mv) => format!("証明になっていません: {} が抜けています", move_alone(*mv)),
        Fault::Circular(mv) => {
            format!(
                "証明になっていません: {} の後が、まだ証明されていない記録によっています (循環論法)",
                move_alone(*mv)
            )
        }
        Fault::OtherPosition(mv) => {
            format!("証明になっていません: {} の後が、別の局面の記録によっています", move_alone(*mv))
        }
        Fault::OtherClaim(mv) => {
            format!("証明になっていません: {} の後の記録が、必要なことを証明していません", move_alone(*mv))
        }
        Fault::NotObvious(mv) => {
            format!("証明になっていません: {} の後は自明ではありません", move_alone(*mv))
        }
        Fault::NotFutile(mv) => {
            format!(
                "証明になっていません: {} で取る合駒が無駄合であることが示されていません",
                move_alone(*mv)
            )
        }
        Fault::Hands => "証明になっていません: 別の持駒では成り立ちません".to_owned(),
        Fault::Label(label) => format!("証明になっていません: ラベル {label} の記録がありません"),
        Fault::Root => "証明になっていません: 見出しの局面について何も証明していません".to_owned(),
    }
}

fn header(fault: &HeaderFault) -> String {
    match fault {
        HeaderFault::Root(error) => error.message(Lang::Ja),
        HeaderFault::Attacker => "攻方".to_owned(),
        HeaderFault::Policy => "無駄合の扱い".to_owned(),
        HeaderFault::Defect(defect) => defect.message(Lang::Ja),
    }
}

const fn unreadable(what: Unreadable) -> &'static str {
    match what {
        Unreadable::Number => "数が大きすぎます",
        Unreadable::Length => "手数が大きすぎます",
        Unreadable::RecordKind => "そのような記録はありません",
        Unreadable::MoveCount => "手が多すぎます",
        Unreadable::Move => "そのような手はありません",
        Unreadable::SquareCount => "升が多すぎます",
        Unreadable::Square => "そのような升はありません",
        Unreadable::Piece => "そのような駒はありません",
        Unreadable::RecordCount => "記録が欠けています",
        Unreadable::ClaimCount => "主張が多すぎます",
    }
}

const fn edges(fault: EdgesFault) -> &'static str {
    match fault {
        EdgesFault::RepeatedLabel => "同じラベルが二度あります",
        EdgesFault::NoReply => "不詰には応手が必要です",
        EdgesFault::NotOneCheck => "詰みには王手が一つ必要です",
        EdgesFault::NoPlies => "ここで0手の詰みはありません",
        EdgesFault::NotInCheck => "王手でなく指す手もないのは詰みではありません",
    }
}
