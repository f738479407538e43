//! Messages in English about errors in game records and diagrams, and about the limits of formats.

use crate::movegen::IllegalMove;
use crate::notation::read::CompressedError;
use crate::notation::{Loss, WriteError, mark};
use crate::position::Illegality;
use crate::problem::{Expected, IllegalSideMove, InitialError, MAX_LINE, RecordError};
use crate::record::Misplaced;
use crate::report::messages::en::position::{kind_name, sfen_error};
use crate::report::text::counted;
use crate::types::{Color, Hand};

/// The name of a side.
const fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The error of unexpected text.
pub(super) fn unreadable(found: &str, expected: &Expected) -> String {
    let expected = self::expected(expected);
    match found {
        "" => format!("the line ends here, expected {expected}"),
        _ => format!("`{found}` cannot be read here, expected {expected}"),
    }
}

/// The expected text, as a noun.
fn expected(expected: &Expected) -> String {
    let text = match expected {
        Expected::SideBeforeEnding => "the side to move, + or -, before an ending",
        Expected::SideBeforeMove => "the side to move, + or -, before a move",
        Expected::CsaLine => "a CSA line such as V2.2, P1…, P+00KI, +, +7776FU, T10, %TORYO or '",
        Expected::StartSquare => "a square and its piece in the start of a game, such as 82HI",
        Expected::StartFirst => {
            "PI once, before all other pieces and without P1 to P9: it would replace the pieces given before it"
        }
        Expected::NoSecondBoard => "P+, P- or the side to move: PI has placed the pieces already",
        Expected::CsaPiece => "a square and a piece such as 55FU, 00KI or 00AL",
        Expected::CsaMove => "a move such as +7776FU or +0055KA",
        Expected::CommaOrLineEnd => "a comma, or the end of the line, after the move",
        Expected::EndBehindSquares => "the end of the line after nine squares",
        Expected::DroppablePiece => "a piece that can be dropped",
        Expected::JkfMove => "a move with a piece and its squares",
        Expected::EndOfBoard => "the end of the board: it has nine ranks",
        Expected::BarBehindSquares => "| after nine squares",
        Expected::HeldPiece => "a piece that can be held, なし or 残り全部",
        Expected::HandOwner => "the hand (持駒) of 先手, 後手, 上手, 下手, 攻方 or 玉方",
        Expected::BoardSeenByBlack => {
            "a board seen from the side of Black: files 9 to 1 from the left, ranks 一 to 九 from the top"
        }
        Expected::Handicap => "a handicap such as 平手, 香落ち, 二枚落ち, or その他 with a board",
        Expected::Conditions => {
            "one condition for each side: 強欲, 禁欲 or 取禁, for one side with 攻方 or 受方 before it"
        }
        Expected::KifuLine => "a move, a header such as 作品名：…, or a rank of a board between two |",
        Expected::TimeOrLineEnd => "the time in parentheses, or the end of the line",
        Expected::MarkedMove => "▲ or △ and a move",
        Expected::VariationPly => "the ply at which the variation begins",
        Expected::Piece => "a piece such as 歩 or 成銀",
        Expected::NoPromotion => "no 成: the piece does not promote",
        Expected::SquareLeft => "the square the piece leaves, such as (77)",
        Expected::PieceThatGoesThere => "a piece that can go there",
        Expected::SquareOfFirstMove => "a square, not 同: there is no move before this one",
        Expected::Target => "a square such as ７六, or 同",
        Expected::VariationOrEnd => "a variation or the end of the text: this line has already ended",
        Expected::CsaCell(sq) => return format!("a piece such as +FU, or * on {sq}"),
        Expected::EmptySquare(sq) => {
            return format!("a square other than {sq}, where a piece stands already");
        }
        Expected::MoveOf(side) => return format!("a move of {}", side_name(*side)),
        Expected::PromotedOrNot(sq) => return format!("the piece on {sq}, promoted or not"),
        Expected::HandCount => return format!("at most {} pieces of a kind", Hand::MAX),
        Expected::DiagramCell(sq) => return format!("a piece, ・ or 石 on {sq}"),
        Expected::Ply(ply) => return format!("ply {ply}"),
        Expected::MarkedMoveOf(side) => return format!("a move of {}", mark(*side)),
        Expected::OwnPieceOn(sq) => return format!("the named piece, of the side to move, on {sq}"),
        Expected::OneOf(names) => return format!("one of {}", names.join(" ")),
        Expected::LegalMove { side, ply, illegal, reason } => {
            return format!(
                "a legal move of {} as ply {ply} ({illegal} is illegal: {})",
                side_name(*side),
                illegality(reason)
            );
        }
    };
    text.to_owned()
}

