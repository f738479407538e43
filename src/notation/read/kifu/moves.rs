//! A move in Japanese notation, and the move that it denotes in a position.

use super::super::cursor::{Cursor, Parsed};
use super::keywords;
use crate::movegen::{illegality, legal_moves};
use crate::notation::japanese::{JKF_LETTERS, Side, Way, japanese, rivals, side, way};
use crate::position::Position;
use crate::problem::Expected;
use crate::types::{Move, Piece, PieceKind, Square};

/// The parts of a written move.
pub(in crate::notation::read) struct Written {
    to: Square,
    /// The piece before the move.
    kind: PieceKind,
    /// 右 左 直 上 寄 引, and synonyms.
    relative: Vec<Relative>,
    promotes: bool,
    drops: bool,
    from: Option<Square>,
}

/// A word that distinguishes pieces that could go to the same square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relative {
    Way(Way),
    Side(Side),
}

impl Written {
    /// Reads a move; `previous` is the destination of the move before, for 同.
    pub fn read(at: &mut Cursor, previous: Option<Square>) -> Parsed<Written> {
        let to = read_target(at, previous)?;
        let kind = keywords::take_piece(at).ok_or_else(|| at.fault(Expected::Piece))?;
        let mut written =
            Written { to, kind, relative: Vec::new(), promotes: false, drops: false, from: None };
        loop {
            let before = *at;
            if at.take_word("不成") || at.take_word("生") {
                written.promotes = false;
            } else if at.take_if(|c| c == '成').is_some() {
                if kind.promoted().is_none() {
                    return Err(before.fault(Expected::NoPromotion));
                }
                written.promotes = true;
            } else if at.take_if(|c| c == '打').is_some() {
                written.drops = true;
            } else if let Some(c) = at.take_if(|c| relative(c).is_some()) {
                written.relative.extend(relative(c));
            } else {
                break;
            }
        }
        let before = *at;
        let is_square = at.take_if(|c| matches!(c, '(' | '（')).is_some() && at.peek().is_some_and(is_digit);
        if is_square {
            let number = at.take_number().unwrap_or(0);
            let from = u8::try_from(number).ok().and_then(|n| Square::from_file_rank(n / 10, n % 10));
            if from.is_none() && number != 0 || at.take_if(|c| matches!(c, ')' | '）')).is_none() {
                return Err(before.fault(Expected::SquareLeft));
            }
            written.from = from;
            // Some programs write (00) for drops.
            written.drops |= from.is_none();
        } else {
            *at = before;
        }
        Ok(written)
    }

    /// A move with the letters of JKF that distinguish pieces: L, C, R, U, M and D stand for 左, 直, 右, 上, 寄
    /// and 引, and H for 打. `None` for other letters.
    pub fn lettered(to: Square, kind: PieceKind, letters: &str, promotes: bool) -> Option<Written> {
        let mut written = Written { to, kind, relative: Vec::new(), promotes, drops: false, from: None };
        for letter in letters.chars() {
            match JKF_LETTERS.iter().find(|(known, _)| *known == letter)? {
                (_, '打') => written.drops = true,
                (_, word) => written.relative.extend(relative(*word)),
            }
        }
        Some(written)
    }

    /// The destination of the move.
    pub fn to(&self) -> Square {
        self.to
    }

    /// The move as a move of the side that is not to move, if that side has the named piece on the origin
    /// square.
    pub fn of_other_side(&self, position: &Position) -> Option<Move> {
        let from = self.from?;
        let piece = Piece::new(!position.side_to_move(), self.kind);
        (position.piece_at(from) == Some(piece)).then(|| Move::board(from, self.to, self.promotes))
    }

