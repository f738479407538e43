//! The diagram (BOD) with its hands, and the position that it describes.

use super::super::cursor::{Cursor, Fault, Parsed};
use super::keywords;
use crate::position::{Position, Rule};
use crate::problem::{Expected, RecordError, default_attacker};
use crate::types::{Color, Hand, Piece, PieceKind, Square};

/// The information about the root read so far.
#[derive(Default)]
pub(in crate::notation::read) struct Diagram {
    /// The squares read, and the number of ranks read.
    board: Option<(Position, u8)>,
    /// The line of the last of these ranks.
    last_rank: u64,
    hands: [Option<Held>; 2],
    /// The line of the last hand that holds pieces.
    held_at: Option<u64>,
    /// The position of a handicap; a board takes precedence over it.
    pub handicap: Option<Position>,
    /// The side to move, if stated.
    pub side: Option<Color>,
    /// The number of moves played before this position.
    pub moves_before: usize,
    /// The destination of the last of these moves, if stated.
    pub arrived: Option<Square>,
    /// The side that got the remaining pieces; set when the position is made.
    pub rest: Option<Color>,
}

/// A hand as it is written.
#[derive(Clone, Copy)]
enum Held {
    Pieces(Hand),
    /// 残り全部: all pieces that are neither on the board nor in the other hand.
    Rest,
}

/// Whether a line lists the files above a board.
pub(super) fn is_file_line(text: &str) -> bool {
    let files: String = text.split_whitespace().collect();
    files == "９８７６５４３２１" || files == "987654321"
}

/// Whether a line lists the files above a board seen from White's side.
pub(super) fn is_turned_file_line(text: &str) -> bool {
    let files: String = text.split_whitespace().rev().collect();
    text.split_whitespace().count() == 9 && is_file_line(&files)
}

impl Diagram {
    /// Whether the text shows a position.
    pub fn is_given(&self) -> bool {
        self.board.is_some() || self.handicap.is_some()
    }

    /// Whether the information other than the board agrees with a position.
    pub fn is_true_of(&self, root: &Position) -> bool {
        let is_held = |color: Color| match self.hands[color.index()] {
            Some(Held::Pieces(hand)) => root.hand(color) == hand,
            Some(Held::Rest) | None => true,
        };
        self.side.is_none_or(|side| root.side_to_move() == side)
            && self.handicap.as_ref().is_none_or(|handicap| root == handicap)
            && Color::ALL.into_iter().all(is_held)
    }

    /// Reads `|v香v桂 ・ … |一`.
    pub fn rank(&mut self, mut at: Cursor) -> Parsed<()> {
        self.last_rank = at.line();
        let (board, ranks) = self.board.get_or_insert_with(|| (Position::empty(), 0));
        if *ranks == 9 {
            return Err(at.fault(Expected::EndOfBoard));
        }
        *ranks += 1;
        at.skip('|'.len_utf8());
        for sq in (1..=9).rev().filter_map(|file| Square::from_file_rank(file, *ranks)) {
            let owner = match at.take_if(|c| matches!(c, ' ' | '　' | 'v' | 'V' | 'ｖ' | '^')) {
                Some('v' | 'V' | 'ｖ') => Color::White,
                _ => Color::Black,
            };
            if let Some(kind) = keywords::take_piece(&mut at) {
                board.put(sq, Piece::new(owner, kind));
            } else if at.take_if(|c| matches!(c, '石' | '■')).is_some() {
                board.put_stone(sq);
            } else if at.take_if(|c| matches!(c, '・' | '･' | '．' | '.' | '*' | '－')).is_none() {
                return Err(at.fault(Expected::DiagramCell(sq)));
            }
        }
        at.take_if(|c| c == '|').ok_or_else(|| at.fault(Expected::BarBehindSquares))?;
        at.skip_space();
        match at.peek().and_then(keywords::digit) {
            Some(label) if label != *ranks => Err(at.fault(Expected::BoardSeenByBlack)),
            _ => Ok(()),
        }
    }

    /// Reads the pieces of a hand: `飛　金二　歩十八`, なし, 残り全部.
    pub fn hand(&mut self, owner: Color, mut at: Cursor) -> Parsed<()> {
        let mut hand = Hand::EMPTY;
        if at.rest().starts_with("残") || at.rest().starts_with("のこり") {
            self.hands[owner.index()] = Some(Held::Rest);
            return Ok(());
        }
        if !["なし", "無し", "ナシ"].iter().any(|none| at.rest().trim_end() == *none) {
            loop {
                at.take_if(|c| matches!(c, '、' | ','));
                at.skip_space();
                if at.peek().is_none() {
                    break;
                }
                let before = at;
                let kind = keywords::take_piece(&mut at).map(PieceKind::unpromoted);
                let kind = kind.filter(|&kind| kind != PieceKind::King);
                let kind = kind.ok_or_else(|| before.fault(Expected::HeldPiece))?;
                let count = match at.peek() {
                    Some(c) if c == '十' || keywords::digit(c).is_some() => keywords::take_number(&mut at),
                    _ => Some(1),
                };
                let total = count.map(|count| count + hand.count(kind) as usize);
                match total {
                    Some(total) if total <= Hand::MAX as usize => hand.set(kind, total as u32),
                    _ => return Err(before.too_many()),
                }
            }
        }
        self.hands[owner.index()] = Some(Held::Pieces(hand));
        if !hand.is_empty() {
            self.held_at = Some(at.line());
        }
        Ok(())
    }

    /// Checks that a board, if begun, has nine ranks, and that there is a board if a hand holds pieces.
    pub fn check_complete(&self) -> Parsed<()> {
        match (&self.board, self.held_at) {
            (Some((_, ranks)), _) if *ranks < 9 => {
                Err(Fault::at_line(self.last_rank, RecordError::ShortBoard { ranks: *ranks }))
            }
            (None, Some(line)) => Err(Fault::at_line(line, RecordError::HandWithoutBoard)),
            _ => Ok(()),
        }
    }

    /// The position described by all this; the start position of a game if nothing is given. Records which
    /// side gets the remaining pieces.
    pub fn position(&mut self, attacker: Option<Color>, rule: Rule) -> Parsed<Position> {
        self.check_complete()?;
        let mut position = match &self.board {
            Some((board, _)) => self.with_hands(board.clone(), attacker, rule),
            None => {
                let mut position = self.handicap.clone().unwrap_or_else(Position::startpos);
                position.set_side_to_move(self.side.unwrap_or(position.side_to_move()));
                position
            }
        };
        position.set_move_number(u32::try_from(self.moves_before + 1).unwrap_or(u32::MAX));
        Ok(position)
    }

    /// A board completed with its hands and its side to move.
    fn with_hands(&mut self, mut position: Position, attacker: Option<Color>, rule: Rule) -> Position {
        position.set_side_to_move(self.side.unwrap_or(Color::Black));
        for color in Color::ALL {
            match self.hands[color.index()] {
                Some(Held::Pieces(hand)) => position.set_hand(color, hand),
                Some(Held::Rest) => self.rest = Some(color),
                None => {}
            }
        }
        if self.rest.is_none() && self.hands[Color::White.index()].is_none() {
            let attacker = attacker.or_else(|| default_attacker(&position, rule));
            self.rest = Some(attacker.map_or(Color::White, |attacker| !attacker));
        }
        match self.rest {
            Some(_) if position.piece_box().is_empty() => self.rest = None,
            Some(color) => position.give_rest(color),
            None => {}
        }
        position
    }
}
