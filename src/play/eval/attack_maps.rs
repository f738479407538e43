//! Attack maps: how often each side attacks each square.

use crate::board::{Bitboard, attacks, steps};
use crate::position::{Group, Position};
use crate::types::{Color, Piece, PieceKind};

/// The squares that one side attacks, by the number of its attackers, and the mobility of its sliders.
#[derive(Clone, Copy)]
pub struct AttackMaps {
    /// Squares attacked at least once.
    pub once: Bitboard,
    /// Squares attacked at least twice.
    pub twice: Bitboard,
    /// Squares attacked at least three times.
    pub thrice: Bitboard,
    /// The number of squares that lances, bishops (and horses) and rooks (and dragons) can slide to, in this
    /// order.
    pub mobility: [i32; 3],
}

impl AttackMaps {
    /// The attack maps of `us`.
    #[inline(always)]
    pub fn new(position: &Position, us: Color) -> AttackMaps {
        let empty = Bitboard::EMPTY;
        let mut maps = AttackMaps { once: empty, twice: empty, thrice: empty, mobility: [0; 3] };
        maps.add(position.group(us, Group::Pawn).forward(us));
        let occupied = position.occupied();
        for (group, kind) in [
            (Group::Knight, PieceKind::Knight),
            (Group::Silver, PieceKind::Silver),
            (Group::Gold, PieceKind::Gold),
            (Group::King, PieceKind::King),
        ] {
            for sq in position.group(us, group) {
                maps.add(steps(Piece::new(us, kind), sq));
            }
        }
        // Only the sliding moves of horses and dragons: their king-like steps were counted above.
        for (index, (group, kind)) in [
            (Group::Lance, PieceKind::Lance),
            (Group::Bishop, PieceKind::Bishop),
            (Group::Rook, PieceKind::Rook),
        ]
        .into_iter()
        .enumerate()
        {
            for sq in position.group(us, group) {
                let slid = attacks(Piece::new(us, kind), sq, occupied);
                maps.mobility[index] += slid.count() as i32;
                maps.add(slid);
            }
        }
        maps
    }

    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.thrice |= self.twice & squares;
        self.twice |= self.once & squares;
        self.once |= squares;
    }
}