    /// The move that is denoted. `at` is the place in the text.
    ///
    /// # Errors
    /// When no piece, or more than one, fits the move.
    pub fn resolve(&self, position: &Position, previous: Option<Square>, at: Cursor) -> Parsed<Move> {
        if let Some(from) = self.from {
            let us = position.side_to_move();
            return match position.piece_at(from) {
                Some(piece) if piece.color() == us && piece.kind() == self.kind => {
                    Ok(Move::board(from, self.to, self.promotes))
                }
                _ => Err(at.fault(Expected::OwnPieceOn(from))),
            };
        }
        let drop = || {
            (self.kind.unpromoted() == self.kind && self.kind != PieceKind::King)
                .then(|| Move::drop(self.kind, self.to))
        };
        if self.drops {
            return drop().ok_or_else(|| at.fault(Expected::DroppablePiece));
        }
        let nowhere = || at.fault(Expected::PieceThatGoesThere);
        let mut could: Vec<Move> = legal_moves(position)
            .iter()
            .copied()
            .filter(|mv| mv.to() == self.to && mv.promotes() == self.promotes)
            .filter(|mv| {
                mv.from().and_then(|sq| position.piece_at(sq)).is_some_and(|p| p.kind() == self.kind)
            })
            .collect();
        let is_drop = self.relative.is_empty() && !self.promotes;
        let dropped = drop().filter(|_| is_drop);
        // A legal move takes precedence over an illegal one, a move on the board over a drop.
        if could.is_empty() && dropped.is_none_or(|mv| illegality(position, mv).is_some()) {
            let piece = Piece::new(position.side_to_move(), self.kind);
            could = rivals(position, piece, self.to)
                .into_iter()
                .map(|from| Move::board(from, self.to, self.promotes))
                .collect();
        }
        match &could[..] {
            [] => dropped.ok_or_else(nowhere),
            [mv] => Ok(*mv),
            _ => self.choose(position, previous, &could).ok_or_else(|| {
                at.fault(Expected::OneOf(could.iter().map(|&mv| japanese(position, mv, None)).collect()))
            }),
        }
    }

    /// The one of several moves that is denoted: the one whose full name is written or, if there is none, the
    /// only one that fits the words, even when there are fewer or more words than the federation's rules
    /// require.
    fn choose(&self, position: &Position, previous: Option<Square>, could: &[Move]) -> Option<Move> {
        let us = position.side_to_move();
        let said = |mv: &Move| {
            let from = mv.from()?;
            Some(self.relative.iter().all(|relative| match relative {
                Relative::Way(wanted) => way(us, from, self.to) == *wanted,
                Relative::Side(wanted) => side(us, from, self.to) == *wanted,
            }))
        };
        let full = could.iter().find(|&&mv| {
            let name = japanese(position, mv, previous);
            let words: Vec<Relative> = name.chars().skip(2).filter_map(relative).collect();
            words == self.relative
        });
        let mut as_said = could.iter().filter(|mv| said(mv) == Some(true));
        full.or_else(|| as_said.next().filter(|_| as_said.next().is_none())).copied()
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

fn relative(c: char) -> Option<Relative> {
    Some(match c {
        '上' | '行' => Relative::Way(Way::Up),
        '寄' => Relative::Way(Way::Sideways),
        '引' => Relative::Way(Way::Down),
        '左' => Relative::Side(Side::Left),
        '右' => Relative::Side(Side::Right),
        '直' => Relative::Side(Side::Straight),
        _ => return None,
    })
}

/// `７六`, `76`, 同, `同　`, and `７六同`.
fn read_target(at: &mut Cursor, previous: Option<Square>) -> Parsed<Square> {
    let before = *at;
    if at.take_if(|c| c == '同').is_some() {
        at.skip_space();
        return previous.ok_or_else(|| before.fault(Expected::SquareOfFirstMove));
    }
    let mut next =
        || at.peek().and_then(keywords::digit).inspect(|_| at.skip(at.peek().map_or(0, char::len_utf8)));
    let square = match (next(), next()) {
        (Some(file), Some(rank)) => Square::from_file_rank(file, rank),
        _ => None,
    };
    let square = square.ok_or_else(|| before.fault(Expected::Target))?;
    at.take_if(|c| c == '同');
    at.skip_space();
    Ok(square)
}
