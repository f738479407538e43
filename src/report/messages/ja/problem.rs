//! Messages in Japanese about errors in the text of problems.

use super::notation::{record_error, unreadable};
use super::position::{sfen_error, sfen_warning};
use crate::notation::read::CompressedError;
use crate::position::ParseConditionsError;
use crate::problem::{
    Contradiction, KEYS, LineError, LineErrorKind, MAX_LINE, ProblemWarning, QuestionError, ReadError, Rule,
    UnknownRule, ValueKind,
};
use crate::report::Lang;
use crate::report::messages::{Message, system_text};

/// The reason why a text cannot be read, without its place. An error in a line begins with the column.
pub(in crate::report::messages) fn read_error(error: &ReadError) -> String {
    match error {
        ReadError::Io { error, .. } => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(packed) => CompressedError::message(packed, Lang::Ja),
            None => {
                let error = system_text(error, Lang::Ja);
                format!("最後まで読めません: {error}: ファイルを確かめてください")
            }
        },
        ReadError::Line(error) => line_error(error),
    }
}

/// The error in a line, after the column.
pub(in crate::report::messages) fn line_error(error: &LineError) -> String {
    let what = match &error.kind {
        // This message contains its own column.
        LineErrorKind::Position(error) => return sfen_error(error),
        LineErrorKind::TooLong => {
            format!("行が{} MiB を超えています。一行に一題を書きます", MAX_LINE >> 20)
        }
        LineErrorKind::NotUtf8 => {
            "UTF-8 ではありません。--encoding utf-8 を付けたなら外してください。UTF-8 か、最初の日本語の文字から \
             Shift_JIS で書きます。初めだけが UTF-8 なら --encoding shift-jis で読めます"
                .to_owned()
        }
        LineErrorKind::Notation { found, expected } => unreadable(found, expected),
        LineErrorKind::Record(error) => record_error(error),
        LineErrorKind::NoValue { token } => {
            format!("`{token}` は項目ではありません。`;` の後に key=value と書きます")
        }
        LineErrorKind::UnknownKey { token } => {
            format!("`{token}` という項目はありません。使えるのは {}", KEYS.join(" "))
        }
        LineErrorKind::RepeatedKey { token } => format!("項目 `{token}` が一行に二度あります"),
        LineErrorKind::Condition { error } => conditions_error(error),
        LineErrorKind::Value { key, token, expected } => {
            format!("`{token}` は項目 `{key}` の値ではありません。{}", value_kind(*expected))
        }
    };
    format!("{}文字目: {}", error.column, what)
}

pub(super) fn value_kind(kind: ValueKind) -> String {
    let text = match kind {
        ValueKind::Rule => return format!("{} のどれかです", Rule::ALL.map(Rule::name).join("、")),
        ValueKind::Schema { known } => {
            return format!(
                "読めるのは {known} です。別の版の答えは、それを書いたプログラムで読んでください"
            );
        }
        ValueKind::Text => "何かの文字が必要です",
        ValueKind::Side => "black か white です",
        ValueKind::Policy => "official か none です",
        ValueKind::Plies => "手数か none です",
        ValueKind::Solutions => "解の数か >1 です",
        ValueKind::IntendedSolutions => "1以上の解の数です",
        ValueKind::Range => "数か、5、3-5、3-、-5 のような範囲（小さい数が先）です",
        ValueKind::YesOrNo => "yes か no です",
        ValueKind::Move => "7g7f、8h2b+、G*5b のような指し手です",
    };
    text.to_owned()
}

/// The reason why a problem cannot be solved or checked.
pub(in crate::report::messages) fn question_error(error: &QuestionError) -> String {
    match error {
        QuestionError::NoKing => "盤上に玉がありません: 玉方の玉を置いてください".to_owned(),
        QuestionError::Conditions { rule, conditions } => format!(
            "条件 {} は協力詰と協力自玉詰のものですが、これは{}です: 条件をはずすか、規則を変えてください",
            conditions.japanese(),
            rule.japanese()
        ),
        QuestionError::Illegal { defects, .. } => {
            format!("解ける局面ではありません: {}", defects.message(Lang::Ja))
        }
    }
}

/// A part of the text of a problem that may not have been meant as it was read.
pub(in crate::report::messages) fn problem_warning(warning: &ProblemWarning) -> String {
    match warning {
        ProblemWarning::Position(warning) => sfen_warning(warning),
        ProblemWarning::UnknownRule(UnknownRule { key, value, words }) => {
            format!(
                "{key}：{value} の `{words}` という規則や条件は知らないので、ないものとして読みました。答えは別の問題のものかも\
                 しれません"
            )
        }
        ProblemWarning::Contradiction(Contradiction { first, second }) => {
            format!(
                "{first} と {second} は両立しないので、前のものだけを読みました。答えは別の問題のものかもしれません"
            )
        }
    }
}

/// The reason why a text does not name valid conditions.
pub(in crate::report::messages) fn conditions_error(error: &ParseConditionsError) -> String {
    match error {
        ParseConditionsError::Unknown(text) => {
            format!(
                "`{text}` という条件はありません。強欲、禁欲、取禁、または片方だけのもの (攻方取禁、受方強欲など)、なし \
                 のどれかです"
            )
        }
        ParseConditionsError::Contradiction { side, first, second } => format!(
            "{side}の{}と{}は両立しません: どちらか一つにしてください",
            first.japanese(),
            second.japanese(),
            side = side.japanese()
        ),
    }
}
