//! Messages in Japanese about errors in game records and diagrams, and about the limits of formats.

use crate::movegen::IllegalMove;
use crate::notation::read::CompressedError;
use crate::notation::{Loss, WriteError, mark, move_alone, piece_name, side_name, square_name};
use crate::position::Illegality;
use crate::problem::{Expected, IllegalSideMove, InitialError, JsonFault, MAX_LINE, RecordError};
use crate::record::Misplaced;
use crate::report::messages::ja::position::sfen_error;
use crate::types::Hand;

/// The error of unexpected text.
pub(super) fn unreadable(found: &str, expected: &Expected) -> String {
    let expected = self::expected(expected);
    match found {
        "" => format!("行がここで終わっています。必要なのは{expected}です"),
        _ => format!("`{found}` はここでは読めません。必要なのは{expected}です"),
    }
}

/// The expected text, as a noun.
fn expected(expected: &Expected) -> String {
    let text = match expected {
        Expected::SideBeforeEnding => "終局の前の手番（+ か -）",
        Expected::SideBeforeMove => "指し手の前の手番（+ か -）",
        Expected::CsaLine => "CSA の行（V2.2、P1…、P+00KI、+、+7776FU、T10、%TORYO、' など）",
        Expected::StartSquare => "平手の駒とそのマス（82HI など）",
        Expected::StartFirst => {
            "ほかの駒より前に一度だけ書く PI（それまでの駒を消してしまいます。P1…P9 と一緒には使えません）"
        }
        Expected::NoSecondBoard => "P+、P-、手番のどれか（駒は PI で並べ終えています）",
        Expected::CsaPiece => "マスと駒（55FU、00KI、00AL など）",
        Expected::CsaMove => "指し手（+7776FU、+0055KA など）",
        Expected::CommaOrLineEnd => "指し手の後のコンマか行末",
        Expected::EndBehindSquares => "9マスの後の行末",
        Expected::DroppablePiece => "打てる駒",
        Expected::JkfMove => "駒とマスのある指し手",
        Expected::EndOfBoard => "盤面の終わり（9段あります）",
        Expected::BarBehindSquares => "9マスの後の |",
        Expected::HeldPiece => "持てる駒か、なしか、残り全部",
        Expected::HandOwner => "先手、後手、上手、下手、攻方、玉方のどれかの持駒",
        Expected::BoardSeenByBlack => "先手から見た盤面（筋は左から９…１、段は上から一…九）",
        Expected::Handicap => "平手、香落ち、二枚落ちなどの手合割か、その他と盤面",
        Expected::Conditions => "一方に一つの条件 (強欲、禁欲、取禁、片方だけなら攻方取禁など)",
        Expected::KifuLine => "指し手か、作品名：… のような項目か、| で囲んだ盤面の段",
        Expected::TimeOrLineEnd => "括弧で囲んだ消費時間か行末",
        Expected::MarkedMove => "▲か△と指し手",
        Expected::VariationPly => "変化の始まる手数",
        Expected::Piece => "駒（歩、成銀など）",
        Expected::NoPromotion => "成のない指し手（成れない駒です）",
        Expected::SquareLeft => "移動元のマス（(77) など）",
        Expected::PieceThatGoesThere => "そこへ行ける駒",
        Expected::SquareOfFirstMove => "マス（前の手がないので同とは書けません）",
        Expected::Target => "マス（７六など）か同",
        Expected::VariationOrEnd => "変化か終わり（この手順はもう終局しています）",
        Expected::CsaCell(sq) => return format!("{}の駒（+FU など）か *", square_name(*sq)),
        Expected::EmptySquare(sq) => {
            return format!("空いているマス（{}にはすでに駒があります）", square_name(*sq));
        }
        Expected::MoveOf(side) => return format!("{}の指し手", side_name(*side)),
        Expected::PromotedOrNot(sq) => return format!("{}の駒かその成駒", square_name(*sq)),
        Expected::HandCount => return format!("一種につき{}枚まで", Hand::MAX),
        Expected::DiagramCell(sq) => return format!("{}の駒か ・ か石", square_name(*sq)),
        Expected::Ply(ply) => return format!("{ply}手目"),
        Expected::MarkedMoveOf(side) => return format!("{}の指し手", mark(*side)),
        Expected::OwnPieceOn(sq) => return format!("{}にある、手番の側のその駒", square_name(*sq)),
        Expected::OneOf(names) => return format!("{}のどれか", names.join("、")),
        Expected::LegalMove { side, ply, illegal, reason } => {
            return format!(
                "{ply}手目の{}の合法手（{} は反則: {}）",
                side_name(*side),
                move_alone(*illegal),
                illegality(reason)
            );
        }
    };
    text.to_owned()
}

