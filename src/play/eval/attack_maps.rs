//! How often each side attacks each square.

use crate::board::{Bitboard, attacks, steps};
use crate::position::{Group, Position};
use crate::types::{Color, Piece, PieceKind};

/// The squares that a side attacks at least once, twice and three times.
#[derive(Clone, Copy)]
pub struct Planes {
    /// At least once.
    pub once: Bitboard,
    /// At least twice.
    pub twice: Bitboard,
    /// At least three times.
    pub thrice: Bitboard,
    /// How many squares lances, bishops (and horses) and rooks (and dragons) slide to.
    pub slides: [i32; 3],
}

impl Planes {
    /// Those of `us`.
    #[inline(always)]
    pub fn new(position: &Position, us: Color) -> Planes {
        let empty = Bitboard::EMPTY;
        let mut planes = Planes { once: empty, twice: empty, thrice: empty, slides: [0; 3] };
        planes.add(position.group(us, Group::Pawn).forward(us));
        let occupied = position.occupied();
        for (group, kind) in [
            (Group::Knight, PieceKind::Knight),
            (Group::Silver, PieceKind::Silver),
            (Group::Gold, PieceKind::Gold),
            (Group::King, PieceKind::King),
        ] {
            for sq in position.group(us, group) {
                planes.add(steps(Piece::new(us, kind), sq));
            }
        }
        // The steps of horses and dragons were counted with the king's.
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
                planes.slides[index] += slid.count() as i32;
                planes.add(slid);
            }
        }
        planes
    }

    #[inline(always)]
    fn add(&mut self, squares: Bitboard) {
        self.thrice |= self.twice & squares;
        self.twice |= self.once & squares;
        self.once |= squares;
    }
}
