//! A move that mates at once, for a search that tests every position and rarely finds one.

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
/// Most checks leave the king a flight square that the checking piece does not attack; they are rejected
/// without being made.
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

/// Whether the king has more flight squares than any check can take away.
///
/// A piece that can move to a square already attacks it, perhaps through other pieces of its side. So if no
/// square next to the king is attacked, the king can capture every piece that arrives there, and a check must
/// come from a distance: a knight takes no flight square, a slide the two on its line, a dragon that arrives
/// two squares away one more on each side. A discovered check may take more.
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
    // Own pieces may move out of each other's way. The king itself shields no square, because it is not in
    // check.
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

/// The squares to which the king could move if it were its side's turn.
struct Escapes {
    us: Color,
    squares: Bitboard,
    /// Our pieces that, by leaving, may open one of our slides to other squares.
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

    /// Whether the king certainly has a flight square after a check.
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
        // On the square of the checking piece the king would have to capture it, which is left to the exact
        // test.
        !self.squares.without(attacks(arrived, to, occupied) | Bitboard::square(to)).is_empty()
    }
}