/// The error in a game record.
pub(super) fn record_error(error: &RecordError) -> String {
    match error {
        RecordError::LineTooLong => {
            format!("行が{} MiB を超えています。行を分けてください", MAX_LINE >> 20)
        }
        RecordError::TooLong { mebibytes } => {
            format!("棋譜が{mebibytes} MiB を超えています。ファイルを分けてください")
        }
        RecordError::NoSideToMove => "手番がありません。+ か - だけの行の前で終わっています".to_owned(),
        RecordError::NoPosition => {
            "局面がありません。盤面、手合割、指し手のどれもないまま終わっています".to_owned()
        }
        RecordError::ShortBoard { ranks } => {
            format!("盤面が{ranks}段で終わっています。9段必要です")
        }
        RecordError::HandWithoutBoard => {
            "持駒だけで盤面がありません。盤面を | で囲んで九段書くか、持駒の行を消してください".to_owned()
        }
        RecordError::RepeatedRank { rank } => {
            format!("盤面の{rank}段目が二度あります。P1 から P9 までを一度ずつ書きます")
        }
        RecordError::EmptyVariation => "変化に指し手がありません。一手以上書きます".to_owned(),
        RecordError::Misplaced(Misplaced { ply, last }) => {
            format!("{ply}手目はこれまでのどの手順にもありません。1から{last}までです")
        }
        RecordError::ForksTooDeep { most } => {
            format!("変化が{most}段より深く重なっています。kif で書いてください")
        }
        RecordError::BracketsTooDeep { most } => format!("括弧が{most}段より深く重なっています"),
        RecordError::Json { fault, detail } => {
            format!("JKF でも solve --json の答えでもありません。{}（`{detail}`）", json_fault(*fault))
        }
        RecordError::Initial(error) => format!("`initial`: {}", initial_error(error)),
        RecordError::AnswerWithoutPosition => "この答えは誤りの報告で、局面がありません".to_owned(),
        RecordError::AnswerSfen(error) => format!("`sfen` の値: {}", sfen_error(error)),
        RecordError::AnswerVariation { ply } => format!("`variations`: {ply}手目は最初の解にありません"),
    }
}

const fn json_fault(fault: JsonFault) -> &'static str {
    match fault {
        JsonFault::Syntax => "JSON として読めません",
        JsonFault::Ends => "途中で終わっています",
        JsonFault::Data => "項目か値が違います",
    }
}

fn initial_error(error: &InitialError) -> String {
    match error {
        InitialError::Preset(preset) => {
            format!("`{preset}` という preset はありません。HIRATE、KY、…、OTHER のどれかを書きます")
        }
        InitialError::NoData => "preset が OTHER なら data が必要です".to_owned(),
        InitialError::Piece { kind, file, rank } => {
            format!("{file}{rank} の `{kind}` は、どちらの側の駒でもありません")
        }
        InitialError::Hand { kind, count } => format!("`{kind}` {count}枚は持駒にできません"),
        InitialError::Color => "手番は 0 か 1 です".to_owned(),
    }
}

/// The reason why a packed text cannot be read.
pub(in crate::report::messages) fn compressed_error(error: &CompressedError) -> String {
    match error {
        CompressedError::Zip => "zip ファイルです: 展開して、中のファイルを指定してください".to_owned(),
        CompressedError::TooLarge => {
            "この gzip ファイルの中身は 1 GiB を超えます: 展開して、一部を指定してください".to_owned()
        }
    }
}

/// The reason why a problem cannot be written.
pub(in crate::report::messages) fn write_error(error: &WriteError) -> String {
    match error {
        WriteError::Stones(format) => {
            format!("{format} では石を書けません: usi、kif、ki2 のどれかで書いてください")
        }
        WriteError::Illegal(error) => illegal_move(error),
        WriteError::TooDeep { depth, most } => {
            format!("変化が{depth}段重なっています。jkf は{most}段までしか読めません: kif で書いてください")
        }
        WriteError::NotReadBack(format) => format!(
            "{format} で書いたものを読み返すと別のものになるので、何も書きません。これはプログラムの誤りです: ほかの形式で\
             書き、この問題を報告してください"
        ),
        WriteError::NotInShiftJis(c) => {
            format!("`{c}` (U+{:04X}) は Shift_JIS にありません: UTF-8 で書いてください", u32::from(*c))
        }
    }
}

/// The reason why a move is illegal.
pub(in crate::report::messages) fn illegality(reason: &Illegality) -> String {
    match reason {
        Illegality::NotOwn(sq) => format!("{}に手番の側の駒がない", square_name(*sq)),
        Illegality::NotHeld(kind) => format!("{}を持っていない", piece_name(*kind)),
        Illegality::Occupied(sq) => format!("{}は空いていない", square_name(*sq)),
        Illegality::TakesKing => "玉は取れない".to_owned(),
        Illegality::Unreachable { from, to } => {
            format!("{}の駒は{}へ行けない", square_name(*from), square_name(*to))
        }
        Illegality::NoPromotion => "成れない".to_owned(),
        Illegality::DeadEnd => "行き所のない駒になる".to_owned(),
        Illegality::Nifu => "二歩".to_owned(),
        Illegality::PawnDropMate => "打歩詰".to_owned(),
        Illegality::NotReached => "前の手順がここへ来ない".to_owned(),
        Illegality::KingInCheck => "自玉が王手にさらされる".to_owned(),
    }
}

/// The error of an illegal move in a line.
pub(in crate::report::messages) fn illegal_move(
    IllegalMove { ply, mv, reason, sfen }: &IllegalMove,
) -> String {
    format!("{ply}手目 {} は反則です（{}）: {sfen}", move_alone(*mv), illegality(reason))
}

/// An illegal move at which a side line ends.
pub(in crate::report::messages) fn illegal_side_move(
    IllegalSideMove { ply, mv, reason, .. }: &IllegalSideMove,
) -> String {
    let mv = move_alone(*mv);
    format!("変化の{ply}手目 {mv} は反則です（{}）。この変化はその前の手までを読みました", illegality(reason))
}

/// A part that a format cannot represent.
pub(in crate::report::messages) fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Moves(count) => format!("手順{count}手"),
        Loss::SideLines(count) => format!("変化{count}個"),
        Loss::Comments(count) => format!("コメント{count}個"),
        Loss::MoveNumber => "初手の手数".to_owned(),
        Loss::Times(count) => format!("消費時間{count}個"),
        Loss::Ending => "終局".to_owned(),
        Loss::Headers(count) => format!("対局の項目{count}個"),
        Loss::Statements(count) => format!("問題の項目{count}個 (規則、作品名など)"),
    }
}
