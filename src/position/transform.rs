//! A position seen from the other side or in a mirror, its canonical form, and the piece box put into a hand.
//!
//! Move numbers stay as they are. Lines of moves turn with their positions: playing the turned line from the
//! turned position gives the turned end.

use super::Position;
use crate::types::{Color, HAND_KINDS, Move, Piece, Square};

impl Position {
    /// The position turned by 180°: every piece, promoted or not, goes to the opposite square and the other side,
    /// stones too turn; hands and the side to move are exchanged.
    pub fn flip(&self) -> Position {
        self.moved(Square::flip, Piece::flip, |color| !color)
    }

    /// The position with left and right exchanged; owners, hands and the side to move stay.
    pub fn mirror(&self) -> Position {
        self.moved(Square::mirror, |piece| piece, |color| color)
    }

    /// The smaller of the position and its [`flip`](Position::flip), which are the same position to an opening
    /// book: the one whose SFEN without the move number comes first in byte order.
    pub fn canonical(&self) -> Position {
        let flipped = self.flip();
        if flipped.sfen_without_number() < self.sfen_without_number() { flipped } else { self.clone() }
    }

    /// Puts the piece box (駒箱) into a side's hand: what printed tsume mean for the defender.
    pub fn give_rest(&mut self, color: Color) {
        let rest = self.piece_box();
        let mut hand = self.hand(color);
        for kind in HAND_KINDS {
            hand.set(kind, hand.count(kind) + rest.count(kind));
        }
        self.set_hand(color, hand);
    }

    fn moved(
        &self,
        square: impl Fn(Square) -> Square,
        piece: impl Fn(Piece) -> Piece,
        color: impl Fn(Color) -> Color,
    ) -> Position {
        let mut moved = Position::empty();
        for sq in self.occupied() {
            match self.piece_at(sq) {
                Some(stands) => moved.put(square(sq), piece(stands)),
                None => moved.put_stone(square(sq)),
            }
        }
        for side in Color::ALL {
            moved.set_hand(color(side), self.hand(side));
        }
        moved.set_side_to_move(color(self.side_to_move()));
        moved.set_move_number(self.move_number());
        moved
    }
}

/// A line of moves for the position turned by 180°.
pub fn flip_line(line: &[Move]) -> Vec<Move> {
    line.iter().map(|mv| mv.flip()).collect()
}

/// A line of moves for the position with left and right exchanged.
pub fn mirror_line(line: &[Move]) -> Vec<Move> {
    line.iter().map(|mv| mv.mirror()).collect()
}
