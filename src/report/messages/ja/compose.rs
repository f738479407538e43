//! Messages in Japanese about errors in templates.

use super::problem::{conditions_error, value_kind};
use crate::compose::{ImpossibleLength, TemplateError, TemplateErrorKind as Kind};
use crate::notation::piece_name;
use crate::report::Lang;
use crate::report::messages::Message;

/// The error in a template, after its place.
pub(in crate::report::messages) fn template_error(error: &TemplateError) -> String {
    let TemplateError { line, at, kind } = error;
    let what = match kind {
        Kind::Ends => "図面が途中で終わっています。盤面、手番、持駒が必要です".to_owned(),
        Kind::Piece => "駒ではありません。PLNSBRGK（後手は小文字）、成駒はその前に + を、候補は [GS-] や [*] のように書きます".to_owned(),
        Kind::Set => "駒の候補ではありません。[GS-]、[*]、[Uu] のように書きます（何もないことを表す - は升と持駒だけ）".to_owned(),
        Kind::RankCount(ranks) => format!("盤面ではありません。/ で区切った9段が必要ですが、{ranks}段です"),
        Kind::RankLength { rank, squares } => format!("{rank} の段は{squares}マスあります。一段は9マスです（[ ] は1マス）"),
        Kind::Side => "手番ではありません。b（先手）か w（後手）を書きます".to_owned(),
        Kind::Hand => "持駒にできません。2P、0-2g（小さい数が先）、[GS-] のように書き、持駒がなければ - だけを書きます".to_owned(),
        Kind::TooManyPlaced => "ここまでの place の駒数の組み合わせが多すぎます。範囲を狭めてください".to_owned(),
        Kind::TooManyHands => "持駒の組み合わせが百万を超えます。範囲を狭めてください".to_owned(),
        Kind::Trailing => "余分です。条件は ; の後に書きます".to_owned(),
        Kind::Condition => "条件ではありません。place=、rule=、attacker=、policy=、condition=、plies=、pieces=、sound=、surplus=、through=、line=、rest= のどれかを書きます".to_owned(),
        Kind::Repeated => "二度書かれています（繰り返せるのは place= だけです）".to_owned(),
        Kind::Value(expected) => format!("ここに書ける値ではありません。{}", value_kind(*expected)),
        Kind::Captures(error) => conditions_error(error),
        Kind::CapturesOf(rule) => format!("協力詰と協力自玉詰のものです。{}に強欲、禁欲、取禁はありません", rule.japanese()),
        Kind::Region => "領域ではありません。5a,1a-3c のように升と長方形を書きます".to_owned(),
        Kind::Nowhere => "当てはまるものがありません。そこには置ける駒がありません（ふさがった升には置けず、歩香桂は行き所が必要です）".to_owned(),
        Kind::NoRoom => "当てはまるものがありません。駒の数だけの升がありません".to_owned(),
        Kind::TooMany(kind) => format!("当てはまるものがありません。{}が{}枚を超えます", piece_name(*kind), kind.set_count()),
        Kind::Illegal(defects) => format!("当てはまるものがありません。{}", defects.message(Lang::Ja)),
        Kind::NoKing { rule, king, is_defenders } => {
            let side = if *is_defenders { "玉方" } else { "攻方" };
            format!("{side}の玉がありません。{}には必要です。盤上に置くか place={king} と書きます", rule.japanese())
        }
        Kind::TwoKings => "当てはまるものがありません。片方の玉が2枚になります".to_owned(),
        Kind::Length(error) => impossible_length(error),
        Kind::Pieces => "当てはまるものがありません。どれも駒が多すぎるか少なすぎます".to_owned(),
        Kind::BesideLine => "line= が決めています。書かないでください".to_owned(),
        Kind::SolutionUnsound => "sound=no と合いません。どの解のことか決まるのは完全作だけです".to_owned(),
        Kind::PolicyOfHelpmate => "詰将棋のものです。協力詰に合駒の数え方はありません".to_owned(),
        Kind::RestAndHand => "rest=yes と合いません。玉方の持駒が書かれています".to_owned(),
    };
    format!("{line}行目 {}文字目: `{}`: {what}", at.column, at.text)
}

/// The second half of a sentence: why no mate can have a wanted length.
pub(in crate::report::messages) fn impossible_length(error: &ImpossibleLength) -> String {
    let parity = if error.is_odd { "奇数" } else { "偶数" };
    format!("手番と合いません。この手番の{}は{parity}手です", error.rule.japanese())
}
