//! Properties of diagrams that are visible at a glance: symmetry, and smoke mates.

use crate::position::Position;
use crate::types::{Color, PieceKind, Square};

/// The file about which a diagram is symmetric: every piece has a piece of its kind and side as its mirror
/// image. When several files qualify, the one closest to the middle file is returned; hands are ignored.
pub(super) fn symmetry_axis(position: &Position) -> Option<u8> {
    let by_closeness = [5, 4, 6, 3, 7, 2, 8, 1, 9];
    by_closeness.into_iter().find(|&axis| is_symmetric(position, axis))
}

fn is_symmetric(position: &Position, axis: u8) -> bool {
    position.occupied().into_iter().all(|sq| {
        let image =
            (2 * axis).checked_sub(sq.file()).and_then(|file| Square::from_file_rank(file, sq.rank()));
        let same = |image| {
            position.piece_at(image) == position.piece_at(sq)
                && position.is_stone(image) == position.is_stone(sq)
        };
        image.is_some_and(same)
    })
}

/// Whether a line from one diagram to another is a smoke mate (煙詰). At the start all pieces of a set stand on
/// the board, except that the attacker's king may be missing; at the end no more than the mated king, two
/// attackers and the attacker's king are left.
pub(super) fn is_smoke(start: &Position, end: &Position, attacker: Color) -> bool {
    let set: u32 =
        PieceKind::ALL.iter().filter(|kind| !kind.is_promoted()).map(|kind| kind.set_count()).sum();
    let is_whole = |position: &Position| {
        let attackers_king = u32::from(position.king(attacker).is_some());
        position.occupied().count() == set - 1 + attackers_king
    };
    let least = 3 + u32::from(end.king(attacker).is_some());
    start.stones().is_empty() && is_whole(start) && end.occupied().count() <= least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smoke_mate_begins_with_the_whole_set_and_ends_with_three() {
        // 将棋図巧 no. 99: 39 pieces on the board, one king.
        let start =
            "k1+P4n1/2L+P2sL1/r4+P+P1P/+BpP+Pl1+Rg1/NP1S+PP+p1g/2L+p1g+P1+P/Ps1G1+P1N1/1sN1P4/B8 b - 1";
        let position = |sfen: &str| Position::from_sfen(sfen).expect("an SFEN");
        let smoke = |start, end| is_smoke(&position(start), &position(end), Color::Black);
        let three = "9/9/9/9/9/9/9/1G7/kG7 w - 1";
        assert!(smoke(start, three));
        assert!(!smoke(start, "9/9/9/9/9/9/9/1G7/kGG6 w - 1"));
        let without_a_pawn = start.replace("1sN1P4", "1sN6");
        assert!(!smoke(&without_a_pawn, three));
        // With the attacker's king: 40 at the start, four at the end.
        let with_both_kings = start.replace("1sN1P4", "1sN1P3K");
        assert!(!smoke(&with_both_kings, "9/9/9/9/9/9/9/1G7/kGGG5 w - 1"));
        assert!(smoke(&with_both_kings, "8K/9/9/9/9/9/9/1G7/kG7 w - 1"));
        assert!(!smoke(start, "8K/9/9/9/9/9/9/1G7/kGG6 w - 1"));
    }
}
