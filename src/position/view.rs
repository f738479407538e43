//! A view of a position as it is, or as it would be after a king's move that is not made: the attackers of a
//! square, and the pieces between a king and the sliders aimed at it.
//!
//! A king's move changes little: the king leaves its square, and a captured piece disappears. Therefore the
//! solver examines the positions after the defender's king moves without making the moves.

use super::{Group, Position};
use crate::board::{Bitboard, attacks, between, king_attacks, reach, steps};
use crate::types::{Color, Piece, PieceKind, Square};

/// The sliders of one side that are aimed at a square, distinguished by the pieces between.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliderLines {
    /// Sliders with nothing in between: they attack the square.
    pub open: Bitboard,
    /// Pieces (of either side, or stones) that are the only piece between a slider and the square.
    pub blockers: Bitboard,
}

/// The threats of one side's pieces to the other side's king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// The pieces that check the king.
    pub checkers: Bitboard,
    /// Pieces (of either side, or stones) that are the only piece between a slider and the king; those of the
    /// king's side are pinned.
    pub blockers: Bitboard,
}

/// The pieces of a position in which one king or one other piece may have moved.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    position: &'a Position,
    colors: [Bitboard; 2],
    /// All squares that hold a piece or a stone.
    pub occupied: Bitboard,
    kings: [Option<Square>; 2],
    /// A piece that has moved: the position's groups do not contain it on its new square.
    arrived: Option<(Square, Piece)>,
}

impl<'a> View<'a> {
    /// The position as it stands.
    #[inline(always)]
    pub fn new(position: &'a Position) -> View<'a> {
        View {
            position,
            colors: [position.pieces(Color::Black), position.pieces(Color::White)],
            occupied: position.occupied(),
            kings: [position.king(Color::Black), position.king(Color::White)],
            arrived: None,
        }
    }

    /// The view without the king of a side, so that it does not shield the squares behind it. Its square
    /// remains known.
    #[inline(always)]
    pub fn lift_king(mut self, color: Color) -> View<'a> {
        if let Some(king) = self.kings[color.index()] {
            let bit = Bitboard::square(king);
            self.colors[color.index()] = self.colors[color.index()].without(bit);
            self.occupied = self.occupied.without(bit);
        }
        self
    }

