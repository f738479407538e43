//! The attacker when none is stated.

use super::Rule;
use crate::position::Position;
use crate::types::Color;

/// The attacker (攻方) of a problem that does not state one.
///
/// With one king on the board its owner defends, whichever side moves. With both kings, Black attacks if both
/// sides cooperate (with White to move the defender moves first, 受先), and the side to move attacks in a
/// tsume. `None` without a king, since no king can be mated.
pub fn default_attacker(position: &Position, rule: Rule) -> Option<Color> {
    match (position.king(Color::Black), position.king(Color::White)) {
        (None, None) => None,
        (None, Some(_)) => Some(Color::Black),
        (Some(_), None) => Some(Color::White),
        (Some(_), Some(_)) if rule.is_cooperative() => Some(Color::Black),
        (Some(_), Some(_)) => Some(position.side_to_move()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, PieceKind, Square};

    fn position(kings: &[Color], side: Color) -> Position {
        let mut position = Position::empty();
        for (color, file) in kings.iter().zip(1..) {
            let sq = Square::from_file_rank(file, 5).expect("on the board");
            position.put(sq, Piece::new(*color, PieceKind::King));
        }
        position.set_side_to_move(side);
        position
    }

    #[test]
    fn who_attacks() {
        use Color::{Black, White};
        let cases = [
            (vec![], Black, None, None),
            (vec![White], Black, Some(Black), Some(Black)),
            (vec![White], White, Some(Black), Some(Black)),
            (vec![Black], Black, Some(White), Some(White)),
            (vec![Black], White, Some(White), Some(White)),
            (vec![Black, White], Black, Some(Black), Some(Black)),
            (vec![Black, White], White, Some(Black), Some(White)),
        ];
        for (kings, side, helpmate, tsume) in cases {
            let position = position(&kings, side);
            for rule in [Rule::Helpmate, Rule::Helpselfmate] {
                assert_eq!(default_attacker(&position, rule), helpmate, "{kings:?} {side} to move");
            }
            assert_eq!(default_attacker(&position, Rule::Tsume), tsume, "{kings:?} {side} to move");
        }
    }
}
