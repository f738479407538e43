//! Turning and mirroring a position, its canonical form, and giving the piece box to a side.
//!
//! Move numbers are unchanged. Lines of moves are transformed like their positions: playing the turned line
//! from the turned position gives the turned final position.

use super::Position;
use crate::types::{Color, HAND_KINDS, Move, Piece, Square};

impl Position {
    /// The position turned by 180°: every piece, promoted or not, goes to the opposite square and the other
    /// side; stones are turned too; hands and side to move are exchanged.
    pub fn flip(&self) -> Position {
        self.moved(Square::flip, Piece::flip, |color| !color)
    }

    /// The position with left and right exchanged; owners, hands and the side to move stay.
    pub fn mirror(&self) -> Position {
        self.moved(Square::mirror, |piece| piece, |color| color)
    }

    /// The smaller of the position and its [`flip`](Position::flip), which count as the same position in an
    /// opening book: the one whose SFEN without the move number comes first in byte order.
    pub fn canonical(&self) -> Position {
        let flipped = self.flip();
        if flipped.sfen_without_number() < self.sfen_without_number() { flipped } else { self.clone() }
    }

    /// Puts the piece box (駒箱) into a side's hand, as printed tsume imply for the defender.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
    }

    /// Promoted pieces, stones, two-digit hands, one king, White to move.
    const RICH: &str = "k1+P6/1+r7/9/2O6/9/9/7+b1/9/6N1L w R2B10Pg11p 34";

    #[test]
    fn flip_turns_board_hands_and_side() {
        assert_eq!(read(RICH).flip().sfen(), "l1n6/9/1+B7/9/9/6O2/9/7+R1/6+p1K b G11Pr2b10p 34");
        assert_eq!(Position::startpos().flip().sfen().replace(" w ", " b "), Position::startpos().sfen());
    }

    #[test]
    fn mirror_exchanges_left_and_right_only() {
        assert_eq!(read(RICH).mirror().sfen(), "6+P1k/7+r1/9/6O2/9/9/1+b7/9/L1N6 w R2B10Pg11p 34");
    }

    #[test]
    fn canonical_is_the_same_for_a_position_and_its_flip() {
        for sfen in [RICH, "startpos", "9/9/9/9/9/9/9/9/9 w - 1"] {
            let position = read(sfen);
            let canonical = position.canonical();
            assert_eq!(canonical, position.flip().canonical(), "{sfen}");
            assert!(canonical == position || canonical == position.flip(), "{sfen}");
        }
        assert_eq!(read("9/9/9/9/9/9/9/9/9 w - 7").canonical().sfen(), "9/9/9/9/9/9/9/9/9 b - 7");
    }

    #[test]
    fn the_rest_goes_to_one_hand() {
        let mut position = read("4k4/9/4P4/9/9/9/9/9/4+B4 b 2GSp 1");
        position.give_rest(Color::White);
        assert_eq!(position.sfen(), "4k4/9/4P4/9/9/9/9/9/4+B4 b 2GS2rb2g3s4n4l17p 1");
        assert_eq!(position.key(), position.compute_key());
        let before = position.clone();
        position.give_rest(Color::Black);
        assert_eq!(position, before, "nothing is left");
    }

    #[test]
    fn the_rest_of_a_hand_beyond_the_set_is_nothing() {
        let mut position = read("9/9/9/9/9/9/9/9/9 b 31P5G 1");
        position.give_rest(Color::Black);
        assert_eq!(position.sfen(), "9/9/9/9/9/9/9/9/9 b 2R2B5G4S4N4L31P 1");
    }

    #[test]
    fn lines_turn_with_their_positions() {
        let line = ["7g7f", "8c8d", "8h2b+", "3a2b", "B*8h"].map(|text| text.parse::<Move>().unwrap());
        let text = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(text(flip_line(&line)), "3c3d 2g2f 2b8h+ 7i8h B*2b");
        assert_eq!(text(mirror_line(&line)), "3g3f 2c2d 2h8b+ 7a8b B*2h");
    }

    /// Compares the texts of long lines, for which a compiler may transform several moves at a time; they mix
    /// drops and moves on the board.
    #[test]
    fn long_lines_turn_move_by_move() {
        let turned = |mv: &Move, is_flipped: bool| {
            let turn = |c: char| match c {
                '1'..='9' => char::from(b'1' + b'9' - c as u8),
                'a'..='i' if is_flipped => char::from(b'a' + b'i' - c as u8),
                other => other,
            };
            mv.to_string().chars().map(turn).collect::<String>().parse::<Move>().expect("a move")
        };
        let mut number = 1_u32;
        for length in (0..100).chain([1000]) {
            let line: Vec<Move> = std::iter::repeat_with(|| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                Move::from_bits((number >> 16) as u16)
            })
            .flatten()
            .take(length)
            .collect();
            assert_eq!(mirror_line(&line), line.iter().map(|mv| turned(mv, false)).collect::<Vec<_>>());
            assert_eq!(flip_line(&line), line.iter().map(|mv| turned(mv, true)).collect::<Vec<_>>());
        }
    }
}
