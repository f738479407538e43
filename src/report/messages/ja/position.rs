//! Messages in Japanese about errors in positions and their texts.

use crate::board::Bitboard;
use crate::notation::{file_name, piece_name, side_name, square_name};
use crate::position::{Defect, SfenError, SfenPart, SfenWarning, Token};
use crate::types::{Color, Hand};

/// The error in the text of a position, after the column.
pub(in crate::report::messages) fn sfen_error(error: &SfenError) -> String {
    let Token { column, text } = error.token();
    let at = format!("{column}文字目: `{text}`");
    match error {
        SfenError::Ends { expected, .. } => {
            format!("{column}文字目: ここで終わっています。{}が必要です", part(*expected))
        }
        SfenError::Piece { .. } => format!(
            "{at} は駒ではありません。PLNSBRGK（後手は小文字）、成駒はその前に +、石は O、空きマスの数は 1～9 で書きます"
        ),
        SfenError::Promotion { .. } => {
            format!("{at} は成駒ではありません。+ の後には PLNSBR か plnsbr を書きます")
        }
        SfenError::RankLength { rank, squares, .. } => {
            format!("{at} （{rank} の段）は{squares}マスあります。一段は9マスです")
        }
        SfenError::RankCount { ranks, .. } => {
            format!("{at} は盤面ではありません。/ で区切った9段が必要ですが、{ranks}段です")
        }
        SfenError::Side { .. } => format!("{at} は手番ではありません。b（先手）か w（後手）を書きます"),
        SfenError::HandPiece { .. } => format!(
            "{at} は持駒にできません。RBGSNLP（後手は小文字）とその前の枚数、持駒がなければ - だけを書きます"
        ),
        SfenError::HandCount { .. } => {
            format!("{at} は持駒にできません。枚数は1から{}までです", Hand::MAX)
        }
        SfenError::HandRepeated { .. } => {
            format!("{at} は同じ側の同じ駒の繰り返しです。枚数をまとめて一度だけ書きます")
        }
        SfenError::HandWithoutPiece { .. } => {
            format!("{at} は枚数だけで駒がありません。手数の前に 2Pb のような持駒か、なければ - を書きます")
        }
        SfenError::MoveNumber { .. } => {
            format!("{at} は手数ではありません。0から{}までの数を書きます", u32::MAX)
        }
        SfenError::Trailing { expected, .. } => {
            format!("{at} は余分です。ここには{}が来ます", part(*expected))
        }
        SfenError::Address { .. } => format!(
            "{at} は局面の入っていないアドレスです。開いて、局面を SFEN でコピーするか、棋譜を KIF で保存してください"
        ),
        SfenError::InAddress { sfen, error, .. } => {
            format!("{column}文字目: アドレスの中の `{sfen}`: {}", sfen_error(error))
        }
        SfenError::Move { .. } => {
            format!("{at} は USI の指し手ではありません。7g7f、8h2b+、P*5e のように書きます")
        }
    }
}

const fn part(part: SfenPart) -> &'static str {
    match part {
        SfenPart::Position => "`startpos` か SFEN",
        SfenPart::Board => "盤面",
        SfenPart::Side => "手番（b か w）",
        SfenPart::Hands => "持駒",
        SfenPart::MoveNumber => "手数",
        SfenPart::MovesOrEnd => "`moves` か行末",
        SfenPart::End => "何も続かないか改行",
    }
}

/// The part that is missing in the text of a position.
pub(in crate::report::messages) fn sfen_warning(warning: &SfenWarning) -> String {
    match warning {
        SfenWarning::NoHands => {
            "SFEN に持駒がないので、両者の持駒なしとして読みました。手番の後に持駒を書いてください（なければ -）"
                .to_owned()
        }
    }
}

/// All defects that make a position illegal.
pub(in crate::report::messages) fn defects(defects: &[Defect]) -> String {
    defects.iter().map(defect).collect::<Vec<_>>().join("、")
}

/// A defect that makes a position illegal, with its squares.
pub(in crate::report::messages) fn defect(defect: &Defect) -> String {
    match *defect {
        Defect::TooMany { kind, squares, in_hands } => {
            let count = squares.count() + in_hands[0] + in_hands[1];
            let (set, places) = (kind.set_count(), places(squares, in_hands));
            format!("{}が{count}枚あります。一組は{set}枚です（{places}）", piece_name(kind))
        }
        Defect::SeveralKings { color, squares: kings } => {
            format!("{}の玉が{}枚あります（{}）", side_name(color), kings.count(), squares(kings))
        }
        Defect::Nifu { color, squares: pawns, .. } => {
            let file = pawns.into_iter().next().map_or(' ', file_name);
            format!("二歩：{}の歩が{file}筋に重なっています（{}）", side_name(color), squares(pawns))
        }
        Defect::DeadEnd { kind, color, squares: pieces } => {
            format!("行き所のない駒：{}の{}（{}）", side_name(color), piece_name(kind), squares(pieces))
        }
        Defect::KingEnPrise { color, king, checkers } => {
            let (mover, owner, king, checkers) =
                (side_name(!color), side_name(color), square_name(king), squares(checkers));
            format!(
                "{mover}の手番ですが、{owner}の玉（{king}）に王手がかかっています（王手の駒：{checkers}）"
            )
        }
        Defect::NoDefender { rule, defender } => {
            format!("{}の玉方（{}）の玉が盤上にありません", rule.japanese(), side_name(defender))
        }
        Defect::NoAttacker { rule, attacker } => {
            format!("{}の攻方（{}）の玉が盤上にありません", rule.japanese(), side_name(attacker))
        }
        Defect::Stones { squares: stones } => format!("指し将棋では石を使えません（{}）", squares(stones)),
    }
}

/// The places of pieces of a kind: on the board, if any, and in the hands that contain any.
fn places(board: Bitboard, in_hands: [u32; 2]) -> String {
    let board = (!board.is_empty()).then(|| squares(board));
    let hands = Color::ALL.into_iter().zip(in_hands).filter(|&(_, count)| count > 0);
    let hands = hands.map(|(color, count)| format!("{}の持駒{count}枚", side_name(color)));
    board.into_iter().chain(hands).collect::<Vec<_>>().join("、")
}

/// Squares such as ５五、６五.
fn squares(squares: Bitboard) -> String {
    squares.into_iter().map(square_name).collect::<Vec<_>>().join("、")
}