/// The error in a game record.
pub(super) fn record_error(error: &RecordError) -> String {
    match error {
        RecordError::LineTooLong => format!("the line is longer than {} MiB: split it", MAX_LINE >> 20),
        RecordError::TooLong { mebibytes } => {
            format!("the record is longer than {mebibytes} MiB: split the file")
        }
        RecordError::NoSideToMove => {
            "no side to move: the text ends before a line with + or - alone".to_owned()
        }
        RecordError::NoPosition => "no position: the text ends before a board, a 手合割 or a move".to_owned(),
        RecordError::ShortBoard { ranks } => format!("the board ends after {ranks} ranks, expected 9"),
        RecordError::HandWithoutBoard => {
            "a hand without a board: write nine ranks between |, or leave the hand out".to_owned()
        }
        RecordError::RepeatedRank { rank } => {
            format!("rank {rank} of the board is given twice, expected P1 to P9 once each")
        }
        RecordError::EmptyVariation => "a variation ends without a move, expected one".to_owned(),
        RecordError::Misplaced(Misplaced { ply, last }) => {
            format!("ply {ply} is not in any earlier line, expected a ply from 1 to {last}")
        }
        RecordError::ForksTooDeep { most } => {
            format!("side lines are nested more than {most} deep: write them as kif")
        }
        RecordError::BracketsTooDeep { most } => format!("brackets are nested more than {most} deep"),
        RecordError::Json { detail, .. } => format!("neither JKF nor an answer of solve --json: {detail}"),
        RecordError::Initial(error) => format!("initial: {}", initial_error(error)),
        RecordError::AnswerWithoutPosition => "the answer is an error report without a position".to_owned(),
        RecordError::AnswerSfen(error) => format!("the value of sfen: {}", sfen_error(error)),
        RecordError::AnswerVariation { ply } => {
            format!("variations: ply {ply} is not in the first solution")
        }
    }
}

fn initial_error(error: &InitialError) -> String {
    match error {
        InitialError::Preset(preset) => {
            format!("`{preset}` is not a preset, expected HIRATE, KY, … or OTHER")
        }
        InitialError::NoData => "the preset OTHER needs data".to_owned(),
        InitialError::Piece { kind, file, rank } => {
            format!("`{kind}` on {file}{rank} is not a piece of either side")
        }
        InitialError::Hand { kind, count } => format!("{count} `{kind}` cannot be in a hand"),
        InitialError::Color => "the colour of the side to move must be 0 or 1".to_owned(),
    }
}

/// The reason why a packed text cannot be read.
pub(in crate::report::messages) fn compressed_error(error: &CompressedError) -> String {
    match error {
        CompressedError::Zip => "this is a zip archive: unpack it, and give the files in it".to_owned(),
        CompressedError::TooLarge => {
            "this gzip file unpacks to more than 1 GiB: unpack it, and give a part of it".to_owned()
        }
    }
}

/// The reason why a problem cannot be written.
pub(in crate::report::messages) fn write_error(error: &WriteError) -> String {
    match error {
        WriteError::Stones(format) => {
            format!("{format} cannot contain stones (石): write the problem as usi, kif or ki2")
        }
        WriteError::Illegal(error) => illegal_move(error),
        WriteError::TooDeep { depth, most } => format!(
            "side lines are nested {depth} deep, but jkf is read only {most} deep: write the problem as kif"
        ),
        WriteError::NotReadBack(format) => format!(
            "nothing is written, because the text in {format} would be read back as something else; this is a bug of \
             the program: write the problem in another format, and report it"
        ),
        WriteError::NotInShiftJis(c) => {
            format!("`{c}` (U+{:04X}) is not in Shift_JIS: write it in UTF-8", u32::from(*c))
        }
    }
}

/// The reason why a move is illegal.
pub(in crate::report::messages) fn illegality(reason: &Illegality) -> String {
    match reason {
        Illegality::NotHeld(kind) => format!("no {} in hand", kind_name(*kind)),
        reason => reason.to_string(),
    }
}

/// The error of an illegal move in a line.
pub(in crate::report::messages) fn illegal_move(
    IllegalMove { ply, mv, reason, sfen }: &IllegalMove,
) -> String {
    format!("move {ply} of the line, {mv}, is illegal ({}) in {sfen}", illegality(reason))
}

/// An illegal move at which a side line ends.
pub(in crate::report::messages) fn illegal_side_move(
    IllegalSideMove { ply, mv, reason, .. }: &IllegalSideMove,
) -> String {
    let reason = illegality(reason);
    format!(
        "move {ply} of a side line, {mv}, is illegal ({reason}): the side line is read up to the move before it"
    )
}

/// A part that a format cannot represent.
pub(in crate::report::messages) fn loss(loss: &Loss) -> String {
    match loss {
        Loss::Moves(count) => format!("the line ({})", counted(*count as u64, "move")),
        Loss::SideLines(count) => format!("side lines ({count})"),
        Loss::Comments(count) => format!("comments ({count})"),
        Loss::MoveNumber => "the number of the first move".to_owned(),
        Loss::Times(count) => format!("times ({count})"),
        Loss::Ending => "the ending".to_owned(),
        Loss::Headers(count) => format!("headers of the game ({count})"),
        Loss::Statements(count) => {
            format!("headers of the problem, such as rule and title ({count})")
        }
    }
}
