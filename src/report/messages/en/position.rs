//! Messages in English about errors in positions and their texts.

use crate::board::Bitboard;
use crate::position::{Defect, SfenError, SfenPart, SfenWarning};
use crate::types::{Color, Hand, PieceKind};

/// The error in the text of a position, after the column.
pub(in crate::report::messages) fn sfen_error(error: &SfenError) -> String {
    let at = error.token();
    let column = at.column;
    match error {
        SfenError::Ends { expected, .. } => {
            format!("column {column}: the text ends, expected {}", part(*expected))
        }
        SfenError::Piece { .. } => format!(
            "{at} is not a piece, expected one of PLNSBRGK (lower case for White), + before a promoted one, O for a \
             stone, or 1 to 9 for empty squares"
        ),
        SfenError::Promotion { .. } => {
            format!("{at} is not a promoted piece, expected one of PLNSBR or plnsbr after the +")
        }
        SfenError::RankLength { rank, squares, .. } => {
            format!("{at} has {squares} squares as rank {rank}, expected 9")
        }
        SfenError::RankCount { ranks, .. } => {
            format!("{at} is not a board, expected 9 ranks with / between them, not {ranks}")
        }
        SfenError::Side { .. } => format!("{at} is not a side to move, expected b or w"),
        SfenError::HandPiece { .. } => format!(
            "{at} cannot be in a hand, expected one of RBGSNLP (lower case for White) with its count before it, or a \
             lone - for empty hands"
        ),
        SfenError::HandCount { .. } => {
            format!("{at} cannot be in a hand, expected a count from 1 to {}", Hand::MAX)
        }
        SfenError::HandRepeated { .. } => {
            format!("{at} repeats a kind of piece, expected each kind once per side with its total count")
        }
        SfenError::HandWithoutPiece { .. } => format!(
            "{at} is a count without a piece, expected hands such as 2Pb, or - for empty hands, before a move number"
        ),
        SfenError::MoveNumber { .. } => {
            format!("{at} is not a move number, expected one from 0 to {}", u32::MAX)
        }
        SfenError::Trailing { expected, .. } => {
            format!("{at} is one word too many, expected {}", part(*expected))
        }
        SfenError::Address { .. } => format!(
            "{at} is an address without a position in it: open it, and copy the position as SFEN or save the record \
             as KIF"
        ),
        SfenError::InAddress { sfen, error, .. } => {
            format!("column {column}: the address contains `{sfen}`: {}", sfen_error(error))
        }
        SfenError::Move { .. } => format!("{at} is not a USI move, expected for example 7g7f, 8h2b+ or P*5e"),
    }
}

const fn part(part: SfenPart) -> &'static str {
    match part {
        SfenPart::Position => "`startpos` or an SFEN",
        SfenPart::Board => "a board",
        SfenPart::Side => "the side to move, b or w",
        SfenPart::Hands => "hands",
        SfenPart::MoveNumber => "a move number",
        SfenPart::MovesOrEnd => "`moves` or the end",
        SfenPart::End => "the end",
    }
}

/// The part that is missing in the text of a position.
pub(in crate::report::messages) fn sfen_warning(warning: &SfenWarning) -> String {
    match warning {
        SfenWarning::NoHands => {
            "the SFEN has no field for the hands and was read as if both were empty: write them after the side to \
             move, - for none"
                .to_owned()
        }
    }
}

/// All defects that make a position illegal.
pub(in crate::report::messages) fn defects(defects: &[Defect]) -> String {
    defects.iter().map(defect).collect::<Vec<_>>().join("; ")
}

/// A defect that makes a position illegal, with its squares.
pub(in crate::report::messages) fn defect(defect: &Defect) -> String {
    match *defect {
        Defect::TooMany { kind, squares, in_hands } => {
            let count = squares.count() + in_hands[0] + in_hands[1];
            let (set, places) = (kind.set_count(), places(squares, in_hands));
            format!("too many {}s: {count}, a set has {set} ({places})", kind_name(kind))
        }
        Defect::SeveralKings { color, squares } => {
            format!("{} {color} kings, one is allowed: {}", squares.count(), usi(squares))
        }
        Defect::Nifu { color, file, squares } => {
            format!("nifu: {} {color} pawns on file {file}: {}", squares.count(), usi(squares))
        }
        Defect::DeadEnd { kind, color, squares } => {
            format!("dead end: a {color} {} can never move from {}", kind_name(kind), usi(squares))
        }
        Defect::KingEnPrise { color, king, checkers } => format!(
            "{} is to move and could capture the {color} king on {king}, which is in check from {}",
            !color,
            usi(checkers)
        ),
        Defect::NoDefender { rule, defender } => {
            format!("a {rule} needs a king to mate: {defender}, the defender, has none on the board")
        }
        Defect::NoAttacker { rule, attacker } => {
            format!("a {rule} needs a king to mate: {attacker}, the attacker, has none on the board")
        }
        Defect::Stones { squares } => format!("stones are not allowed in a game: {}", usi(squares)),
    }
}

/// The places of pieces of a kind: on the board, if any, and in the hands that contain any.
fn places(board: Bitboard, in_hands: [u32; 2]) -> String {
    let board = (!board.is_empty()).then(|| format!("on {}", usi(board)));
    let hands = Color::ALL.into_iter().zip(in_hands).filter(|&(_, count)| count > 0);
    let hands = hands.map(|(color, count)| format!("{count} in {color}'s hand"));
    board.into_iter().chain(hands).collect::<Vec<_>>().join(", ")
}

fn usi(squares: Bitboard) -> String {
    squares.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>().join(" ")
}

/// The name of an unpromoted kind.
pub(super) const fn kind_name(kind: PieceKind) -> &'static str {
    match kind.unpromoted() {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        _ => "king",
    }
}