    /// The view after the lifted king of a side was set on a square, capturing the piece there. The king
    /// itself is in no set of pieces (so it attacks nothing), but it is an obstacle.
    #[inline(always)]
    pub fn set_king(mut self, color: Color, sq: Square) -> View<'a> {
        let bit = Bitboard::square(sq);
        self.occupied |= bit;
        self.colors[color.opposite().index()] = self.colors[color.opposite().index()].without(bit);
        self.kings[color.index()] = Some(sq);
        self
    }

    /// The view after a piece other than the king of a side left `from` (empty for a drop) and arrived on
    /// `to`, capturing the piece there. On its new square it is in no group; it counts as an attacker only if
    /// [`arrive`](Self::arrive) was called.
    #[inline(always)]
    pub fn move_other(mut self, color: Color, from: Bitboard, to: Square) -> View<'a> {
        let to = Bitboard::square(to);
        let [own, other] = [color.index(), color.opposite().index()];
        self.colors[own] = self.colors[own].without(from) | to;
        self.colors[other] = self.colors[other].without(to);
        self.occupied = self.occupied.without(from) | to;
        self
    }

    /// The view that also knows which piece arrived on a square.
    #[inline(always)]
    pub fn arrive(mut self, piece: Piece, to: Square) -> View<'a> {
        self.arrived = Some((to, piece));
        self
    }

    /// The squares of a side's pieces.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of a side's pieces of a group.
    #[inline(always)]
    pub fn group(&self, color: Color, group: Group) -> Bitboard {
        self.position.group_of_both(group) & self.colors[color.index()]
    }

    /// The squares of a side's sliders.
    #[inline(always)]
    pub fn sliders(&self, color: Color) -> Bitboard {
        let of = |group| self.position.group_of_both(group);
        (of(Group::Lance) | of(Group::Bishop) | of(Group::Rook)) & self.colors[color.index()]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// The piece on a square that is in one of the sets above.
    #[inline(always)]
    pub fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.position.piece_at(sq)
    }

    /// The squares of stones.
    #[inline(always)]
    pub fn stones(&self) -> Bitboard {
        self.position.stones()
    }

    /// The pieces of `by` that attack a square.
    #[inline]
    pub fn attackers_to(&self, sq: Square, by: Color) -> Bitboard {
        let attackers = self.attackers_in_groups_to(sq, by);
        match self.arrived {
            // On its square the groups contain the piece that it captured, if any, so that square is treated
            // separately.
            Some((from, piece)) if piece.color() == by => {
                let arrived = Bitboard::square(from);
                let attacks = attacks(piece, from, self.occupied);
                if attacks.contains(sq) { attackers | arrived } else { attackers.without(arrived) }
            }
            _ => attackers,
        }
    }

    /// The pieces of `by` that attack a square, in a view without a piece that has arrived.
    #[inline(always)]
    pub fn attackers_in_groups_to(&self, sq: Square, by: Color) -> Bitboard {
        let mut attackers = self.step_attackers_to(sq, by);
        for slider in self.sliders_aimed_at(sq, by) {
            if !between(sq, slider).intersects(self.occupied) {
                attackers |= Bitboard::square(slider);
            }
        }
        attackers
    }

    /// The pieces of `by` that attack a square by a step, that is, not by a slide of a lance, bishop, rook,
    /// horse or dragon.
    #[inline(always)]
    pub fn step_attackers_to(&self, sq: Square, by: Color) -> Bitboard {
        // The steps of a piece of the other side from the square lead to the squares from which it is
        // attacked.
        let from = |kind, group| steps(Piece::new(!by, kind), sq) & self.position.group_of_both(group);
        (from(PieceKind::Pawn, Group::Pawn)
            | from(PieceKind::Knight, Group::Knight)
            | from(PieceKind::Silver, Group::Silver)
            | from(PieceKind::Gold, Group::Gold)
            | king_attacks(sq) & self.position.group_of_both(Group::King))
            & self.colors[by.index()]
    }

    /// The sliders of `by` that would attack the square on an empty board.
    #[inline(always)]
    pub fn sliders_aimed_at(&self, sq: Square, by: Color) -> Bitboard {
        let aimed = |kind, group| reach(Piece::new(!by, kind), sq) & self.position.group_of_both(group);
        (aimed(PieceKind::Lance, Group::Lance)
            | aimed(PieceKind::Bishop, Group::Bishop)
            | aimed(PieceKind::Rook, Group::Rook))
            & self.colors[by.index()]
    }

    /// The threats of the pieces of `by` to a king on a square.
    #[inline(always)]
    pub fn threats(&self, king: Square, by: Color) -> Threats {
        let lines = self.lines_to(king, by);
        Threats { checkers: lines.open | self.step_attackers_to(king, by), blockers: lines.blockers }
    }

    /// The sliders of `by` aimed at a square, and the pieces that alone block one of them.
    #[inline(always)]
    pub fn lines_to(&self, sq: Square, by: Color) -> SliderLines {
        let mut lines = SliderLines { open: Bitboard::EMPTY, blockers: Bitboard::EMPTY };
        for slider in self.sliders_aimed_at(sq, by) {
            let obstacles = between(sq, slider) & self.occupied;
            if obstacles.is_empty() {
                lines.open |= Bitboard::square(slider);
            } else if !obstacles.has_many() {
                lines.blockers |= obstacles;
            }
        }
        lines
    }
}

impl Position {
    /// The pieces of `by` that attack a square, when `occupied` are the obstacles.
    pub fn attackers_to(&self, sq: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut view = View::new(self);
        view.occupied = occupied;
        view.attackers_to(sq, by)
    }
}
