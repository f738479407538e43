//! A move that mates at once, for a search that asks everywhere and seldom finds one.

use super::checks::for_each_check;
use super::flights::{king_targets, stepped};
use super::mate::is_mate;
use super::moveset::MoveSet;
use crate::board::{Bitboard, attacks, king_attacks, rook_attacks};
use crate::position::{Group, Position, View};
use crate::types::{Color, Move, Piece, PieceKind, Square};
use core::ops::ControlFlow;

/// A legal move of the side to move after which the other side is mated.
///
/// Most checks leave the king a square that he could step to before and that the checking piece does not reach; they
/// are rejected without being made.
#[inline]
pub fn mate_in_one(position: &Position) -> Option<Move> {
    let us = position.side_to_move();
    let king = position.king(!us)?;
    let view = View::new(position);
    let flights = king_targets(&view, king, !us);
    if has_too_many(flights, &view, king, us) {
        return None;
    }
    let mut escapes = None;
    let mut found = None;
    let _ = for_each_check(position, |set: MoveSet| {
        let escapes = escapes.get_or_insert_with(|| Escapes::new(&view, us, king, flights));
        set.try_for_each(|mv| {
            if escapes.remain(position, mv) || !mates(position, mv) {
                return ControlFlow::Continue(());
            }
            found = Some(mv);
            ControlFlow::Break(())
        })
    });
    found
}

/// Whether the king has more flights than any check can take away.
///
/// What can move to a square attacks it already, perhaps through other pieces of its side. So where nothing attacks a
/// square beside the king he can take every piece that arrives there, and a check must come from afar: a knight takes
/// no flight away, a slide the two on its line, a dragon arriving two squares off one more on each side. A discovered
/// check may do more.
#[inline(always)]
fn has_too_many(flights: Bitboard, view: &View, king: Square, us: Color) -> bool {
    const LINE: u32 = 2;
    const DRAGON: u32 = 4;
    if flights.count() <= LINE {
        return false;
    }
    let around = king_attacks(king);
    if stepped(view, us).intersects(around) || view.lines_to(king, us).blockers.intersects(view.pieces(us)) {
        return false;
    }
    // Own pieces may get out of each other's way. He himself casts no shadow: he is not in check.
    let obstacles = view.occupied.without(view.pieces(us));
    let slid_by = |sliders: Bitboard| {
        sliders.into_iter().fold(Bitboard::EMPTY, |slid, sq| match view.piece_at(sq) {
            Some(piece) => slid | attacks(piece, sq, obstacles),
            None => slid,
        })
    };
    if slid_by(view.sliders(us)).intersects(around) {
        return false;
    }
    let two_off = rook_attacks(king, !around).without(around);
    flights.count() > DRAGON || !slid_by(view.group(us, Group::Rook)).intersects(two_off)
}

fn mates(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.do_move(mv);
    is_mate(&after)
}

/// Where the king could step if it were his turn.
struct Escapes {
    us: Color,
    squares: Bitboard,
    /// Pieces of ours that, by leaving, may open a slide of ours to other squares.
    openers: Bitboard,
    occupied: Bitboard,
}

impl Escapes {
    #[inline(always)]
    fn new(view: &View, us: Color, king: Square, squares: Bitboard) -> Escapes {
        let occupied = view.occupied.without(Bitboard::square(king));
        let mut openers = Bitboard::EMPTY;
        if !squares.is_empty() {
            for sq in view.sliders(us) {
                if let Some(piece) = view.piece_at(sq) {
                    openers |= attacks(piece, sq, occupied);
                }
            }
        }
        Escapes { us, squares, openers, occupied }
    }

    /// Whether the king certainly has a square after a check.
    #[inline(always)]
    fn remain(&self, position: &Position, mv: Move) -> bool {
        if self.squares.is_empty() {
            return false;
        }
        let to = mv.to();
        let mut occupied = self.occupied | Bitboard::square(to);
        let arrived = match mv.from() {
            Some(from) => {
                if self.openers.contains(from) {
                    return false;
                }
                occupied = occupied.without(Bitboard::square(from));
                let Some(piece) = position.piece_at(from) else { return false };
                match piece.kind().promoted() {
                    Some(kind) if mv.promotes() => Piece::new(self.us, kind),
                    _ => piece,
                }
            }
            None => Piece::new(self.us, mv.dropped().unwrap_or(PieceKind::Pawn)),
        };
        // On the arrived piece's own square the king would have to take it: left to the exact test.
        !self.squares.without(attacks(arrived, to, occupied) | Bitboard::square(to)).is_empty()
    }
}
